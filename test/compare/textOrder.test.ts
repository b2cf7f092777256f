import { expect } from "chai";
import { compareTexts, type TextTask } from "#activities/compare/text/compareTexts.ts";

const rows = ["| Item | Price |", "| --- | --- |", "| Lamp | 10 |", "| Chair | 20 |", "| Rug | 30 |", "| Rug | 30 |"];
const [head = "", rule = "", lamp = "", chair = "", rug = ""] = rows;
const textOf = (...body: string[]): string => [head, rule, ...body].join("\n");
const before = textOf(lamp, chair, rug, rug);

const counted = (after: string, rules: Partial<TextTask>) => {
  const { changed, addedWords, removedWords, changes } = compareTexts({ before, after, ignore: [], ...rules });
  return [changed, addedWords, removedWords, changes.map(({ change, words }) => `${change}: ${words}`)];
};

describe("rules of compared words", () => {
  it("ignoreOrder ignores moved rows, and only those", () => {
    const moved = textOf(rug, chair, rug, lamp);
    expect(counted(moved, {})[0]).to.equal(true);
    expect(counted(moved, { ignoreOrder: true })).to.deep.equal([false, 0, 0, []]);
    const withSofa = textOf(rug, chair, "| Sofa | 90 |", rug, lamp);
    expect(counted(withSofa, { ignoreOrder: true })).to.deep.equal([true, 2, 0, ["added: Sofa 90"]]);
    const once = textOf(rug, lamp, chair);
    expect(counted(once, { ignoreOrder: true })).to.deep.equal([true, 0, 2, ["removed: Rug 30"]]);
  });

  it("onlyAdded and onlyRemoved take words of one kind", () => {
    const more = textOf(lamp, chair, rug, rug, "| Sofa | 90 |");
    const fewer = textOf(lamp, chair);
    const dearer = textOf(lamp.replace("10", "12"), chair, rug, rug);
    expect([more, fewer, dearer].map((after) => counted(after, { only: "added" })[0])).to.deep.equal([
      true,
      false,
      true,
    ]);
    expect([more, fewer, dearer].map((after) => counted(after, { only: "removed" })[0])).to.deep.equal([
      false,
      true,
      true,
    ]);
    expect(counted(dearer, { only: "added" })).to.deep.equal([true, 1, 1, ["added: Lamp 12"]]);
  });
});
