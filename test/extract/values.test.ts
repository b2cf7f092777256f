import { expect } from "chai";
import { readValues } from "#activities/extract/values/readValues.ts";
import type { ValueEntry } from "#schemas/options/values.ts";

const search = { owner: "account" };
const contentsOf = (text: string) => ({ challenge: null, isEmpty: false, text });

/** The values of a page with this language, text, and texts of elements. */
function read(entries: readonly ValueEntry[], page: { language: string | null; text: string; elements: string[][] }) {
  const { language, text, elements } = page;
  return readValues(entries, { probed: { values: { language, elements } }, contents: contentsOf(text) }, search);
}

const price: ValueEntry = { name: "price", selector: ".price", as: "number" };

describe("values of a page", function () {
  this.timeout(20_000);

  const prices: [text: string, language: string | null, page: string, value: number | null, reason?: string][] = [
    ["1.299,00 €", "de", "", 1299],
    ["$1,299.00", "en", "", 1299],
    ["4.500", "de", "", 4500],
    ["4.500", null, "", null, "ambiguous_number"],
    ["4.500", null, "Versand 4,90 € und 12,00 €", 4500],
    ["4.500", null, "Shipping $4.90", 4.5],
    ["from 10 to 20", "en", "", null, "range"],
    ["Sold out", "en", "", null, "no_number"],
  ];
  for (const [text, language, page, value, reason] of prices) {
    it(`read ${text} of a page in ${language ?? "no language"} with ${page || "no amounts"}`, async () => {
      const values = await read([price], { language, text: page, elements: [[text]] });
      expect(values).to.deep.equal({ price: { value, text, ...(reason !== undefined && { reason }) } });
    });
  }

  it("take no notation from the page for an attribute", async () => {
    const entry: ValueEntry = { ...price, attribute: "data-price" };
    const values = await read([entry], { language: "de", text: "4,90 €", elements: [["4.500"]] });
    expect(values["price"]).to.include({ value: null, reason: "ambiguous_number" });
  });

  it("have no product if a hostile page gives another shape", async () => {
    for (const product of [null, [], { address: "https://a.example/", jsonLd: "x" }, { microdata: [1] }]) {
      const probed = { values: { language: null, elements: [] }, product };
      const entry: ValueEntry = { name: "price", product: "price" };
      const values = await readValues([entry], { probed, contents: contentsOf("") }, search);
      expect(values["price"]).to.deep.equal({ value: null, text: null, reason: "page_changed" });
    }
  });

  it("are null with a reason if a hostile page gives another shape", async () => {
    const captured = { probed: { values: [{ value: 1 }] }, contents: contentsOf("") };
    expect(await readValues([price], captured, search)).to.deep.equal({
      price: { value: null, text: null, reason: "page_changed" },
    });
  });
});
