import { expect } from "chai";
import { readNumber } from "#rules/values/readNumber.ts";

describe("numbers of pages", () => {
  it("refuses a number with two readings, and reads it by each fact of the page", () => {
    expect(readNumber("1.299", {})).to.deep.equal({ reason: "ambiguous_number" });
    expect(readNumber("1.299", { language: "de" })).to.deep.equal({ value: 1299 });
    expect(readNumber("1.299", { language: "en-GB" })).to.deep.equal({ value: 1.299 });
    expect(readNumber("1.299", { currency: "EUR" })).to.deep.equal({ value: 1299 });
    expect(readNumber("1.299", { others: ["49,90 €", "5,00 €"] })).to.deep.equal({ value: 1299 });
    expect(readNumber("1.299", { others: ["49.90 €", "5,00 €"] })).to.deep.equal({ reason: "ambiguous_number" });
  });

  it("refuses a price if the language and the currency disagree", () => {
    expect(readNumber("1.299 €", { language: "en" })).to.deep.equal({ reason: "ambiguous_number" });
    expect(readNumber("1,759 €/l", { language: "de" })).to.deep.equal({ value: 1.759 });
  });
});
