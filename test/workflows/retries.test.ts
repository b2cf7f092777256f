import { expect } from "chai";
import { type RunningApi, startApi } from "#api/server.ts";
import type { Job } from "#schemas/job.ts";
import { lazyClient } from "#temporal-config/target.ts";
import { workflowIds } from "#orders/messages.ts";
import { type LoggedHost, startHosts } from "../support/loggedSite.ts";
import { type Caller, callerWith, newCaller, type Pipeline, startPipeline } from "../support/pipeline.ts";
import { until } from "../support/until.ts";
import { resetToBegin } from "../support/workflowSteps.ts";

describe("a retry after an operator reset the first attempt", function () {
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

  /** A failed job with a workflow that was reset while no worker ran. Afterwards, only `api` runs. */
  async function resetWithoutWorker(): Promise<{ id: string; api: RunningApi; caller: Caller }> {
    const { database, temporal, apiUrl } = pipeline;
    const owner = await newCaller(apiUrl, database);
    host.answer = (_path, count) => (count === 1 ? { headers: { "content-type": "application/zip" } } : {});
    const { id, status: failed } = await owner.render({ url: `${host.url}/late` });
    expect(failed).to.equal("failed");
    const workflowId = workflowIds.renderJob(id);
    const handle = temporal.workflow.getHandle(workflowId);
    await until(async () => (await handle.describe()).status.name === "FAILED");
    await pipeline.stop();
    const { client, close } = lazyClient({
      address: pipeline.env.WATCHFRAME_TEMPORAL_ADDRESS,
      namespace: pipeline.env.WATCHFRAME_TEMPORAL_NAMESPACE,
    });
    await resetToBegin(client, workflowId);
    await close();
    const api = await startApi(pipeline.env);
    return { id, api, caller: callerWith(api.url, owner) };
  }
  /** How the run that the reset began has ended. */
  const resetEnd = (id: string) =>
    until(async () => {
      const { status } = await pipeline.temporal.workflow.getHandle(workflowIds.renderJob(id)).describe();
      return status.name !== "RUNNING" && status.name;
    });

  const ledgerOf = async (jobId: string): Promise<string[]> =>
    (await pipeline.database.ledger.find({ jobId }).toArray())
      .map(({ _id, credits }) => `${_id.replace(jobId, "job")} ${credits}`)
      .toSorted();
  const used = async ({ accountId }: Caller) =>
    (await pipeline.database.accounts.findOne({ _id: accountId }))?.credits.used;

  it("renders, while the reset attempt neither requests the page nor changes the job", async () => {
    const { id, api, caller } = await resetWithoutWorker();
    expect((await caller.call("POST", `/retry/${id}`)).status).to.equal(202);
    await api.close();
    pipeline = await startPipeline({ allow: [host.allow] });
    expect(await resetEnd(id)).to.equal("FAILED");
    const job = await callerWith(pipeline.apiUrl, caller).ended(id);
    expect(job).to.deep.include({
      status: "completed",
      attempts: 2,
      credits: { charged: 2, refunded: 1, net: 1 },
    });
    expect(job.result?.screenshot?.bytes).to.be.greaterThan(1_000);
    expect(host.visits).to.have.length(2);
    expect(await ledgerOf(id)).to.deep.equal(["charge:job:1 1", "charge:job:2 1", "refund:job:1 -1"]);
    expect(await used(caller)).to.equal(1);
    expect(await pipeline.database.outbox.findOne({ _id: id })).to.equal(null);
  });

  it("cancels together with the reset attempt", async () => {
    const { id, api, caller } = await resetWithoutWorker();
    expect((await caller.call("POST", `/retry/${id}`)).status).to.equal(202);
    const reply = await caller.call("DELETE", `/jobs/${id}`);
    const { job: asked }: { job: Job } = await reply.json();
    expect([reply.status, asked.status, asked.attempts]).to.deep.equal([200, "queued", 2]);
    await api.close();
    pipeline = await startPipeline({ allow: [host.allow] });
    const job = await callerWith(pipeline.apiUrl, caller).ended(id);
    expect(job).to.deep.include({ status: "cancelled", attempts: 2, credits: { charged: 2, refunded: 2, net: 0 } });
    expect(await resetEnd(id)).to.equal("FAILED");
    expect(await ledgerOf(id)).to.deep.equal([
      "charge:job:1 1",
      "charge:job:2 1",
      "refund:job:1 -1",
      "refund:job:2 -1",
    ]);
    expect(await used(caller)).to.equal(0);
  });
});
