import { readFile } from "node:fs/promises";
import { WorkflowNotFoundError } from "@temporalio/client";
import { Worker } from "@temporalio/worker";
import { expect } from "chai";
import type { Schedule, ScheduleRecord } from "#schemas/schedule.ts";
import { renderScheduleInput, type ScheduleState } from "#orders/inputs.ts";
import { type ControlSignal, workflowIds } from "#orders/messages.ts";
import { workflowStart } from "#orders/starts.ts";
import { workflowBundle } from "#worker/bundle.ts";
import { newCaller, reconcileNow, useCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { scheduleRecord } from "../support/scheduleRecord.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const minutes = { type: "repeatable", pattern: "* * * * *", endDate: null } as const;
const ago = (ms: number) => new Date(Date.now() - ms);

/** A service with schedules of a page, and steps to start one from any state. */
function useSchedules() {
  const site = useResource(startHeldSite);
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [site.host, receiver.host], openBrowser: openSketchBrowser });
  const caller = useCaller(pipeline);
  const create = async (path: string, body: Record<string, unknown>): Promise<Schedule> => {
    const reply = await caller.call("POST", path, { url: `${site.url}/now`, ...body });
    expect(reply.status).to.equal(201);
    return reply.json();
  };
  const get = async (id: string): Promise<Schedule> => (await caller.call("GET", `/render/scheduled/${id}`)).json();
  const handle = (id: string) => pipeline.temporal.workflow.getHandle(workflowIds.renderSchedule(id));
  const known = (id: string) =>
    until(async () => ((await pipeline.database.schedules.findOne({ _id: id }))?.version ?? 0) > 0);
  const start = async (record: ScheduleRecord): Promise<string> => {
    await pipeline.database.schedules.insertOne(record);
    const { workflowType, ...options } = workflowStart({ type: "renderSchedule", input: renderScheduleInput(record) });
    await pipeline.temporal.workflow.start(workflowType, options);
    return record._id;
  };
  const stored = (id: string) => pipeline.database.schedules.findOne({ _id: id });
  /** Starts one that stands somewhere already. */
  const startAt = async (record: ScheduleRecord, state: ScheduleState): Promise<string> => {
    await pipeline.database.schedules.insertOne(record);
    const input = { ...renderScheduleInput(record), state };
    const { workflowType, ...options } = workflowStart({ type: "renderSchedule", input });
    await pipeline.temporal.workflow.start(workflowType, options);
    return record._id;
  };
  const jobsOf = (scheduleId: string) => pipeline.database.jobs.find({ scheduleId }).toArray();
  return { site, receiver, pipeline, caller, create, get, handle, known, start, stored, startAt, jobsOf };
}

describe("a schedule: fires", function () {
  this.timeout(90_000);
  const { site, pipeline, caller, create, get, handle, startAt, jobsOf } = useSchedules();

  it("renders once at its time, within 2 s, and is completed", async () => {
    const at = new Date(Date.now() + 2_000);
    const { id, type, status, nextRunAt } = await create("/render/scheduled", { scheduleAt: at.toISOString() });
    expect({ type, status, nextRunAt }).to.deep.equal({
      type: "delayed",
      status: "active",
      nextRunAt: at.toISOString(),
    });
    const done = await until(async () => {
      const schedule = await get(id);
      return schedule.status === "completed" && schedule;
    });
    expect(done).to.include({ runCount: 1 }).and.not.have.property("nextRunAt");
    expect(Date.parse(done.lastRunAt ?? "") - at.getTime()).to.be.within(0, 2_000);
    const job = await caller.ended(done.lastJobId ?? "");
    expect(job).to.deep.include({ kind: "scheduled", status: "completed", scheduleId: id });
    expect(job.credits.charged).to.equal(1);
  });

  it("renders at each minute of its pattern and stays active", async () => {
    const { nextRunAt = "" } = await create("/render/schedule-recurring", { pattern: "* * * * *", limit: 5 });
    expect(Date.parse(nextRunAt) % 60_000).to.equal(0);
    // Another one, due in a moment instead of at the next whole minute.
    const record = scheduleRecord({ accountId: caller.accountId, url: `${site.url}/now`, timing: minutes, limit: 5 });
    const dueAt = Date.now() + 1_500;
    const id = await startAt(record, {
      paused: false,
      dueAt: new Date(dueAt).toISOString(),
      runCount: 0,
      lastJobId: null,
    });
    const fired = await until(async () => {
      const schedule = await get(id);
      return schedule.runCount === 1 && schedule;
    });
    expect(Date.parse(fired.lastRunAt ?? "") - dueAt).to.be.within(0, 2_000);
    expect(fired).to.include({ status: "active" });
    expect(Date.parse(fired.nextRunAt ?? "")).to.equal(
      Math.floor(Date.parse(fired.lastRunAt ?? "") / 60_000 + 1) * 60_000,
    );
  });

  it("keeps its state when it continues as new", async () => {
    const record = scheduleRecord({ accountId: caller.accountId, url: `${site.url}/now`, timing: minutes, limit: 8 });
    await startAt(record, { paused: false, dueAt: ago(100).toISOString(), runCount: 7, lastJobId: null });
    await until(async () => (await get(record._id)).status === "completed");
    expect(await get(record._id)).to.include({ runCount: 8 });
  });

  it("of a cron fires in its time zone, and its history replays without knowing of time zones", async () => {
    const timing = { type: "repeatable", cron: "0 9 * * *", timezone: "Pacific/Kiritimati", endDate: null } as const;
    const record = scheduleRecord({ accountId: caller.accountId, url: `${site.url}/now`, timing });
    const id = await startAt(record, { paused: false, dueAt: ago(0).toISOString(), runCount: 0, lastJobId: null });
    const fired = await until(async () => {
      const schedule = await get(id);
      return schedule.runCount === 1 && schedule;
    });
    expect(fired).to.include({ cron: timing.cron, timezone: timing.timezone, status: "active" });
    // 14 hours ahead of UTC all year.
    expect(fired.nextRunAt).to.match(/T19:00:00\.000Z$/);
    const bundle = await workflowBundle();
    expect(await readFile(bundle.codePath, "utf8")).not.to.include("DateTimeFormat");
    await Worker.runReplayHistory({ workflowBundle: bundle }, await handle(id).fetchHistory());
    await caller.call("DELETE", `/render/scheduled/${id}`);
  });

  it("is started by the reconciler if the API died before the start", async () => {
    const timing = { type: "delayed", at: ago(0) } as const;
    const record = scheduleRecord({ accountId: caller.accountId, url: `${site.url}/now`, timing });
    const { _id, accountId } = record;
    await pipeline.database.schedules.insertOne(record);
    await pipeline.database.outbox.insertOne({
      _id,
      type: "renderSchedule",
      accountId,
      jobIds: [],
      createdAt: ago(10_000),
    });
    await reconcileNow(pipeline);
    await until(async () => (await get(_id)).status === "completed");
    expect(await jobsOf(_id)).to.have.length(1);
  });
});

describe("a schedule: pauses and ends", function () {
  this.timeout(90_000);
  const { site, caller, create, get, handle, known, stored, startAt, jobsOf } = useSchedules();

  it("is paused, resumed and cancelled by the caller, and fires only while it is active", async () => {
    const { id, nextRunAt } = await create("/render/schedule-recurring", { pattern: "0 0 1 1 *" });
    await known(id);
    const steer = async (method: string, body?: unknown) => {
      const reply = await caller.call(method, `/render/scheduled/${id}`, body);
      const schedule: Schedule = await reply.json();
      return [reply.status, schedule] as const;
    };
    const [, paused] = await steer("PATCH", { status: "paused" });
    expect(paused).to.include({ status: "paused" }).and.not.have.property("nextRunAt");
    const [, resumed] = await steer("PATCH", { status: "active" });
    expect(resumed).to.include({ status: "active", nextRunAt });
    const [, cancelled] = await steer("DELETE");
    expect(cancelled).to.include({ status: "cancelled", runCount: 0 });
    expect((await steer("PATCH", { status: "active" }))[0]).to.equal(409);
    await until(async () => (await handle(id).describe()).status.name === "COMPLETED");
  });

  it("follows an operator's signals and cancellation", async () => {
    const { id } = await create("/render/schedule-recurring", { pattern: "0 0 1 1 *" });
    await known(id);
    await handle(id).signal("pause");
    await until(async () => (await get(id)).status === "paused");
    await handle(id).signal("resume");
    await until(async () => (await get(id)).status === "active");
    await handle(id).cancel();
    await until(async () => (await get(id)).status === "cancelled");
  });

  it("that is paused over its only time renders when it is resumed", async () => {
    const at = new Date(Date.now() + 1_500).toISOString();
    const { id } = await create("/render/scheduled", { scheduleAt: at });
    await known(id);
    await caller.call("PATCH", `/render/scheduled/${id}`, { status: "paused" });
    await until(async () => Date.now() > Date.parse(at) + 300);
    expect(await get(id)).to.include({ status: "paused", runCount: 0 });
    await caller.call("PATCH", `/render/scheduled/${id}`, { status: "active" });
    await until(async () => (await get(id)).status === "completed");
    expect(await jobsOf(id)).to.have.length(1);
  });

  it("completes when it is paused or cancelled during its last fire", async () => {
    const dueAt = new Date(Date.now() + 1_500).toISOString();
    const fired = async (signal: ControlSignal): Promise<string> => {
      const record = scheduleRecord({ accountId: caller.accountId, url: `${site.url}/now`, timing: minutes, limit: 1 });
      const id = await startAt(record, { paused: false, dueAt, runCount: 0, lastJobId: null });
      // Asked for without a pause: its workflow is done with a fire milliseconds after that is shown.
      while ((await stored(id))?.runCount !== 1);
      await handle(id)
        .signal(signal)
        .catch((error: unknown) => {
          // It was done already.
          if (!(error instanceof WorkflowNotFoundError)) throw error;
        });
      return id;
    };
    const signals = Array.from({ length: 4 }, () => ["pause", "cancel"] as const).flat();
    for (const id of await Promise.all(signals.map(fired))) {
      await until(async () => (await handle(id).describe()).status.name === "COMPLETED");
      expect(await stored(id)).to.include({ status: "completed", runCount: 1, nextRunAt: null });
    }
  });

  it("that was paused past its limit makes no fire when it is resumed", async () => {
    const state = { paused: true, dueAt: null, runCount: 3, lastJobId: null };
    const record = scheduleRecord({ accountId: caller.accountId, url: `${site.url}/now`, timing: minutes, limit: 3 });
    const id = await startAt({ ...record, status: "paused", runCount: 3 }, state);
    await caller.call("PATCH", `/render/scheduled/${id}`, { status: "active" });
    await until(async () => (await handle(id).describe()).status.name === "COMPLETED");
    expect(await get(id))
      .to.include({ status: "completed", runCount: 3 })
      .and.not.have.property("nextRunAt");
    expect(await jobsOf(id)).to.deep.equal([]);
  });

  it("that was paused past its end makes no fire when it is resumed", async () => {
    const timing = { ...minutes, endDate: ago(1_000) };
    const record = scheduleRecord({ accountId: caller.accountId, url: `${site.url}/now`, timing });
    const state = { paused: true, dueAt: null, runCount: 3, lastJobId: null };
    const id = await startAt({ ...record, status: "paused", runCount: 3 }, state);
    await caller.call("PATCH", `/render/scheduled/${id}`, { status: "active" });
    await until(async () => (await get(id)).status === "completed");
    expect(await jobsOf(id)).to.deep.equal([]);
  });
});

describe("a schedule: fires that are missed or skipped", function () {
  this.timeout(90_000);
  const { site, receiver, pipeline, caller, create, get, start, startAt, jobsOf } = useSchedules();

  it("makes one of the missed fires, and reports the others", async () => {
    const webhook = { webhookUrl: `${receiver.url}/missed` };
    const created = await create("/render/schedule-recurring", { pattern: "0 0 1 1 *", ...webhook });
    const template = await pipeline.database.schedules.findOne({ _id: created.id });
    if (template?.webhook === undefined) throw new Error("no record");
    const id = await start(
      scheduleRecord({
        accountId: caller.accountId,
        url: `${site.url}/now`,
        timing: minutes,
        limit: 1,
        createdAt: ago(10 * 60_000),
        webhook: template.webhook,
      }),
    );
    await until(async () => (await get(id)).status === "completed");
    expect(await jobsOf(id)).to.have.length(1);
    const call = await until(async () => receiver.received.find(({ path }) => path === "/missed"));
    expect(JSON.parse(call.body)).to.deep.include({ type: "schedule.skipped" });
    expect(JSON.parse(call.body).data).to.include({ scheduleId: id, reason: "missed" });
  });

  it("makes no fire that an outage delayed by a period beyond the last one before its end", async () => {
    const timing = { ...minutes, endDate: ago(5 * 60_000) };
    const record = scheduleRecord({ accountId: caller.accountId, url: `${site.url}/now`, timing });
    const id = await start({ ...record, createdAt: ago(10 * 60_000) });
    const done = await until(async () => {
      const schedule = await get(id);
      return schedule.status === "completed" && schedule;
    });
    expect([done.runCount, await jobsOf(id)]).to.deep.equal([0, []]);
  });

  it("skips a fire while the last one's render still runs", async () => {
    site.hold();
    const lastJobId = await caller.submit({ url: `${site.url}/held`, extractMetadata: true });
    const record = scheduleRecord({
      accountId: caller.accountId,
      url: `${site.url}/now`,
      timing: { ...minutes, endDate: ago(0) },
      createdAt: ago(90_000),
    });
    await startAt(record, { paused: false, dueAt: ago(30_000).toISOString(), runCount: 4, lastJobId });
    await until(async () => (await get(record._id)).status === "completed");
    expect(await jobsOf(record._id)).to.deep.equal([]);
    site.release();
    await caller.ended(lastJobId);
  });

  it("skips a fire that the account can't pay, and charges nothing", async () => {
    const poor = await newCaller(pipeline.apiUrl, pipeline.database, "free");
    await pipeline.database.accounts.updateOne({ _id: poor.accountId }, { $set: { "credits.used": 100 } });
    const record = scheduleRecord({ accountId: poor.accountId, url: `${site.url}/now`, timing: minutes });
    const spec: ScheduleRecord["spec"] = {
      ...record.spec,
      screenshot: { format: "png", quality: 80, fullPage: false },
    };
    const timing = { type: "delayed", at: ago(100) } as const;
    const id = await start({ ...record, spec, timing });
    await until(async () => (await pipeline.database.schedules.findOne({ _id: id }))?.status === "completed");
    expect(await pipeline.database.schedules.findOne({ _id: id })).to.include({ runCount: 0, lastJobId: null });
    expect(await jobsOf(id)).to.deep.equal([]);
    expect(await pipeline.database.ledger.countDocuments({ accountId: poor.accountId })).to.equal(0);
  });
});
