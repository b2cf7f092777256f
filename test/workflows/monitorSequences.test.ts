import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { chargeOnce } from "#data/credits.ts";
import { newRun, runCharge } from "#data/monitors.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { workflowIds } from "#orders/messages.ts";
import { textAt } from "../api/support/fields.ts";
import { creditState } from "../support/creditState.ts";
import { type Monitors, monitorsOf, smallCapture } from "../support/monitors.ts";
import { type Caller, newCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const pageIn = (colour: string, inner = '<p id="one">One</p>') =>
  `<!doctype html><title>Colour</title><body style="background:${colour}">${inner}`;

describe("concurrent events at a monitor", function () {
  this.timeout(90_000);
  let caller: Caller;
  let monitors: Monitors;

  const site = useResource(startHeldSite);
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [site.host, receiver.host], openBrowser: openSketchBrowser });
  beforeEach(async () => {
    site.release();
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
    monitors = monitorsOf(pipeline, caller, `${site.url}/colour`);
  });

  const create = async (hook: string, body: Record<string, unknown> = {}): Promise<string> => {
    const alerts = { email: { account: false }, webhook: { url: `${receiver.url}/${hook}` } };
    return (await monitors.create({ name: "Colours", alerts, ...body })).id;
  };
  const eventTypes = (hook: string) =>
    receiver.received.filter(({ path }) => path === `/${hook}`).map(({ body }) => textAt(JSON.parse(body), "type"));
  const based = async (id: string) => {
    await monitors.based(id);
    await monitors.idle(id);
  };

  it("do not end a change because its second capture failed", async () => {
    site.page = pageIn("white");
    const id = await create("unsure", {
      baselineMode: "fixed",
      capture: { ...smallCapture, clickSelectors: ["#one"] },
    });
    await based(id);
    site.page = pageIn("black");
    expect((await monitors.runNow(id)).result).to.include({ changed: true });
    const { incident } = await until(async () => {
      const monitor = await monitors.get(id);
      return monitor.incident !== null && monitor;
    });
    const before = site.seen.length;
    const spoil = until(async () => site.seen.length > before && ((site.page = pageIn("black", "")), true));
    const run = await monitors.runNow(id);
    await spoil;
    const [confirmation] = await monitors.runsOf(id);
    expect(confirmation).to.include({ trigger: "confirmation", status: "failed" });
    expect(run.result).to.include({ changed: false, transient: false, unconfirmed: true });
    // After one more run, all events of the change have been delivered.
    site.page = pageIn("black");
    await monitors.runNow(id);
    expect((await monitors.get(id)).incident?.id).to.equal(incident?.id);
    expect(eventTypes("unsure")).to.deep.equal(["monitor.change_detected"]);
  });

  it("make a run the baseline, without a comparison, when its capture changed while it waited", async () => {
    site.page = pageIn("white");
    const id = await create("waiting", { baselineMode: "fixed" });
    await based(id);
    const first = (await monitors.get(id)).baselineRunId;
    // The host wants to be left alone, so that the run waits.
    const pause = new Date(Date.now() + 5_000);
    const paused = await pipeline.database.hostThrottles.updateOne(
      { _id: site.host },
      { $set: { backedOffUntil: pause } },
    );
    expect(paused.matchedCount).to.equal(1);
    const { run: asked } = await monitors.call<{ run: MonitorRun }>("POST", `/${id}/run`);
    await until(async () => (await monitors.runsOf(id))[0]?.status === "capturing");
    site.page = pageIn("black");
    await monitors.call("PATCH", `/${id}`, { url: `${site.url}/other` });
    const run = await monitors.ended(id, asked.id);
    expect(run.result).to.include({ changed: false, baselineRunId: null });
    expect(run.credits).to.deep.equal({ charged: 2, refunded: 1, net: 1 });
    const baselineRunId = await until(async () => (await monitors.get(id)).baselineRunId ?? false);
    expect([first === run.id, baselineRunId]).to.deep.equal([false, run.id]);
    expect((await monitors.runNow(id)).result).to.include({ changed: false, baselineRunId: run.id });
    expect(eventTypes("waiting")).to.deep.equal([]);
  });

  it("refund a requested run when the monitor is deleted before the run begins", async () => {
    site.page = pageIn("white");
    site.hold();
    const id = await create("deleted");
    await until(async () => (await monitors.runsOf(id))[0]?.status === "capturing");
    const { database, temporal } = pipeline;
    const monitor = await database.monitors.findOne({ _id: id });
    if (monitor === null) throw new Error("There is no monitor.");
    const run = newRun(monitor, {
      id: uuidv7(),
      trigger: "manual",
      price: 2,
      plan: "unlimited",
      comparedToRunId: null,
      createdAt: new Date(),
    });
    await chargeOnce(database, runCharge(run));
    await database.runs.insertOne(run);
    const handle = temporal.workflow.getHandle(workflowIds.monitor(id));
    await handle.signal("run", { runId: run._id });
    await monitors.call("DELETE", `/${id}`);
    await handle.result();
    expect(await database.runs.findOne({ _id: run._id })).to.deep.include({
      status: "failed",
      credits: { charged: 2, refunded: 2 },
    });
    expect((await creditState(database, caller.accountId)).used).to.equal(0);
  });

  it("deliver no event when a failing monitor is deleted", async () => {
    const id = await create("silent", { capture: { ...smallCapture, clickSelectors: ["#none"] } });
    site.page = pageIn("white");
    await until(async () => (await monitors.runsOf(id))[0]?.status === "failed");
    await monitors.idle(id);
    await monitors.runNow(id);
    site.hold();
    await until(async () => (await monitors.call<{ run?: MonitorRun }>("POST", `/${id}/run`)).run !== undefined);
    await until(async () => (await monitors.runsOf(id))[0]?.status === "capturing");
    await monitors.call("DELETE", `/${id}`);
    await pipeline.temporal.workflow.getHandle(workflowIds.monitor(id)).result();
    expect(await pipeline.database.deliveries.countDocuments({ resourceId: id })).to.equal(0);
  });

  it("pause a monitor with regions until the credits cover a whole run, and report that once", async () => {
    site.page = pageIn("white");
    const { apiUrl, database } = pipeline;
    caller = await newCaller(apiUrl, database, "free");
    monitors = monitorsOf(pipeline, caller, `${site.url}/colour`);
    const id = await create("regions", { capture: { ...smallCapture, regions: true } });
    await based(id);
    // Enough for a run without regions, not for one with them. The next beat is now.
    await database.accounts.updateOne({ _id: caller.accountId }, { $set: { "credits.used": 97 } });
    const createdAt = new Date(Date.now() - 3_600_000 + 4_000);
    await database.monitors.updateOne({ _id: id }, { $set: { createdAt } });
    await monitors.call("PATCH", `/${id}`, { name: "Due now" });
    await until(async () => (await monitors.runsOf(id))[0]?.status === "skipped");
    await until(async () => eventTypes("regions").includes("monitor.paused"));
    expect(await monitors.get(id)).to.include({ status: "paused_plan_limit", nextRunAt: null });
    await database.accounts.updateOne({ _id: caller.accountId }, { $set: { "credits.used": 96 } });
    await monitors.call("PATCH", `/${id}`, { status: "active" });
    await until(async () => (await monitors.get(id)).status === "active");
    expect(eventTypes("regions")).to.deep.equal(["monitor.paused"]);
  });

  it("report a second pause in the same tick while the first event is still being delivered", async () => {
    receiver.answer = () => ({ status: 500 });
    site.page = pageIn("white");
    const { apiUrl, database } = pipeline;
    caller = await newCaller(apiUrl, database, "starter");
    monitors = monitorsOf(pipeline, caller, `${site.url}/colour`);
    const id = await create("twice");
    await based(id);
    const planned = async (plan: "free" | "starter", status: Monitor["status"]) => {
      // Half an hour goes with one plan and not with the other.
      await database.accounts.updateOne({ _id: caller.accountId }, { $set: { plan } });
      await monitors.call("PATCH", `/${id}`, { name: `At ${plan}` });
      await until(async () => (await monitors.get(id)).status === status);
    };
    await monitors.call("PATCH", `/${id}`, { intervalMinutes: 30 });
    await planned("free", "paused_plan_limit");
    await planned("starter", "active");
    await planned("free", "paused_plan_limit");
    await until(async () => (await database.deliveries.countDocuments({ resourceId: id })) === 2);
    const { status } = await pipeline.temporal.workflow.getHandle(workflowIds.monitor(id)).describe();
    expect(status.name).to.equal("RUNNING");
    receiver.answer = () => ({ status: 204 });
  });
});
