import { createHmac, timingSafeEqual } from "node:crypto";
import { SettingsError } from "#schemas/validate.ts";

/** The signed data: parts in order, for one purpose. A signature for one purpose is invalid for any other. */
export type Signed = {
  purpose: "output" | "cursor" | "address" | "pause" | "unsubscribe";
  parts: readonly (string | number)[];
};

/** HMAC-SHA256 of the data as base64url. JSON keeps the parts apart. */
export function sign(signingKey: Buffer, { purpose, parts }: Signed): string {
  return createHmac("sha256", signingKey)
    .update(JSON.stringify([purpose, ...parts]))
    .digest("base64url");
}

/** Whether a signature is valid; compared in constant time. */
export function isSigned(signingKey: Buffer, signed: Signed, signature: string): boolean {
  const expected = Buffer.from(sign(signingKey, signed));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/**
 * Parses WATCHFRAME_SIGNING_KEY: base64 of at least 32 bytes.
 * @throws SettingsError
 */
export function parseSigningKey(setting: string): Buffer {
  const key = Buffer.from(setting, "base64");
  if (key.length < 32) throw new SettingsError("WATCHFRAME_SIGNING_KEY must be the base64 of at least 32 bytes.");
  return key;
}

/**
 * The bytes of a webhook secret in the form of Standard Webhooks 1.0: `whsec_` and base64 of 24 to 64 bytes. Null for any
 * other text.
 */
export function standardSecret(secret: string): Buffer | null {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const bytes = Buffer.from(encoded ?? "", "base64");
  return bytes.length >= 24 && bytes.length <= 64 ? bytes : null;
}
