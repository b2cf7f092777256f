import { expect } from "chai";
import { hashApiKey, isApiKey, mintApiKey } from "#vault/apiKey.ts";

describe("API keys", () => {
  it("have the prefix, 32 random characters and a checksum, and are never the same", () => {
    const keys = Array.from({ length: 200 }, mintApiKey);
    expect(new Set(keys).size).to.equal(200);
    for (const key of keys) {
      expect(key).to.match(/^wf_live_[0-9A-Za-z]{38}$/);
      expect(isApiKey(key)).to.equal(true);
    }
  });

  it("are refused after any single character was mistyped", () => {
    const key = mintApiKey();
    for (let index = 0; index < key.length; index += 1) {
      const other = key.charAt(index) === "x" ? "y" : "x";
      expect(isApiKey(key.slice(0, index) + other + key.slice(index + 1)), `character ${index}`).to.equal(false);
    }
  });

  it("are stored as their SHA-256", () => {
    expect(hashApiKey("abc")).to.equal("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
