import { expect } from "chai";
import { compareTexts, type TextDifference } from "#activities/compare/text/compareTexts.ts";

const compare = (before: string, after: string): TextDifference => compareTexts({ before, after, ignore: [] });
const fenced = (text: string): string => `\`\`\`\n${text}\n\`\`\`\n`;
const shownIn = ({ changes }: TextDifference): string[] =>
  changes.map(({ change, words }) => `${change === "added" ? "+" : "-"} ${words}`);

describe("the comparison of texts: marks that are text", () => {
  it("counts signs in a fence, in its first and in its later lines", () => {
    const pairs = [
      ["Disallow:", "Disallow: *"],
      ["Allow: /\n# Disallow: /shop", "Allow: /\nDisallow: /shop"],
      ["- one", "one"],
      ["> quoted", "quoted"],
      ["1. first", "2. first"],
      ["---", "end"],
      ["a || b", "a b"],
      ["x\\*y", "x*y"],
      ["&lt;", "<"],
    ] as const;
    for (const [before, after] of pairs) {
      expect(compare(fenced(before), fenced(after)).changed, before).to.equal(true);
      expect(
        compare(`> ${fenced(before).replaceAll("\n", "\n> ")}`, `> ${fenced(after).replaceAll("\n", "\n> ")}`).changed,
      ).to.equal(true);
    }
  });

  it("counts signs in inline code, also in a row of a table", () => {
    for (const [before, after] of [
      ["Run `rm *`.", "Run `rm`."],
      ["Use `a**b`.", "Use `a*b`."],
      ["| `a \\| b` | c |", "| `a b` | c |"],
      ["Write `&amp;`.", "Write `&`."],
    ] as const)
      expect(compare(before, after).changed, before).to.equal(true);
  });

  it("goes on with Markdown after a fence", () => {
    expect(compare(`${fenced("a")}\n# Title`, `${fenced("a")}\n## Title`).changed).to.equal(false);
    expect(compare("```js\na\n```", "````ts\na\n````").changed).to.equal(false);
    expect(compare("Run `ls`.", "Run ls.").changed).to.equal(false);
  });

  it("tells raised and lowered numbers apart", () => {
    expect(shownIn(compare("Price $19<sup>99</sup>", "Price $18<sup>99</sup>"))).to.deep.equal([
      "- Price $19^99",
      "+ Price $18^99",
    ]);
    expect(compare("10<sup>6</sup> tons", "106 tons").changed).to.equal(true);
    expect(compare("10<sup>-6</sup> tons", "10-6 tons").changed).to.equal(true);
    expect(compare("the 1<sup>st</sup>, H<sub>2</sub>O", "the 1st, H2O").changed).to.equal(false);
  });

  it("takes composed and decomposed letters as equal", () => {
    for (const text of ["Café Zürich", "Ångström", "한국어", "ガス"])
      expect(compare(text.normalize("NFC"), text.normalize("NFD")).changed, text).to.equal(false);
  });
});

describe("the comparison of texts: scripts without spaces", () => {
  const filler = {
    Japanese: "本日は晴天なり、店は朝九時から開いています。",
    Chinese: "我们每天早上九点开门欢迎光临本店。",
    Thai: "ร้านของเราเปิดทุกวันตั้งแต่เก้าโมงเช้า",
  };
  for (const [language, sentence] of Object.entries(filler))
    it(`shows the change in a long paragraph: ${language}`, () => {
      const page = (price: number): string => `${sentence.repeat(12)}${price}${sentence.repeat(12)}`;
      const [removed = "", added = "", ...rest] = shownIn(compare(page(5000), page(8000)));
      expect(rest).to.deep.equal([]);
      expect(removed)
        .to.match(/^- .*5000/u)
        .and.not.include("\u2060");
      expect(added).to.match(/^\+ .*8000/u);
      expect(added.replace(/^\+ /u, "")).to.satisfy((words: string) => page(8000).includes(words));
    });
});
