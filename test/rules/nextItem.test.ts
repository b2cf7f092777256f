import { expect } from "chai";
import { nextItem } from "#rules/outcomes.ts";

describe("the next page of a batch", () => {
  const pages = (hosts: string) => hosts.split("").map((throttleKey) => ({ throttleKey }));
  const table: [what: string, waiting: string, underWay: Record<string, number>, place: number][] = [
    ["is the first where nothing is under way", "aab", {}, 0],
    ["is of another host than the one under way", "aab", { a: 1 }, 2],
    ["is of the host with the fewest under way", "abc", { a: 2, b: 1, c: 3 }, 1],
    ["is of a busy host where no other is left", "aa", { a: 1 }, 0],
    ["is not of a host that has as many under way as it may", "aab", { a: 2, b: 1 }, 2],
    ["is none where all hosts have", "ab", { a: 2, b: 3 }, -1],
    ["is none where none is left", "", { a: 1 }, -1],
  ];
  for (const [what, waiting, underWay, place] of table) {
    it(what, () => expect(nextItem(pages(waiting), new Map(Object.entries(underWay)), 2)).to.equal(place));
  }
});
