import { expect } from "chai";
import { uniqueNames } from "#clients/cli/src/collections.ts";
import { nameOf } from "#clients/cli/src/files.ts";

function namesOf(urls: readonly string[]): string[] {
  const pages = urls.map((url, index) => ({ id: String(index).padStart(4, "0"), url }));
  return [...uniqueNames(pages).values()];
}

describe("names of the files of pages", () => {
  it("are unique, also where the number of one page is the name of another", () => {
    expect(namesOf(["http://a.test/x", "http://a.test/x/", "http://a.test/x/2", "http://a.test/x/2/2"])).to.deep.equal([
      "a-test-x",
      "a-test-x-2",
      "a-test-x-2-2",
      "a-test-x-2-2-2",
    ]);
    expect(
      new Set(namesOf(["http://a.test/2", "http://a.test/", "http://a.test/?", "http://a.test/#a"])).size,
    ).to.equal(4);
  });

  it("differ in more than case and form of Unicode", () => {
    const names = namesOf(["caf\u00E9", "cafe\u0301", "CAFÉ", "ﬁle", "file"]);
    const keys = names.map((name) => name.normalize("NFKC").toLowerCase());
    expect(new Set(keys).size).to.equal(5);
  });

  it("differ for long addresses, and fit into every file system", () => {
    const tails = ["?n=1", "?n=2", "?n=3"];
    for (const letter of ["a", "語", "𝒳"]) {
      const names = namesOf(tails.map((tail) => `${letter.repeat(300)}${tail}`));
      expect(new Set(names).size).to.equal(3);
      for (const name of names) {
        expect(Buffer.byteLength(name)).to.be.below(120);
        expect(name.isWellFormed()).to.equal(true);
      }
    }
  });

  it("are no names that Windows keeps for devices", () => {
    expect(["con", "NUL", "http://aux/", "http://com1/", "console", ""].map(nameOf)).to.deep.equal([
      "page-con",
      "page-nul",
      "page-aux",
      "page-com1",
      "console",
      "page",
    ]);
  });
});
