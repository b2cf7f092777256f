import { expect } from "chai";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { marksOf } from "#console/screens/monitors/detail/marks.ts";

const run = (id: string, part: Partial<MonitorRun>): MonitorRun => ({
  id,
  monitorId: "m",
  status: "completed",
  trigger: "scheduled",
  credits: { charged: 2, refunded: 0, net: 2 },
  createdAt: "2026-11-27T09:00:00.000Z",
  expiresAt: "2026-12-27T09:00:00.000Z",
  ...part,
});

describe("the chart of a monitor's runs", () => {
  it("counts a change once, without the capture that confirms it", () => {
    const change = { differenceRatio: 0.02, regionCount: 1 };
    const runs = [
      run("confirming", { ...change, trigger: "confirmation" }),
      run("changing", change),
      run("failed", { status: "failed" }),
      run("first", {}),
    ];
    expect(marksOf(runs).map(({ id }) => id)).to.deep.equal(["failed", "changing"]);
  });
});
