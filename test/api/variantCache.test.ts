import { expect } from "chai";
import { createVariantCache } from "#api/pictures/variantCache.ts";

const bounds = { maxBytes: 100, maxNames: 10, maxAgeMs: 60_000 };
const bytes = Buffer.alloc(40);

describe("the cache of variants", () => {
  it("keeps what is made again, and nothing that is made once", () => {
    const cache = createVariantCache(bounds);
    cache.keep("a", bytes);
    expect(cache.find("a")).to.equal(null);
    cache.keep("a", bytes);
    expect(cache.find("a")).to.equal(bytes);
    expect(cache.find("b")).to.equal(null);
  });

  it("holds no more bytes than its bound, and drops what was wanted least recently", () => {
    const cache = createVariantCache(bounds);
    const keep = (name: string, held = bytes): void => {
      cache.keep(name, held);
      cache.keep(name, held);
    };
    keep("a");
    keep("b");
    cache.find("a");
    keep("c");
    expect(["a", "b", "c"].map((name) => cache.find(name) !== null)).to.deep.equal([true, false, true]);
    keep("larger than all", Buffer.alloc(101));
    expect(cache.find("larger than all")).to.equal(null);
    expect(cache.find("c")).to.equal(bytes);
  });
});
