import { expect } from "chai";
import { type NumberHints, readNumber } from "#rules/values/readNumber.ts";

/** Signs and codes of ten currencies, each as pages write it beside a price. */
const currencies = ["€", "$", "£", "CHF", "zł", "kr", "₹", "R$", "Kč", "USD"];

/** Twenty notations of a price. `¤` stands for the currency. */
const notations: [text: string, value: number, hints?: NumberHints][] = [
  ["1.299,00 ¤", 1299],
  ["¤ 1,299.00", 1299],
  ["1\u00a0299,50 ¤", 1299.5],
  ["1\u202f299 ¤", 1299, { language: "fr" }],
  ["¤ 1'299.50", 1299.5],
  ["¤ 1’299.–", 1299],
  ["1 299,90 ¤", 1299.9],
  ["1.299 ¤", 1299, { language: "de" }],
  ["¤ 1,299", 1299, { language: "en-GB" }],
  ["1.299 ¤", 1299, { others: ["49,90 €", "2.000,00 €"] }],
  ["¤ 12,34,567.50", 1_234_567.5],
  ["1.234.567 ¤", 1_234_567],
  ["39,- ¤", 39],
  ["¤ 39.90*", 39.9],
  ["ab 39,90 ¤ inkl. MwSt.", 39.9, { language: "de" }],
  ["Preis: 0,99 ¤", 0.99],
  ["−5,50 ¤", -5.5],
  ["-¤ 5.50", -5.5],
  ["(5.50 ¤)", -5.5],
  ["１，２９９．００ ¤", 1299],
];

/** Texts that are no price in a currency of the table above. */
const others: [text: string, value: number, hints?: NumberHints][] = [
  ["1 299,00", 1299],
  ["12,5 %", 12.5],
  ["12,5 %", 12.5, { language: "en" }],
  ["1.299", 1299, { language: "de" }],
  ["1.299", 1.299, { language: "en-GB" }],
  ["1.299", 1299, { language: "es-AR" }],
  ["1,299", 1299, { language: "es-MX" }],
  ["1.299", 1299, { currency: "EUR" }],
  ["1.299", 1299, { others: ["49,90"] }],
  ["0.299", 0.299],
  ["1299.000", 1299],
  ["1,759 €/l", 1.759, { language: "de" }],
  ["1.250 KWD", 1.25, { language: "en" }],
  ["١٬٢٩٩٫٥٠ د.إ", 1299.5],
  ["۱٬۲۹۹", 1299],
  ["₹१,२९,९९९", 129_999],
  ["1,299円", 1299],
  ["価格1,299円", 1299],
  ["3万円", 30_000],
  ["$5k", 5000],
  ["1,2 Mio. €", 1_200_000],
  ["₹ 2.5 crore", 25_000_000],
  ["1.299 Bewertungen", 1299, { language: "de" }],
  ["-5", -5],
  ["−5", -5],
  ["(5)", -5, { currency: "EUR" }],
  ["+7 %", 7],
  ["$.99", 0.99],
  ["Rs.1,299", 1299],
  ["iPhone 12", 12],
  ["12 m²", 12],
  ["5 kg", 5],
  ["0", 0],
  ["\u200e€39.90\u200f", 39.9],
];

/** Texts without one sure number. */
const refused: [text: string, reason: string, hints?: NumberHints][] = [
  ["1.299", "ambiguous_number"],
  ["1,299", "ambiguous_number", { language: "xx" }],
  ["1.299", "ambiguous_number", { others: ["49.90 €", "5,00 €"] }],
  ["1.299 €", "ambiguous_number", { language: "en" }],
  ["1,299 €", "ambiguous_number", { language: "de" }],
  ["1.299 €/l", "ambiguous_number"],
  ["KWD 1.250", "ambiguous_number"],
  ["iPhone 12 345 €", "ambiguous_number"],
  ["2 150", "ambiguous_number", { language: "en" }],
  ["1,2", "ambiguous_number", { language: "en" }],
  ["(5)", "ambiguous_number"],
  ["Reviews (5)", "ambiguous_number"],
  ["Preis - 5 €", "ambiguous_number"],
  ["5-", "ambiguous_number"],
  ["A4", "ambiguous_number"],
  ["TL-4", "ambiguous_number"],
  ["v1.2", "ambiguous_number"],
  ["3D", "ambiguous_number"],
  ["4K", "ambiguous_number"],
  ["5k", "ambiguous_number"],
  ["2 billion €", "ambiguous_number"],
  ["5千円", "ambiguous_number"],
  ["$12⁹⁹", "ambiguous_number"],
  ["1½", "ambiguous_number"],
  ["192.168.100.200", "ambiguous_number"],
  ["01.05", "ambiguous_number"],
  ["12.05.2026", "no_number"],
  ["1.2.3", "no_number"],
  ["5'11", "no_number"],
  ["", "no_number"],
  ["Gratis", "no_number"],
  ["½", "no_number"],
  ["5 - 10 €", "range"],
  ["5 € bis 10 €", "range"],
  ["39 € 49 €", "several_numbers"],
  ["-20 % 39,00 €", "several_numbers"],
  ["12:30", "several_numbers"],
  ["2026-11-26", "several_numbers"],
  ["1e5", "several_numbers"],
  ["1万5000円", "several_numbers"],
  ["1234567890123456", "too_long"],
  ["1,234,567,890,123,456.00", "too_long"],
];

describe("numbers of pages", () => {
  it("are read in 20 notations and 10 currencies, without a wrong value", () => {
    const cases = notations.flatMap(([text, value, hints]) =>
      currencies.map((currency) => ({ text: text.replace("¤", currency), value, hints: hints ?? {} })),
    );
    expect(cases).to.have.length(200);
    const wrong = cases.filter(({ text, value, hints }) => {
      const reading = readNumber(text, hints);
      return !("value" in reading) || reading.value !== value;
    });
    expect(wrong.map(({ text, hints }) => ({ text, ...readNumber(text, hints) }))).to.deep.equal([]);
  });

  for (const [text, value, hints = {}] of others)
    it(`are ${value} in ${JSON.stringify(text)} with ${JSON.stringify(hints)}`, () => {
      expect(readNumber(text, hints)).to.deep.equal({ value });
    });

  for (const [text, reason, hints = {}] of refused)
    it(`are refused as ${reason} in ${JSON.stringify(text)} with ${JSON.stringify(hints)}`, () => {
      expect(readNumber(text, hints)).to.deep.equal({ reason });
    });

  it("are refused in texts of a megabyte, and read beside long texts of other numbers", () => {
    for (const part of ["1", "1.", "1 ", "(", "-", "€", " ", "a1", "١", "1,234"])
      expect(readNumber(part.repeat(1_000_000), {}), part).to.deep.equal({ reason: "too_long" });
    const hints = { others: ["1.".repeat(500_000), ...Array.from({ length: 100_000 }, () => "49,90 €")] };
    expect(readNumber("1.299", hints)).to.deep.equal({ value: 1299 });
  });

  it("take each text of hostile signs up to the limit without an error", () => {
    for (const part of ["1", "1.", "1 2", "(", "-", "€", " ", "a1", "١", "1,234 ", ".5", "1½", "\ud800", "𝟙"])
      expect(readNumber(part.repeat(2_000).slice(0, 2_000), {}), part).to.have.property("reason");
  });
});
