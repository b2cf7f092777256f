import { expect } from "chai";
import { chargeJob } from "#activities/projections/jobs.ts";
import type { Batch } from "#schemas/batch.ts";
import type { Schedule } from "#schemas/schedule.ts";
import { workflowIds } from "#orders/messages.ts";
import { creditState } from "../support/creditState.ts";
import { jobRecord } from "../support/jobRecord.ts";
import { startHost } from "../support/loggedSite.ts";
import { type Caller, newCaller, usePipeline } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

describe("a terminated", function () {
  this.timeout(120_000);

  const host = useResource(startHost);
  const pipeline = usePipeline({ allow: () => [host.allow], openBrowser: openSketchBrowser });
  const released = Promise.withResolvers<void>();
  const urls = () => Array.from({ length: 10 }, (_, page) => `${host.url}/${page}`);
  const terminate = (workflowId: string) =>
    pipeline.temporal.workflow.getHandle(workflowId).terminate("by an operator");
  const newFreeCaller = () => newCaller(pipeline.apiUrl, pipeline.database, "free");
  const usedBy = async ({ accountId }: Caller) => (await creditState(pipeline.database, accountId)).used;
  let batch: { id: string; caller: Caller };
  let schedule: { id: string; caller: Caller; jobId: string };

  // Both are terminated first: the reconciler leaves a terminated workflow alone for 10 s.
  before(async () => {
    host.answer = () => ({ held: released.promise });
    const caller = await newFreeCaller();
    const reply = await caller.call("POST", "/render/smart-batch", { urls: urls() });
    const { batch: id }: { batch: string } = await reply.json();
    await until(async () => host.visits.length === 2);
    await terminate(workflowIds.renderBatch(id));
    released.resolve();
    batch = { id, caller };
  });
  before(async () => {
    const { database } = pipeline;
    const caller = await newFreeCaller();
    const body = { url: host.url, pattern: "0 0 1 1 *" };
    const { id }: { id: string } = await (await caller.call("POST", "/render/schedule-recurring", body)).json();
    await until(async () => ((await database.schedules.findOne({ _id: id }))?.version ?? 0) > 0);
    await terminate(workflowIds.renderSchedule(id));
    const job = jobRecord({ accountId: caller.accountId, scheduleId: id });
    expect(await chargeJob(database, job)).to.equal(true);
    schedule = { id, caller, jobId: job._id };
  });

  it("batch is cancelled: running pages continue, the others are cancelled and refunded", async () => {
    const { id, caller } = batch;
    const ended = await until(async () => {
      const now: { batch: Batch } = await (await caller.call("GET", `/render/batches/${id}`)).json();
      return now.batch.status === "cancelled" && now.batch;
    }, 60_000);
    expect(ended.counts).to.deep.equal({ queued: 0, in_progress: 0, completed: 2, failed: 0, cancelled: 8 });
    expect(ended.credits).to.deep.equal({ charged: 10, refunded: 8, net: 2 });
    expect(await usedBy(caller)).to.equal(2);
    expect(host.visits).to.have.length(2);
    expect((await caller.call("DELETE", `/render/batches/${id}`)).status).to.equal(409);
  });

  it("schedule is cancelled, and a render that its last fire did not start is refunded", async () => {
    const { id, caller, jobId } = schedule;
    const ended = await until(async () => {
      const now: Schedule = await (await caller.call("GET", `/render/scheduled/${id}`)).json();
      return now.status === "cancelled" && now;
    }, 60_000);
    expect(ended).to.not.have.property("nextRunAt");
    expect((await pipeline.database.jobs.findOne({ _id: jobId }))?.status).to.equal("cancelled");
    expect(await usedBy(caller)).to.equal(0);
  });
});
