import { expect } from "chai";
import { forecastCredits, wholeMonth } from "#console/screens/account/month.ts";

describe("the month of the usage screen", () => {
  it("has each of its days, also those without credits", () => {
    const used = { date: "2028-02-03", net: 4, byOperation: { render: 4 } };
    const days = wholeMonth("2028-02", [used]);
    expect([days.length, days[0]?.date, days.at(-1)?.date]).to.deep.equal([29, "2028-02-01", "2028-02-29"]);
    expect(days[2]).to.equal(used);
    expect(days[3]?.net).to.equal(0);
  });

  const at = (time: string) => Date.parse(`2026-11-${time}Z`);
  /** The credits of days of November, from `first` on. */
  const from = (first: number, ...credits: number[]) =>
    credits.map((net, index) => ({ date: `2026-11-${String(first + index).padStart(2, "0")}`, net, byOperation: {} }));

  it("is forecast from the credits of the last seven days", () => {
    const even = from(1, ...Array.from({ length: 10 }, () => 10));
    expect(forecastCredits(even, at("11T00:00:00"))).to.equal(300);
    const doubled = from(1, 10, 10, 10, 10, 20, 20, 20, 20, 20, 20);
    expect(forecastCredits(doubled, at("11T00:00:00"))).to.equal(160 + 20 * 20);
    expect(forecastCredits([], at("11T00:00:00"))).to.equal(0);
  });

  it("is forecast from the first use on, and not within a day of it", () => {
    expect(forecastCredits(from(9, 50, 50), at("11T00:00:00"))).to.equal(100 + 50 * 20);
    expect(forecastCredits(from(10, 50), at("10T12:00:00"))).to.equal(null);
    expect(forecastCredits(from(1, 50), at("01T12:00:00"))).to.equal(null);
  });
});
