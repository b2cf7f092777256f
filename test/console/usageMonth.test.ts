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

  it("is forecast from the credits so far, but not within the first day", () => {
    expect(forecastCredits(100, Date.parse("2026-11-11T00:00:00Z"))).to.equal(300);
    expect(forecastCredits(0, Date.parse("2026-11-11T00:00:00Z"))).to.equal(0);
    expect(forecastCredits(50, Date.parse("2026-11-01T12:00:00Z"))).to.equal(null);
  });
});
