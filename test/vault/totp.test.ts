import { expect } from "chai";
import { parseTotp, totpCode } from "#vault/totp.ts";

/** The seeds of RFC 6238, appendix B, in base32. */
const seeds = {
  SHA1: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
  SHA256: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA====",
  SHA512: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA=",
} as const;

/** The test vectors of RFC 6238, appendix B: seconds since 1970, and the codes. */
const vectors = [
  [59, "94287082", "46119246", "90693936"],
  [1_111_111_109, "07081804", "68084774", "25091201"],
  [1_111_111_111, "14050471", "67062674", "99943326"],
  [1_234_567_890, "89005924", "91819424", "93441116"],
  [2_000_000_000, "69279037", "90698825", "38618901"],
  [20_000_000_000, "65353130", "77737706", "47863826"],
] as const;

describe("one-time codes", () => {
  it("are those of RFC 6238", () => {
    for (const [seconds, ...codes] of vectors) {
      const made = (["SHA1", "SHA256", "SHA512"] as const).map((algorithm) => {
        const seed = parseTotp(`otpauth://totp/a:b?secret=${seeds[algorithm]}&digits=8&algorithm=${algorithm}`);
        return seed === null ? null : totpCode(seed, seconds * 1_000);
      });
      expect(made).to.deep.equal(codes);
    }
  });

  it("have six digits and 30 seconds by default, and keep zeros in front", () => {
    const seed = parseTotp("gezd gnbv gy3t qojq gezd gnbv gy3t qojq");
    expect(seed).to.include({ algorithm: "sha1", digits: 6, period: 30 });
    expect(seed === null ? null : totpCode(seed, 1_111_111_109_000)).to.equal("081804");
  });

  it("have no seed of other texts", () => {
    const wrong = [
      "",
      "A",
      "not base 32!",
      "otpauth://hotp/a?secret=GEZDGNBVGY3TQOJQ",
      "otpauth://totp/a",
      `otpauth://totp/a?secret=${seeds.SHA1}&digits=5`,
      `otpauth://totp/a?secret=${seeds.SHA1}&algorithm=MD5`,
      `otpauth://totp/a?secret=${seeds.SHA1}&period=0`,
    ];
    expect(wrong.map(parseTotp)).to.deep.equal(wrong.map(() => null));
  });
});
