import { expect } from "chai";
import { findInJson } from "#activities/extract/values/findInJson.ts";
import { maxReadChars, maxTexts, toJsonValue } from "#activities/extract/values/toValue.ts";
import type { ValueEntry } from "#schemas/options/values.ts";

const shop = {
  offers: [
    { name: "Rocket skates", price: 1.299, stock: 3, tags: ["fast", "red"], onSale: true },
    { name: "Anvil", price: "89.50", stock: 0, tags: [], onSale: null },
  ],
};

function read(path: string, as?: ValueEntry["as"], text = JSON.stringify(shop)) {
  const entry = { name: "value", jsonPath: path, ...(as !== undefined && { as }) };
  const [found = { reason: "none" }] = findInJson({
    text,
    paths: [{ path, maxMatches: maxTexts(as) }],
    maxChars: maxReadChars,
  });
  return toJsonValue(entry, found);
}

describe("values of JSON documents", () => {
  it("are read by their type, and a number is never read by the notation of a language", () => {
    const wanted: [path: string, as: ValueEntry["as"], value: unknown][] = [
      ["$.offers[0].price", "number", 1.299],
      ["$.offers[1].price", "number", 89.5],
      ["$.offers[0].price", "text", "1.299"],
      ["$.offers[?@.stock > 0].name", "text", "Rocket skates"],
      ["$.offers[*].name", "list", ["Rocket skates", "Anvil"]],
      ["$.offers[0].tags", "list", ["fast", "red"]],
      ["$.offers[1].tags", "list", []],
      ["$.offers[0].onSale", "boolean", true],
      ["$.offers[0].name", "boolean", true],
      ["$.offers[9]", "boolean", false],
      ["$.offers[0].tags", "text", "fast"],
      ["$.offers[1]", "text", JSON.stringify(shop.offers[1])],
    ];
    for (const [path, as, value] of wanted) expect(read(path, as).value, `${path} as ${as}`).to.deep.equal(value);
  });

  it("say why there is none", () => {
    const text = "x".repeat(5_000);
    expect(read("$.offers[1].onSale")).to.deep.equal({ value: null, text: null, reason: "not_found" });
    expect(read("$.offers[0].name", "number").reason).to.equal("no_number");
    expect(read("$.none", "text", "<p>no JSON").reason).to.equal("no_json");
    expect(read("$", "text", JSON.stringify(text)).reason).to.equal("too_long");
    expect(read("$", "list", JSON.stringify(Array(200).fill("x"))).reason).to.equal("too_long");
    const deep = `${'{"a":'.repeat(200)}1${"}".repeat(200)}`;
    expect(read("$..none", "text", deep).reason).to.equal("too_complex");
    const wide = JSON.stringify(Array.from({ length: 5_000 }, (_entry, index) => [index]));
    expect(read("$[?count($[*]) < 0]", "text", wide).reason).to.equal("too_complex");
  });
});
