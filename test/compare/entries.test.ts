import { expect } from "chai";
import * as fc from "fast-check";
import { compareTexts, type TextTask } from "#activities/compare/text/compareTexts.ts";
import { indentJson } from "#activities/documents/kinds/indentJson.ts";
import type { Json } from "#schemas/common.ts";

type Rules = Partial<Omit<TextTask, "before" | "after">>;

/** JSON as the page of a capture has it. */
const pageOf = (json: string) =>
  `\`\`\`json\n${indentJson(json, { maxLines: 20_000, maxChars: 1_000_000 }).lines.join("\n")}\n\`\`\`\n`;

const compare = (before: string, after: string, rules: Rules = {}) =>
  compareTexts({ before, after, ignore: [], ...rules });

/** The changed entries of two JSON texts, with `-` for removed and `+` for added ones. */
const textChanges = (before: string, after: string, rules: Rules = {}) =>
  listed(compare(pageOf(before), pageOf(after), rules));

const jsonChanges = (before: unknown, after: unknown, rules: Rules = {}) =>
  textChanges(JSON.stringify(before), JSON.stringify(after), rules);

const listed = ({ changes }: ReturnType<typeof compareTexts>) =>
  changes.map(({ change, words }) => `${change === "added" ? "+" : "-"} ${words}`);

describe("changes of JSON", () => {
  it("have the path of each entry, its value before and after, side by side", () => {
    const shop = (price: number, stock: number) => ({ shop: { price, stock, "open now": true } });
    expect(jsonChanges(shop(39, 4), shop(89, 3))).to.deep.equal([
      "- $.shop.price: 39",
      "+ $.shop.price: 89",
      "- $.shop.stock: 4",
      "+ $.shop.stock: 3",
    ]);
    expect(jsonChanges({ "open now": true }, { "open now": false })).to.deep.equal([
      '- $["open now"]: true',
      '+ $["open now"]: false',
    ]);
  });

  it("match entries of a list by their key, wherever they stand", () => {
    const [anvil, skates, rocket] = ["Anvil", "Skates", "Rocket"].map((name, id) => ({ id, name, price: id * 10 }));
    expect(jsonChanges({ items: [anvil, skates] }, { items: [rocket, anvil, { ...skates, price: 12 }] })).to.deep.equal(
      [
        "- $.items[?@.id==1].price: 10",
        "+ $.items[?@.id==1].price: 12",
        '+ $.items[?@.id==2]: {"id": 2, "name": "Rocket", "price": 20}',
      ],
    );
    expect(jsonChanges([anvil, skates], [skates])).to.deep.equal([
      '- $[?@.id==0]: {"id": 0, "name": "Anvil", "price": 0}',
    ]);
  });

  it("take no member for a key that repeats, or that an entry lacks", () => {
    const items = [{ id: 1, name: "a" }, { id: 1, name: "b" }, { name: "c" }];
    expect(jsonChanges(items, items.with(1, { id: 2, name: "b" }))).to.deep.equal([
      '- $[?@.name=="b"].id: 1',
      '+ $[?@.name=="b"].id: 2',
    ]);
    expect(jsonChanges([{ id: 1 }, { id: 1, x: 1 }], [{ id: 1 }, { id: 1, x: 2 }])).to.deep.equal([
      "- $[1].x: 1",
      "+ $[1].x: 2",
    ]);
  });

  it("match entries without a key by their places, after what both lists begin and end with", () => {
    expect(jsonChanges(["a", "b", "c"], ["a", "x", "b", "c"])).to.deep.equal(['+ $[1]: "x"']);
    expect(jsonChanges(["a", "b", "c"], ["a", "y", "c"])).to.deep.equal(['- $[1]: "b"', '+ $[1]: "y"']);
    expect(jsonChanges([[1, 2], [3]], [[1, 2]])).to.deep.equal(["- $[1]: [3]"]);
  });

  it("tell another order of entries with a key, unless the order is ignored", () => {
    const items = [{ id: 1 }, { id: 2 }, { id: 3 }];
    const moved = [{ id: 2 }, { id: 1 }, { id: 3 }];
    expect(jsonChanges({ items }, { items: moved })).to.deep.equal([
      "- $.items order: 1, 2, 3",
      "+ $.items order: 2, 1, 3",
    ]);
    expect(jsonChanges({ items }, { items: moved }, { ignoreOrder: true })).to.deep.equal([]);
    expect(jsonChanges(["a", "b"], ["b", "a"], { ignoreOrder: true })).to.deep.equal([]);
    expect(jsonChanges(["a", "b"], ["b", "c"], { ignoreOrder: true })).to.deep.equal(['- $[*]: "a"', '+ $[*]: "c"']);
  });

  it("find a change of kind, of an empty list and of the last digit of a long number", () => {
    expect(jsonChanges({ a: {} }, { a: [] })).to.deep.equal(["- $.a: {}", "+ $.a: []"]);
    expect(jsonChanges({ a: [] }, { a: [1] })).to.deep.equal(["+ $.a[0]: 1"]);
    expect(textChanges('{"a":12345678901234567890}', '{"a":12345678901234567891}')).to.deep.equal([
      "- $.a: 12345678901234567890",
      "+ $.a: 12345678901234567891",
    ]);
  });

  it("leave out what a pattern removes from the lines of the page", () => {
    const data = (at: string, price: number) => ({ price, at });
    const ignore = [String.raw`"at": ".*"`];
    expect(jsonChanges(data("9:00", 1), data("9:05", 1), { ignore })).to.deep.equal([]);
    expect(jsonChanges(data("9:00", 1), data("9:05", 2), { ignore })).to.deep.equal(["- $.price: 1", "+ $.price: 2"]);
  });

  it("keep the path beside a long value, and show its first difference", () => {
    const long = `${"word ".repeat(100)}end`;
    const [removed = "", added = ""] = jsonChanges({ text: long }, { text: `${long}s` });
    expect(removed).to.match(/^- \$\.text: …(?:.*)word end"$/u);
    expect(added).to.match(/^\+ \$\.text: …(?:.*)word ends"$/u);
    expect(added.length).to.be.at.most(202);
  });

  it("are those of one kind alone, if the rules say so", () => {
    expect(jsonChanges({ a: 1 }, { a: 2, b: 3 }, { only: "added" })).to.deep.equal(["+ $.a: 2", "+ $.b: 3"]);
  });

  const json = fc.jsonValue({ maxDepth: 4 });

  it("are none for the same data, for any data", () => {
    fc.assert(fc.property(json, (data) => jsonChanges(data, data).length === 0));
  });

  it("are none for another order of keys, for any data", () => {
    fc.assert(
      fc.property(json, (data) => {
        const task = [data, turned(data)].map((one) => pageOf(JSON.stringify(one)));
        expect(compare(task[0] ?? "", task[1] ?? "")).to.include({ changed: false, diff: "" });
      }),
    );
  });

  it("are there for any two data that differ in more than order", () => {
    // Space between words does not count.
    const words = fc.stringMatching(/^\w*$/u);
    const data = fc.dictionary(words, fc.oneof(fc.integer(), fc.array(fc.integer()), words));
    fc.assert(
      fc.property(data, data, (before, after) => {
        const sorted = [before, after].map((one) => JSON.stringify(Object.entries(one).toSorted(byKey)));
        expect(jsonChanges(before, after).length > 0).to.equal(sorted[0] !== sorted[1]);
      }),
    );
  });

  it("are found by lines if the data is cut, too deep, or repeats a key", () => {
    const cut = 'The page shows the first 2 lines of this document.\n\n```json\n{\n  "a": 1\n```\n';
    expect(listed(compare(cut, cut.replace("1\n", "2\n")))).to.deep.equal(['- "a": 1', '+ "a": 2']);
    const deep = (end: number) => `${"[".repeat(5_000)}${end}${"]".repeat(5_000)}`;
    expect(textChanges(deep(1), deep(2))).to.deep.equal(["- 1", "+ 2"]);
    expect(textChanges('{"a":1,"a":2}', '{"a":1,"a":3}')).to.deep.equal(['- "a": 2', '+ "a": 3']);
  });

  it("are found in time in data that repeats long paths", function () {
    this.timeout(20_000);
    const name = "x".repeat(2_000);
    const nested = (value: number) => {
      let data: Json = Array.from({ length: 2_000 }, (_, index) => value + index);
      for (let depth = 0; depth < 150; depth += 1) data = { [name]: data };
      return data;
    };
    expect(jsonChanges(nested(0), nested(1)).length).to.be.greaterThan(0);
    const wide = (value: number) => Array.from({ length: 5_000 }, (_, id) => ({ id: `${id}`, value }));
    expect(jsonChanges(wide(1), wide(2))).to.have.length(20);
  });
});

/** The order of members by their keys. */
function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** The same data with the members of each object from the last to the first. */
function turned(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(turned);
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(
    Object.entries(data)
      .toReversed()
      .map(([key, value]) => [key, turned(value)]),
  );
}

describe("changes of a table", () => {
  const page = (...rows: [string, string][]) =>
    rows.map((cells, index) => `| ${cells.join(" | ")} |\n${index === 0 ? "| --- | --- |\n" : ""}`).join("");
  const changes = (before: string, after: string, rules: Rules = {}) =>
    listed(compare(before, after, { kind: "table", ...rules }));
  const head: [string, string] = ["name", "stock"];

  it("name the row by its first column, and the column", () => {
    const before = page(head, ["Anvil", "4"], ["Skates", "7"]);
    expect(changes(before, page(head, ["Anvil", "4"], ["Rocket", "1"], ["Skates", "6"]))).to.deep.equal([
      "- Skates · stock: 7",
      "+ Skates · stock: 6",
      "+ Rocket · stock: 1",
    ]);
    expect(changes(before, page(head, ["Skates", "7"]))).to.deep.equal(["- Anvil · stock: 4"]);
  });

  it("name the row by its number if the first column repeats", () => {
    const before = page(head, ["Anvil", "4"], ["Anvil", "7"]);
    expect(changes(before, page(head, ["Anvil", "4"], ["Anvil", "8"]))).to.deep.equal([
      "- row 2 · stock: 7",
      "+ row 2 · stock: 8",
    ]);
  });

  it("tell another name of a column, also of an empty table, and not another order of columns", () => {
    expect(changes(page(head), page(["name", "price"]))).to.deep.equal([
      "- columns: name, stock",
      "+ columns: name, price",
    ]);
    const three = (...rows: string[][]) =>
      rows.map((cells, index) => `| ${cells.join(" | ")} |\n${index === 0 ? "| --- | --- | --- |\n" : ""}`).join("");
    const before = three(["name", "stock", "price"], ["Anvil", "4", "9"]);
    expect(changes(before, three(["name", "price", "stock"], ["Anvil", "9", "4"]))).to.deep.equal([]);
  });

  it("read cells with bars and marks as a reader does", () => {
    const before = page(head, [String.raw`A\|B`, String.raw`\*4\*`]);
    expect(changes(before, page(head, [String.raw`A\|B`, "5"]))).to.deep.equal([
      "- A|B · stock: *4*",
      "+ A|B · stock: 5",
    ]);
  });

  it("are found by lines in a page that is no table alone", () => {
    const before = `Note\n\n${page(head, ["Anvil", "4"])}`;
    expect(changes(before, before.replace("4", "5"))).to.deep.equal(["- Anvil 4", "+ Anvil 5"]);
  });
});

describe("changes of a feed", () => {
  const feed = (...entries: [string, string][]) =>
    `# News\n\n${entries.map(([title, words]) => `## ${title}\n\n2026-11-28 10:00 UTC\n\n${words}`).join("\n\n")}\n`;
  /** The same with the id of each entry. */
  const withIds = (...entries: [string, string, string][]) =>
    `# News\n\n${entries.map(([id, title, words]) => `<!-- ${id} -->\n\n## ${title}\n\n2026-11-28 10:00 UTC\n\n${words}`).join("\n\n")}\n`;
  const changes = (before: string, after: string) => listed(compare(before, after, { kind: "feed" }));
  const [one, two, three] = [1, 2, 3].map((count): [string, string] => [`News ${count}`, `Words ${count}`]);
  if (one === undefined || two === undefined || three === undefined) throw new Error("There are three entries.");

  it("are entries that came and went, by their titles", () => {
    expect(changes(feed(one, two), feed(three, one))).to.deep.equal([
      "- News 2 · 2026-11-28 10:00 UTC · Words 2",
      "+ News 3 · 2026-11-28 10:00 UTC · Words 3",
    ]);
    expect(changes(feed(one, two), feed(two, one))).to.deep.equal([]);
  });

  it("are entries with other words, or with another title", () => {
    expect(changes(feed(one, two), feed(one, ["News 2", "Corrected"]))).to.deep.equal([
      "- News 2 · 2026-11-28 10:00 UTC · Words 2",
      "+ News 2 · 2026-11-28 10:00 UTC · Corrected",
    ]);
    const { addedWords, removedWords } = compare(feed(one, two), feed(one, ["Fresh 2", "Words 2"]), { kind: "feed" });
    expect([addedWords, removedWords]).to.deep.equal([1, 1]);
  });

  it("are those of the entry with the same id, whatever its title and words became", () => {
    expect(
      changes(withIds(["7", ...one], ["8", ...two]), withIds(["8", "Fresh 2", "Other"], ["7", ...one])),
    ).to.deep.equal(["- News 2 · 2026-11-28 10:00 UTC · Words 2", "+ Fresh 2 · 2026-11-28 10:00 UTC · Other"]);
  });

  it("are no change of another entry with the same title", () => {
    const before = withIds(["1", "Update", "Tea"], ["2", "Notice", "Words"], ["3", "Update", "Milk"]);
    const after = withIds(["4", "Update", "Salt"], ["1", "Update", "Tea"], ["2", "Notice", "Words"]);
    expect(changes(before, after)).to.deep.equal([
      "- Update · 2026-11-28 10:00 UTC · Milk",
      "+ Update · 2026-11-28 10:00 UTC · Salt",
    ]);
    expect(changes(before, withIds(["2", "Notice", "Words"], ["3", "Update", "Milk"]))).to.deep.equal([
      "- Update · 2026-11-28 10:00 UTC · Tea",
    ]);
  });

  it("are none for other ids of entries that read the same", () => {
    const entries = (from: number) => withIds([`${from}`, ...one], [`${from + 1}`, ...two], [`${from + 2}`, ...three]);
    expect(changes(entries(1), entries(4))).to.deep.equal([]);
    expect(changes(entries(1), entries(2))).to.deep.equal([]);
    expect(changes(entries(1), withIds(["9", "News 2", "Corrected"], ["8", ...one], ["7", ...three]))).to.deep.equal([
      "- News 2 · 2026-11-28 10:00 UTC · Words 2",
      "+ News 2 · 2026-11-28 10:00 UTC · Corrected",
    ]);
  });

  it("do not show ids where a page is compared by lines", () => {
    const cut = `The page shows the first 1 entries of 2 entries.\n\n${withIds(["1", ...one])}`;
    expect(changes(cut, cut.replace("<!-- 1 -->", "<!-- 2 -->").replace("Words 1", "Salt 1"))).to.deep.equal([
      "- Words 1",
      "+ Salt 1",
    ]);
  });

  it("are told for entries that repeat a title", () => {
    expect(changes(feed(one, one), feed(one))).to.deep.equal(["- News 1 · 2026-11-28 10:00 UTC · Words 1"]);
  });

  it("are found by lines in another page, also if its reply is said to be a feed", () => {
    const page = "Note\n\n# News\n\nOne\n";
    expect(changes(page, page.replace("One", "Two"))).to.deep.equal(["- One", "+ Two"]);
  });
});
