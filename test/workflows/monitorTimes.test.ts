import { expect } from "chai";
import { monitorInput, type MonitorLoopState } from "#orders/inputs.ts";
import { noIncidents } from "#rules/incidents.ts";
import { workflowStart } from "#orders/starts.ts";
import { type Monitors, monitorsOf } from "../support/monitors.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { wakesAt } from "../support/workflowSteps.ts";

const minute = 60_000;
const hour = 60 * minute;
/** The instant of a UUIDv7, milliseconds. */
const instantOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

describe("a monitor by cron", function () {
  this.timeout(150_000);
  let monitors: Monitors;

  const site = useResource(startHeldSite);
  const pipeline = usePipeline({ allow: () => [site.host], openBrowser: openSketchBrowser });
  before(async () => {
    site.release();
    site.page = "<!doctype html><title>Prices</title><p>19.99";
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    monitors = monitorsOf(pipeline, caller, `${site.url}/shop`);
  });

  const byCron = (cron: string, body: Record<string, unknown> = {}) =>
    monitors.create({ intervalMinutes: undefined, cron, ...body });
  const handleOf = (id: string) => pipeline.temporal.workflow.getHandle(`monitor:${id}`);
  const recordOf = async (id: string) => {
    const record = await pipeline.database.monitors.findOne({ _id: id });
    if (record === null) throw new Error("There is no monitor.");
    return record;
  };
  /** Fires once an hour, next in about half an hour, so that no test meets it. */
  const farMinute = (new Date().getUTCMinutes() + 30) % 60;
  const farCron = `${farMinute} * * * *`;
  const farFire = () => Math.floor((Date.now() - farMinute * minute) / hour + 1) * hour + farMinute * minute;

  /** Starts the clock of a monitor of four hours ago in a state that it continued as new with. */
  async function startAgo(id: string, state: Pick<MonitorLoopState, "position" | "baseline">): Promise<void> {
    const createdAt = new Date(Date.now() - 4 * hour);
    await pipeline.database.monitors.updateOne({ _id: id }, { $set: { createdAt } });
    const rest = {
      incidents: noIncidents,
      planLimit: null,
      retry: null,
      manual: [],
      lastRunAt: null,
      belowThreshold: null,
      alertMemory: null,
      lastEventId: null,
      entries: { baselines: [], incidents: [] },
    };
    const input = { ...monitorInput(await recordOf(id)), state: { ...rest, ...state } };
    const { workflowType, ...options } = workflowStart({ type: "monitor", input });
    await pipeline.temporal.workflow.start(workflowType, options);
  }

  it("runs at once, sleeps until the next fire, and runs at it with its instant in the run's id", async () => {
    const { id, createdAt } = await byCron(farCron);
    const first = await monitors.based(id);
    expect(instantOf(first)).to.equal(Date.parse(createdAt));
    await monitors.idle(id);
    const { temporal } = pipeline;
    expect(await wakesAt(temporal, `monitor:${id}`)).to.be.within(farFire(), farFire() + minute);

    // The same clock when the last fire is due.
    await handleOf(id).terminate("its time is set");
    const { captureRev } = await recordOf(id);
    const times = JSON.stringify({ cron: farCron, timezone: "UTC" });
    const position = { times, after: farFire() - 2 * hour };
    await startAgo(id, { position, baseline: { runId: first, captureRev } });
    const run = await until(async () => {
      const latest = (await monitors.runsOf(id)).find(({ trigger }) => trigger === "scheduled");
      return latest?.completedAt !== undefined && latest;
    });
    expect(instantOf(run.id)).to.equal(farFire() - hour);
    expect(run).to.include({ status: "completed", comparedToRunId: first });
  });

  it("keeps its baseline when an interval and a cron replace each other", async () => {
    const { id, createdAt } = await monitors.create({ baselineMode: "fixed" });
    const baselineRunId = await monitors.based(id);
    await monitors.idle(id);
    await monitors.call("PATCH", `/${id}`, { cron: farCron });
    await until(async () => (await recordOf(id)).state.nextRunAt?.getTime() === farFire());
    expect(await monitors.get(id)).to.include({ baselineRunId, cron: farCron });
    await monitors.call("PATCH", `/${id}`, { intervalMinutes: 30 });
    const due = Date.parse(createdAt) + 30 * minute;
    await until(async () => (await recordOf(id)).state.nextRunAt?.getTime() === due);
    expect(await monitors.get(id)).to.include({ baselineRunId, intervalMinutes: 30 });
    expect((await monitors.runsOf(id)).map(({ trigger }) => trigger)).to.deep.equal(["initial"]);
  });

  it("makes one run, the latest, of those that it missed while no worker ran, and knows the next", async () => {
    const { id } = await byCron("0 * * * *", { status: "paused", timezone: "Asia/Kolkata" });
    await until(async () => (await recordOf(id)).state.version > 0);
    await handleOf(id).terminate("no worker runs");
    await pipeline.database.monitors.updateOne({ _id: id }, { $set: { "spec.wanted": "active" } });
    const before = Date.now();
    const times = JSON.stringify({ cron: "0 * * * *", timezone: "Asia/Kolkata" });
    await startAgo(id, { position: { times, after: before - 3.5 * hour }, baseline: null });
    await monitors.based(id);
    // Full hours in India are at half hours in UTC.
    const latest = Math.floor((before - 30 * minute) / hour) * hour + 30 * minute;
    const { nextRunAt } = await monitors.idle(id);
    const runs = await monitors.runsOf(id);
    expect(runs.map((run) => instantOf(run.id))).to.deep.equal([latest]);
    expect(Date.parse(nextRunAt ?? "")).to.equal(latest + hour);
  });

  it("keeps its fires after an operator reset or ended its workflow, and makes up for none", async () => {
    const { id } = await byCron(farCron);
    const baselineRunId = await monitors.based(id);
    const { nextRunAt } = await monitors.idle(id);
    expect(Date.parse(nextRunAt ?? "")).to.equal(farFire());
    const version = async () => (await recordOf(id)).state.version;
    const { events } = await handleOf(id).fetchHistory();
    const completed = events?.findLast(({ workflowTaskCompletedEventAttributes: task }) => task != null)?.eventId;
    const { runId } = await handleOf(id).describe();
    const beforeReset = await version();
    await pipeline.temporal.workflowService.resetWorkflowExecution({
      namespace: pipeline.env.WATCHFRAME_TEMPORAL_NAMESPACE,
      workflowExecution: { workflowId: `monitor:${id}`, runId },
      workflowTaskFinishEventId: completed ?? null,
      requestId: runId,
      reason: "by an operator",
    });
    await monitors.call("PATCH", `/${id}`, { name: "Reset" });
    await until(async () => (await version()) > beforeReset);
    expect(await monitors.idle(id)).to.include({ baselineRunId, nextRunAt });

    await handleOf(id).terminate("by an operator");
    const beforeEnd = await version();
    await monitors.call("PATCH", `/${id}`, { name: "Ended" });
    await until(async () => (await version()) > beforeEnd);
    expect(await monitors.idle(id)).to.include({ baselineRunId, nextRunAt, name: "Ended" });
    expect((await monitors.runsOf(id)).map(({ trigger }) => trigger)).to.deep.equal(["initial"]);
  });
});
