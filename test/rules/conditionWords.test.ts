import { expect } from "chai";
import type { MetCondition, ShownValue } from "#schemas/monitor/alertWhen.ts";
import { conditionLine } from "#rules/conditionWords.ts";

const price = (value: number, text: string): ShownValue => ({ value, text });
const text = (value: string): ShownValue => ({ value, text: value });
const above = (after: ShownValue, than: number): MetCondition => ({
  value: "price",
  is: "above",
  than,
  before: price(39, "€39.00"),
  after,
});

const lines: [line: string, condition: MetCondition][] = [
  ["€39.00 → €89.00 (above €80)", above(price(89, "€89.00"), 80)],
  ["€39.00 → 1.299,00 € (above 1000 €)", above(price(1299, "1.299,00 €"), 1000)],
  ["€39.00 → 12,5 % (above 12 %)", above(price(12.5, "12,5 %"), 12)],
  ["€39.00 → only 89 euros left (above 80)", above(price(89, "only 89 euros left"), 80)],
  ["€39.00 → €1.2m (above 1000000)", above(price(1_200_000, "€1.2m"), 1_000_000)],
  ["€39.00 → 89 kr (above 80 kr)", above(price(89, "89 kr"), 80)],
  ["5 (above 4)", { ...above(price(5, "5"), 4), before: null }],
  [
    "90 → 81 (by at least 10%)",
    { value: "price", is: "changedBy", than: "10%", before: price(90, "90"), after: price(81, "81") },
  ],
  ["Blue → Red", { value: "colour", is: "changed", before: text("Blue"), after: text("Red") }],
  [
    "Sold out → In stock (one of “In stock”, “Pre-order”)",
    { value: "stock", is: "in", than: ["In stock", "Pre-order"], before: text("Sold out"), after: text("In stock") },
  ],
  [
    "no → yes (is yes)",
    {
      value: "sale",
      is: "equals",
      than: true,
      before: { value: false, text: null },
      after: { value: true, text: "Sale" },
    },
  ],
  ["appeared: Sale", { value: "sale", is: "appears", before: null, after: text("Sale") }],
  [
    "appeared",
    { value: "sale", is: "appears", before: { value: false, text: null }, after: { value: true, text: "Sale" } },
  ],
  ["Red → nothing", { value: "colour", is: "changed", before: text("Red"), after: text("") }],
  ["disappeared: Sale", { value: "sale", is: "disappears", before: text("Sale"), after: null }],
  [
    "one two (contains “two”)",
    { value: "note", is: "contains", than: "two", before: null, after: text("one\n\u202Etwo") },
  ],
];

describe("the words of conditions that alerted", () => {
  for (const [line, condition] of lines) {
    it(line, () => expect(conditionLine([condition])).to.equal(line));
  }

  it("name the values where there are several, and count those beyond three", () => {
    const one = above(price(89, "€89.00"), 80);
    const line = "price €39.00 → €89.00 (above €80)";
    expect(conditionLine([one, one])).to.equal(`${line}; ${line}`);
    expect(conditionLine([one, one, one, one, one])).to.equal(`${line}; ${line}; ${line}; 2 more`);
    expect(conditionLine([])).to.equal(null);
  });
});
