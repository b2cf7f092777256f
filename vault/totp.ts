import { createHmac } from "node:crypto";

/** The secret and the parameters of one-time codes (RFC 6238). `period` is in seconds. */
export type TotpSeed = { secret: Buffer; algorithm: "sha1" | "sha256" | "sha512"; digits: number; period: number };

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The seed of an `otpauth://totp/` address or of base32; null if the text is neither. */
export function parseTotp(text: string): TotpSeed | null {
  if (!/^otpauth:/iu.test(text)) return seedOf({ secret: text, algorithm: "sha1", digits: 6, period: 30 });
  const address = URL.parse(text);
  if (address === null || address.host.toLowerCase() !== "totp") return null;
  const { searchParams: query } = address;
  return seedOf({
    secret: query.get("secret") ?? "",
    algorithm: (query.get("algorithm") ?? "SHA1").toLowerCase(),
    digits: Number(query.get("digits") ?? 6),
    period: Number(query.get("period") ?? 30),
  });
}

type Given = { secret: string; algorithm: string; digits: number; period: number };

function seedOf({ secret: text, algorithm, digits, period }: Given): TotpSeed | null {
  const secret = decodeBase32(text);
  if (secret === null || secret.length < 5) return null;
  if (algorithm !== "sha1" && algorithm !== "sha256" && algorithm !== "sha512") return null;
  const isUsual = Number.isInteger(digits) && digits >= 6 && digits <= 8 && Number.isInteger(period);
  return isUsual && period >= 10 && period <= 300 ? { secret, algorithm, digits, period } : null;
}

/** Base32 of RFC 4648, in any case, with or without blanks and padding. */
function decodeBase32(text: string): Buffer | null {
  const characters = text.replaceAll(/[\s=-]/gu, "").toUpperCase();
  const bytes: number[] = [];
  let value = 0;
  let bits = 0;
  for (const character of characters) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) return null;
    value = ((value << 5) | digit) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return Buffer.from(bytes);
}

/** The code at an instant (milliseconds since 1970). */
export function totpCode({ secret, algorithm, digits, period }: TotpSeed, at: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 1_000 / period)));
  const hash = createHmac(algorithm, secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}
