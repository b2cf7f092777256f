import { expect } from "chai";
import { chargeJob } from "#activities/projections/jobs.ts";
import type { Batch } from "#schemas/batch.ts";
import type { Schedule } from "#schemas/schedule.ts";
import { workflowIds } from "#workflows/messages.ts";
import { creditState } from "../support/creditState.ts";
import { jobRecord } from "../support/jobRecord.ts";
import { type LoggedHost, startHosts } from "../support/loggedSite.ts";
import { type Caller, newCaller, type Pipeline, startPipeline } from "../support/pipeline.ts";
import { until } from "../support/until.ts";

describe("what an operator terminated", function () {
  this.timeout(120_000);
  let host: LoggedHost;
  let pipeline: Pipeline;
  let caller: Caller;

  before(async () => {
    const [first] = await startHosts(1);
    if (first === undefined) throw new Error("no host");
    host = first;
    pipeline = await startPipeline({ allow: [host.allow] });
  });
  beforeEach(async () => {
    caller = await newCaller(pipeline.apiUrl, pipeline.database, "free");
    host.visits.length = 0;
    host.answer = () => ({});
  });
  after(async () => {
    await pipeline?.stop();
    await host?.close();
  });

  const terminate = (workflowId: string) =>
    pipeline.temporal.workflow.getHandle(workflowId).terminate("by an operator");
  const used = async () => (await creditState(pipeline.database, caller.accountId)).used;
  it("is a batch: what was begun goes on, the rest is cancelled and refunded, and then the batch is cancelled", async () => {
    host.answer = () => ({ delay: 3_000 });
    const urls = Array.from({ length: 10 }, (_, page) => `${host.url}/${page}`);
    const { batch: id }: { batch: string } = await (await caller.call("POST", "/render/smart-batch", { urls })).json();
    await until(async () => host.visits.length === 2);
    await terminate(workflowIds.renderBatch(id));
    const batch = await until(async () => {
      const now: { batch: Batch } = await (await caller.call("GET", `/render/batches/${id}`)).json();
      return now.batch.status === "cancelled" && now.batch;
    }, 60_000);
    expect(batch.counts).to.deep.equal({ queued: 0, in_progress: 0, completed: 2, failed: 0, cancelled: 8 });
    expect(batch.credits).to.deep.equal({ charged: 10, refunded: 8, net: 2 });
    expect(await used()).to.equal(2);
    expect(host.visits).to.have.length(2);
    expect((await caller.call("DELETE", `/render/batches/${id}`)).status).to.equal(409);
  });

  it("is a schedule: it is cancelled, and a render that its last fire did not come to begin is refunded", async () => {
    const body = { url: host.url, pattern: "0 0 1 1 *" };
    const { id }: { id: string } = await (await caller.call("POST", "/render/schedule-recurring", body)).json();
    await until(async () => ((await pipeline.database.schedules.findOne({ _id: id }))?.version ?? 0) > 0);
    await terminate(workflowIds.renderSchedule(id));
    const job = jobRecord({ accountId: caller.accountId, scheduleId: id });
    expect(await chargeJob(pipeline.database, job)).to.equal(true);
    const schedule = await until(async () => {
      const now: Schedule = await (await caller.call("GET", `/render/scheduled/${id}`)).json();
      return now.status === "cancelled" && now;
    }, 60_000);
    expect(schedule).to.not.have.property("nextRunAt");
    expect((await pipeline.database.jobs.findOne({ _id: job._id }))?.status).to.equal("cancelled");
    expect(await used()).to.equal(0);
  });
});
