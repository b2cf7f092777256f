import { expect } from "chai";
import { compileAddressGlobs } from "#rules/addressGlobs.ts";

const matches = (glob: string, address: string) => compileAddressGlobs([glob])(address);

/** The same as a regular expression, for short texts. */
const expressionOf = (glob: string) => new RegExp(`^${glob.replaceAll("*", ".*").replaceAll("?", ".")}$`, "su");

/** All texts of some characters up to a length. */
function textsOf(characters: string, maxLength: number): string[] {
  if (maxLength === 0) return [""];
  const shorter = textsOf(characters, maxLength - 1);
  const longest = shorter.filter((text) => text.length === maxLength - 1);
  return [...shorter, ...longest.flatMap((text) => characters.split("").map((character) => text + character))];
}

describe("globs of addresses", () => {
  it("match whole addresses", () => {
    expect(matches("https://ads.example.com/*", "https://ads.example.com/a?b=c")).to.equal(true);
    expect(matches("https://ads.example.com/*", "https://example.com/https://ads.example.com/")).to.equal(false);
    expect(matches("*.woff2", "https://example.com/a.woff2")).to.equal(true);
    expect(matches("*.woff2", "https://example.com/a.woff2?v=1")).to.equal(false);
    expect(matches("*/page-?.html", "https://example.com/page-1.html")).to.equal(true);
  });

  it("match as an expression does, for all short globs and texts", () => {
    const texts = textsOf("ab", 4);
    for (const glob of textsOf("ab*?", 4)) {
      const [matchesGlob, expression] = [compileAddressGlobs([glob]), expressionOf(glob)];
      const wrong = texts.filter((text) => matchesGlob(text) !== expression.test(text));
      expect(wrong, glob).to.deep.equal([]);
    }
  }).timeout(20_000);

  it("match across the words of the set", () => {
    for (const length of [31, 32, 33, 63, 64, 65, 511]) {
      const text = "ab".repeat(length).slice(0, length);
      expect(matches(text, text), `${length}`).to.equal(true);
      expect(matches(`*${text}*`, `xa${text}b`), `${length}`).to.equal(true);
      expect(matches(`${text.slice(1)}?`, text), `${length}`).to.equal(false);
      expect(matches(`${text}?`, text), `${length}`).to.equal(false);
    }
  });

  it("read the ends of an address of any length, in time that the glob does not multiply", () => {
    const long = "a".repeat(2_000_000);
    expect(matches("https://a.example/*.gif", `https://a.example/${long}.gif`)).to.equal(true);
    const matchesAny = compileAddressGlobs(Array<string>(100).fill(`*${"a".repeat(500)}b*`));
    expect(matchesAny(`https://a.example/${long}`)).to.equal(false);
  }).timeout(20_000);
});
