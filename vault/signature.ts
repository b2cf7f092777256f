import { createHmac, timingSafeEqual } from "node:crypto";

/** HMAC-SHA256 of the parts, base64url; the parts can't run into each other. */
export function sign(signingKey: Buffer, purpose: "output" | "cursor", parts: readonly (string | number)[]): string {
  return createHmac("sha256", signingKey)
    .update(JSON.stringify([purpose, ...parts]))
    .digest("base64url");
}

/** Whether a signature is that of the parts, in constant time. */
export function isSigned(
  signingKey: Buffer,
  purpose: "output" | "cursor",
  parts: readonly (string | number)[],
  signature: string,
): boolean {
  const expected = Buffer.from(sign(signingKey, purpose, parts));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Reads WATCHFRAME_SIGNING_KEY: base64 of at least 32 bytes. */
export function parseSigningKey(setting: string): Buffer {
  const key = Buffer.from(setting, "base64");
  if (key.length < 32) throw new Error("WATCHFRAME_SIGNING_KEY must be the base64 of at least 32 bytes.");
  return key;
}
