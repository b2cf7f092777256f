import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { isOutputUrlValid, isSigned, sign, signOutputUrl } from "#vault/signatures.ts";

describe("signed output addresses", () => {
  const signingKey = randomBytes(32);
  const now = new Date("2026-01-01T00:00:00Z");
  const { url, expiresAt } = signOutputUrl(
    { publicUrl: "https://api.example", signingKey },
    { jobId: "j1", name: "screenshot", now },
  );
  const { searchParams, pathname } = new URL(url);
  const given = {
    owner: "j1",
    name: "screenshot",
    expires: Number(searchParams.get("expires")),
    signature: searchParams.get("signature") ?? "",
    now,
  };

  it("are signed for their purpose alone", () => {
    const signature = sign(signingKey, { purpose: "output", parts: ["j1"] });
    expect(isSigned(signingKey, { purpose: "output", parts: ["j1"] }, signature)).to.equal(true);
    expect(isSigned(signingKey, { purpose: "unsubscribe", parts: ["j1"] }, signature)).to.equal(false);
  });

  it("name the output and work for 24 hours", () => {
    expect(pathname).to.equal("/jobs/j1/outputs/screenshot");
    expect(expiresAt.toISOString()).to.equal("2026-01-02T00:00:00.000Z");
    expect(isOutputUrlValid(signingKey, given)).to.equal(true);
    expect(isOutputUrlValid(signingKey, { ...given, now: new Date("2026-01-01T23:59:59Z") })).to.equal(true);
    expect(isOutputUrlValid(signingKey, { ...given, now: new Date("2026-01-02T00:00:00Z") })).to.equal(false);
  });

  const tampered: Record<string, Partial<typeof given>> = {
    "another job": { owner: "j2" },
    "another output": { name: "html" },
    "a later expiry": { expires: given.expires + 1 },
    "no signature": { signature: "" },
    "a cut signature": { signature: given.signature.slice(0, -1) },
  };
  for (const [what, change] of Object.entries(tampered)) {
    it(`are refused with ${what}`, () => {
      expect(isOutputUrlValid(signingKey, { ...given, ...change })).to.equal(false);
    });
  }

  it("are refused under another signing key", () => {
    expect(isOutputUrlValid(randomBytes(32), given)).to.equal(false);
  });
});
