import { expect } from "chai";
import { readJsonPath } from "#activities/extract/values/readJsonPath.ts";
import type { Json } from "#schemas/common.ts";

const shop: Json = {
  items: [
    { name: "Rocket skates", price: 39, tags: ["a", "b"], stock: true },
    { name: "Anvil", price: 89.5, tags: [], stock: false },
    { name: "Skateboard", price: 20, stock: null },
  ],
  "odd 'key'": { price: 1 },
};

describe("JSONPath", () => {
  const expected: [path: string, values: Json[]][] = [
    ["$.items[0].price", [39]],
    ["$.items[-1].name", ["Skateboard"]],
    ["$.items[*].price", [39, 89.5, 20]],
    ["$..price", [39, 89.5, 20, 1]],
    ["$.items[?@.price < 50].name", ["Rocket skates", "Skateboard"]],
    ["$.items[?search(@.name, '(?i)skate')].price", [39, 20]],
    ["$.items[?search(@.name, 'Skate')].price", [20]],
    ["$.items[?match(@.name, 'A.*')].price", [89.5]],
    ["$.items[?match(@.name, 'nvil')].price", []],
    ["$.items[?search(@.name, '(')].price", []],
    ["$.items[0].tags", [["a", "b"]]],
    ["$.items[?count(@.tags[*]) == 2].name", ["Rocket skates"]],
    ["$.items[0:2].stock", [true, false]],
    ["$.items[2].stock", [null]],
    ["$['odd \\'key\\''].price", [1]],
    ["$.missing", []],
    ["$.constructor", []],
    ["$.items.length", []],
  ];
  for (const [path, values] of expected)
    it(`reads ${path}`, () => {
      expect(readJsonPath(shop, path, 100)).to.deep.equal({ values });
    });

  it("reads no more values than asked for", () => {
    expect(readJsonPath(shop, "$..price", 2)).to.deep.equal({ values: [39, 89.5] });
  });

  it("refuses an invalid path", () => {
    for (const path of ["", "items", "$.", "$[", "$[?@.a ==]", "$[?eval('1')]", `$${"[?(".repeat(120)}`])
      expect(readJsonPath(shop, path, 10), path).to.deep.equal({ reason: "invalid_path" });
  });

  it("ends a path whose time grows with a power of the document", () => {
    const wide: Json = Array.from({ length: 5_000 }, (_entry, index) => ({ a: [index, `${"a".repeat(100)}!`] }));
    for (const path of ["$[?count($[*]) < 0]", "$[?count($..*) < 0]"])
      expect(readJsonPath(wide, path, 10), path).to.deep.equal({ reason: "too_complex" });
  });

  it("tests a pattern in linear time that takes JavaScript exponential time", () => {
    const texts: Json = Array.from({ length: 100 }, () => `${"a".repeat(100)}!`);
    expect(readJsonPath(texts, "$[?search(@, '(a+)+$')]", 10)).to.deep.equal({ values: [] });
  });

  it("ends at a document that is too deep", () => {
    const deep: Json = JSON.parse(`${"[".repeat(100_000)}1${"]".repeat(100_000)}`);
    expect(readJsonPath(deep, "$..none", 10)).to.deep.equal({ reason: "too_complex" });
    expect(readJsonPath(deep, "$[0]", 1)).to.have.property("values");
  });
});
