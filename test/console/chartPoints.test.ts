import { expect } from "chai";
import type { RunValues } from "#schemas/monitor/values.ts";
import { pointsOf, seriesOf } from "#console/screens/monitors/detail/chartPoints.ts";

const run = (day: number, price: number | null, changed = false): RunValues => ({
  runId: `run-${day}`,
  at: `2026-11-0${day}T00:00:00.000Z`,
  changed,
  values: {
    price: price === null ? { value: null, text: null, reason: "not_found" } : { value: price, text: `€${price}` },
    stock: { value: "In stock", text: "In stock" },
  },
});

describe("the chart of a value", () => {
  it("has the numbers alone, oldest first, with the runs that were changes", () => {
    const [price, ...others] = seriesOf([run(3, 89, true), run(2, null), run(1, 39)]);
    expect(others).to.deep.equal([]);
    expect(price?.name).to.equal("price");
    expect(price?.readings.map(({ value, changed, text }) => [value, changed, text])).to.deep.equal([
      [39, false, "€39"],
      [89, true, "€89"],
    ]);
  });

  it("spans the whole area, and puts a number without a range in the middle", () => {
    const size = { width: 120, height: 60, margin: 10 };
    const place = (...runs: RunValues[]) => pointsOf(seriesOf(runs)[0]?.readings ?? [], size).map(({ x, y }) => [x, y]);
    expect(place(run(3, 20), run(2, 40), run(1, 30))).to.deep.equal([
      [10, 30],
      [60, 10],
      [110, 50],
    ]);
    expect(place(run(1, 5))).to.deep.equal([[60, 30]]);
  });
});
