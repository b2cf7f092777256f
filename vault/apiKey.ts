import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import baseX from "base-x";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const base62 = baseX(alphabet);
const prefix = "wf_live_";

/**
 * A new API key: `wf_live_`, 32 random base62 characters (190 bits) and a checksum of 6 characters. The checksum refuses a
 * mistyped key without a look-up and helps secret scanners. GitHub describes this token format in its post of 5 April 2021.
 */
export function mintApiKey(): string {
  const secret = Array.from({ length: 32 }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
  return `${prefix}${secret}${checksum(secret)}`;
}

/** Whether a text has the form and the checksum of an API key. */
export function isApiKey(text: string): boolean {
  const match = /^wf_live_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(text);
  return match?.[1] !== undefined && checksum(match[1]) === match[2];
}

/** Hex SHA-256 of a key, which is stored in its place and used for look-ups. */
export function hashApiKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function checksum(secret: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(secret));
  return base62.encode(bytes).padStart(6, "0").slice(-6);
}
