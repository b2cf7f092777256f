import { expect } from "chai";
import { changeSummary } from "#rules/changeSummary.ts";
import type { RegionChange, RunFindings } from "#schemas/monitor/run.ts";
import type { TextFindings } from "#schemas/monitor/text.ts";

const found = (part: Partial<RunFindings>): RunFindings => ({
  changed: true,
  transient: false,
  unconfirmed: false,
  belowThreshold: false,
  differenceRatio: 0,
  threshold: 0,
  changedPixels: 0,
  comparedPixels: 1,
  regions: [],
  regionsTruncated: false,
  ...part,
});
const words = (changes: TextFindings["changes"], addedWords: number, removedWords: number): Partial<RunFindings> => ({
  text: { changed: true, addedWords, removedWords, changes, diff: null },
});
const region = (part: Partial<RegionChange>): RegionChange => ({
  selector: "p",
  label: "",
  role: "text",
  status: "changed",
  changes: ["changed"],
  differenceRatio: 1,
  x: 0,
  y: 0,
  width: 1,
  height: 1,
  ...part,
});

describe("a change in one line", () => {
  const [removed, added] = ["removed", "added"] as const;
  const pair = [
    { change: removed, words: "€ 39.00" },
    { change: added, words: "€ 34.00" },
  ];
  const cases: Record<string, [Partial<RunFindings>, string]> = {
    "shows both sides of replaced words": [words(pair, 2, 2), "€ 39.00 → € 34.00"],
    "names the entry of data once": [
      words(
        [
          { change: removed, words: "$.items[?@.id==3].price: 39" },
          { change: added, words: "$.items[?@.id==3].price: 89" },
        ],
        1,
        1,
      ),
      "$.items[?@.id==3].price: 39 → 89",
    ],
    "names both if one of them ends with the path": [
      words(
        [
          { change: removed, words: "$.note: " },
          { change: added, words: "$.note: new" },
        ],
        1,
        0,
      ),
      "$.note: → $.note: new",
    ],
    "shows the first replaced words, and counts the other passages": [
      words(
        [
          { change: removed, words: "€39.00" },
          { change: removed, words: "Sold out" },
          { change: added, words: "€89.00" },
          { change: added, words: "In stock" },
          { change: removed, words: "within two days" },
          { change: added, words: "within three days" },
          { change: added, words: "New in our shop" },
        ],
        9,
        5,
      ),
      "€39.00 → €89.00, and 4 more",
    ],
    "shows the first short ones": [
      words([...pair.map(({ change }) => ({ change, words: "x".repeat(90) })), ...pair], 3, 3),
      "€ 39.00 → € 34.00, and 1 more",
    ],
    "counts both if passages have no counterpart": [
      words(
        [
          { change: removed, words: "Sold out" },
          { change: removed, words: "today" },
          { change: added, words: "In stock" },
        ],
        2,
        3,
      ),
      "+2, −3 words",
    ],
    "counts both if the added words come first": [words(pair.toReversed(), 2, 2), "+2, −2 words"],
    "counts added words": [words([{ change: added, words: "a ".repeat(14) }], 14, 0), "+14 words"],
    "counts one removed word": [words([{ change: removed, words: "sale" }], 0, 1), "−1 word"],
    "counts both if the sides are long": [
      words(
        pair.map(({ change }) => ({ change, words: "x".repeat(90) })),
        9,
        1,
      ),
      "+9, −1 word",
    ],
    "shows both labels of a changed region": [
      { pageRegions: [region({ label: "Sold out", previousLabel: "In stock" })], differenceRatio: 0.2 },
      "In stock → Sold out",
    ],
    "names a new region": [
      { pageRegions: [region({ label: "Summer\nsale", status: "added", changes: ["added"] })] },
      "New: Summer sale",
    ],
    "falls back to the share of the picture": [{ differenceRatio: 0.0312 }, "3.1 % of the picture"],
    "never says 0 %": [{ differenceRatio: 0.000_01 }, "Less than 0.01 % of the picture"],
    "keeps marks out that turn the direction of text": [
      words(
        [
          { change: removed, words: "\u202e1\n2" },
          { change: added, words: "3" },
        ],
        1,
        1,
      ),
      "1 2 → 3",
    ],
  };
  for (const [name, [findings, line]] of Object.entries(cases)) {
    it(name, () => expect(changeSummary(found(findings))).to.equal(line));
  }
});
