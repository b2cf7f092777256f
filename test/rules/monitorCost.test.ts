import { expect } from "chai";
import { monitorCost } from "#rules/monitorCost.ts";

describe("the credits of a monitor", () => {
  it("are those of its runs in 30 days", () => {
    const hour = { intervalMinutes: 60 };
    expect(monitorCost({}, hour)).to.deep.equal({ perRun: 2, perMonth: 1_440 });
    expect(monitorCost({ regions: true }, hour)).to.deep.equal({ perRun: 4, perMonth: 2_880 });
    expect(monitorCost({ regions: true, changeOn: "text" }, hour)).to.deep.equal({ perRun: 1, perMonth: 720 });
    expect(monitorCost({ regions: true, changeOn: "values" }, hour)).to.deep.equal({ perRun: 1, perMonth: 720 });
    expect(monitorCost({}, { intervalMinutes: 43_200 })).to.deep.equal({ perRun: 2, perMonth: 2 });
  });

  const fires: [cron: string, perMonth: number][] = [
    ["0 9 * * *", 60],
    ["*/15 8-17 * * *", 2_400],
    // Five of seven days.
    ["0 9 * * MON-FRI", 43],
    ["0 9 1 * *", 2],
    ["0 0 30 2 *", 0],
  ];
  for (const [cron, perMonth] of fires) {
    it(`are ${perMonth} a month for ${cron}`, () => {
      expect(monitorCost({}, { intervalMinutes: 60, cron }).perMonth).to.equal(perMonth);
    });
  }
});
