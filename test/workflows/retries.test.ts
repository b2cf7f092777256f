import { expect } from "chai";
import { type RunningApi, startApi } from "#api/server.ts";
import type { Job } from "#schemas/job.ts";
import { lazyClient } from "#temporal-config/target.ts";
import { renderJobInput, workflowIds } from "#workflows/messages.ts";
import { workflowStart } from "#workflows/starts.ts";
import { type LoggedHost, startHosts } from "../support/loggedSite.ts";
import { type Caller, callerWith, newCaller, type Pipeline, startPipeline } from "../support/pipeline.ts";
import { until } from "../support/until.ts";

describe("a retry of a job whose failed run is still open", function () {
  this.timeout(120_000);
  let host: LoggedHost;
  let pipeline: Pipeline;

  before(async () => {
    const [first] = await startHosts(1);
    if (first === undefined) throw new Error("no host");
    host = first;
  });
  beforeEach(async () => {
    host.visits.length = 0;
    pipeline = await startPipeline({ allow: [host.allow] });
  });
  afterEach(() => pipeline?.stop());
  after(() => host?.close());

  /**
   * A job that failed, as it is where its worker died between the job's end and the run's; `api` is all that runs, and its
   * background work is done when it is closed.
   */
  async function leftOpen(): Promise<{ id: string; api: RunningApi; caller: Caller }> {
    const { database, temporal, apiUrl } = pipeline;
    const owner = await newCaller(apiUrl, database);
    host.answer = (_path, count) => (count <= 2 ? { headers: { "content-type": "application/zip" } } : {});
    const { id } = await owner.render({ url: `${host.url}/late` });
    const job = await database.jobs.findOne({ _id: id });
    if (job?.status !== "failed") throw new Error(`the job is ${job?.status}`);
    const handle = temporal.workflow.getHandle(workflowIds.renderJob(id));
    await until(async () => (await handle.describe()).status.name === "FAILED");
    await pipeline.stop();
    const { workflowType, ...start } = workflowStart({
      type: "renderJob",
      input: renderJobInput(job),
      priority: "normal",
    });
    const { client, close } = lazyClient({
      address: pipeline.env.WATCHFRAME_TEMPORAL_ADDRESS,
      namespace: pipeline.env.WATCHFRAME_TEMPORAL_NAMESPACE,
    });
    await client.workflow.start(workflowType, { ...start, workflowIdReusePolicy: "ALLOW_DUPLICATE" });
    await close();
    const api = await startApi(pipeline.env);
    return { id, api, caller: callerWith(api.url, owner) };
  }

  const ledgerOf = async (jobId: string): Promise<string[]> =>
    (await pipeline.database.ledger.find({ jobId }).toArray())
      .map(({ _id, credits }) => `${_id.replace(jobId, "job")} ${credits}`)
      .toSorted();
  const used = async ({ accountId }: Caller) =>
    (await pipeline.database.accounts.findOne({ _id: accountId }))?.credits.used;

  it("waits for the end of that run, of which nothing is seen, and then runs", async () => {
    const { id, api, caller } = await leftOpen();
    expect((await caller.call("POST", `/retry/${id}`)).status).to.equal(202);
    await api.close();
    pipeline = await startPipeline({ allow: [host.allow] });
    const job = await callerWith(pipeline.apiUrl, caller).ended(id);
    expect(job).to.deep.include({
      status: "completed",
      attempts: 2,
      credits: { charged: 2, refunded: 1, net: 1 },
    });
    expect(job.result?.screenshot?.bytes).to.be.greaterThan(1_000);
    // The first attempt, once more as its worker had died, and the second.
    expect(host.visits).to.have.length(3);
    expect(await ledgerOf(id)).to.deep.equal(["charge:job:1 1", "charge:job:2 1", "refund:job:1 -1"]);
    expect(await used(caller)).to.equal(1);
    await until(async () => (await pipeline.database.outbox.findOne({ _id: id })) === null);
  });

  it("is cancelled where it was to stop before it was started", async () => {
    const { id, api, caller } = await leftOpen();
    expect((await caller.call("POST", `/retry/${id}`)).status).to.equal(202);
    const reply = await caller.call("DELETE", `/jobs/${id}`);
    const { job: asked }: { job: Job } = await reply.json();
    expect([reply.status, asked.status, asked.attempts]).to.deep.equal([200, "queued", 2]);
    await api.close();
    pipeline = await startPipeline({ allow: [host.allow] });
    const job = await callerWith(pipeline.apiUrl, caller).ended(id);
    expect(job).to.deep.include({ status: "cancelled", attempts: 2, credits: { charged: 2, refunded: 2, net: 0 } });
    expect(await ledgerOf(id)).to.deep.equal([
      "charge:job:1 1",
      "charge:job:2 1",
      "refund:job:1 -1",
      "refund:job:2 -1",
    ]);
    expect(await used(caller)).to.equal(0);
    await until(async () => (await pipeline.database.outbox.findOne({ _id: id })) === null);
  });
});
