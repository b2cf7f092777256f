import { expect } from "chai";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { workflowIds } from "#orders/messages.ts";
import { type Monitors, monitorsOf } from "../support/monitors.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const pageWith = (text: string, colour = "#fff") =>
  `<!doctype html><title>Prices</title><body style="background:${colour}"><h2>Offer</h2><p>${text}`;

describe("control of a monitor", function () {
  this.timeout(90_000);
  let monitors: Monitors;

  const site = useResource(startHeldSite);
  const pipeline = usePipeline({ allow: () => [site.host], openBrowser: openSketchBrowser });
  before(async () => {
    site.release();
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    monitors = monitorsOf(pipeline, caller, `${site.url}/shop`);
  });

  it("pauses and resumes it at once, and allows manual runs while it is paused", async () => {
    site.page = pageWith("19.99");
    const { id } = await monitors.create();
    await monitors.based(id);
    const { nextRunAt } = await monitors.idle(id);
    const paused = (await monitors.call<{ monitor: Monitor }>("PATCH", `/${id}`, { status: "paused" })).monitor;
    expect(paused).to.include({ status: "paused", nextRunAt: null });
    expect((await monitors.runNow(id)).status).to.equal("completed");
    const resumed = (await monitors.call<{ monitor: Monitor }>("PATCH", `/${id}`, { status: "active" })).monitor;
    expect(resumed.status).to.equal("active");
    expect(resumed.nextRunAt, "known at once").to.equal(nextRunAt);
    await until(async () => (await monitors.get(id)).nextRunAt === nextRunAt);
  });

  it("makes up no ticks missed during a pause, and shows the next run on resuming", async () => {
    site.page = pageWith("19.99");
    const { id } = await monitors.create();
    await monitors.based(id);
    await monitors.idle(id);
    await monitors.call("PATCH", `/${id}`, { status: "paused" });
    await until(async () => (await pipeline.database.monitors.findOne({ _id: id }))?.state.nextRunAt === null);
    // As if an hour and more had gone by since.
    const minute = 60_000;
    const createdAt = new Date(Date.now() - 61 * minute);
    await pipeline.database.monitors.updateOne({ _id: id }, { $set: { createdAt } });
    const { monitor } = await monitors.call<{ monitor: Monitor }>("PATCH", `/${id}`, { status: "active" });
    expect(monitor.nextRunAt).to.equal(new Date(createdAt.getTime() + 120 * minute).toISOString());
    const shown = await until(async () => (await pipeline.database.monitors.findOne({ _id: id }))?.state.nextRunAt);
    expect(shown.toISOString()).to.equal(monitor.nextRunAt);
    expect((await monitors.runsOf(id)).map(({ trigger }) => trigger)).to.deep.equal(["initial"]);
  });

  it("keeps its baseline and its ticks after an operator ended its workflow", async () => {
    site.page = pageWith("19.99");
    const { id, createdAt } = await monitors.create({ baselineMode: "fixed" });
    const baselineRunId = await monitors.based(id);
    await monitors.idle(id);
    site.page = pageWith("24.50", "#fee");
    await monitors.runNow(id);
    const { incident } = await until(async () => {
      const monitor = await monitors.get(id);
      return monitor.incident !== null && monitor;
    });
    const handle = pipeline.temporal.workflow.getHandle(workflowIds.monitor(id));
    const version = async () => (await pipeline.database.monitors.findOne({ _id: id }))?.state.version ?? 0;
    const steps: [end: () => Promise<unknown>, change: object][] = [
      [() => handle.terminate("by an operator"), { name: "Renamed" }],
      [() => handle.cancel(), { status: "active" }],
    ];
    for (const [end, change] of steps) {
      await end();
      await until(async () => (await handle.describe()).status.name !== "RUNNING");
      const before = await version();
      await monitors.call("PATCH", `/${id}`, change);
      await until(async () => (await version()) > before);
      const nextRunAt = new Date(Date.parse(createdAt) + 3_600_000).toISOString();
      expect(await monitors.idle(id)).to.deep.include({ status: "active", baselineRunId, incident, nextRunAt });
    }
    expect((await monitors.runsOf(id)).filter(({ trigger }) => trigger === "initial")).to.have.length(1);
  });

  it("repeats a run that an operator ended together with its workflow", async () => {
    site.page = pageWith("19.99");
    const { id } = await monitors.create();
    await monitors.based(id);
    await monitors.idle(id);
    site.hold();
    const { run } = await monitors.call<{ run: MonitorRun }>("POST", `/${id}/run`);
    await until(async () => (await monitors.runOf(id, run.id)).status === "capturing");
    const { workflow } = pipeline.temporal;
    await workflow.getHandle(workflowIds.monitor(id)).terminate("by an operator");
    await workflow.getHandle(workflowIds.monitorRun(run.id)).terminate("by an operator");
    site.release();
    await monitors.call("PATCH", `/${id}`, { name: "Renamed" });
    expect(await monitors.idle(id)).to.include({ status: "active", name: "Renamed" });
    expect(await monitors.runOf(id, run.id)).to.deep.include({
      status: "completed",
      credits: { charged: 2, refunded: 0, net: 2 },
    });
  });
});
