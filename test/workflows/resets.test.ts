import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import type { Job } from "#schemas/job.ts";
import { workflowIds } from "#orders/messages.ts";
import { startHost } from "../support/loggedSite.ts";
import { type Caller, newCaller, usePipeline } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

describe("a reset of all failed renders of an account", function () {
  this.timeout(90_000);
  const download = { headers: { "content-type": "application/zip" } };
  let caller: Caller;

  const host = useResource(startHost);
  const pipeline = usePipeline({ allow: () => [host.allow], openBrowser: openSketchBrowser });
  beforeEach(async () => {
    host.visits.length = 0;
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
  });

  const query = () => `ExecutionStatus = "Failed" AND WorkflowType = "renderJob" AND AccountId = "${caller.accountId}"`;
  const countListed = async (): Promise<number> => (await pipeline.temporal.workflow.count(query())).count;
  /**
   * Resets as docs/operating.md has it, once `attempts` failed runs are listed. Returns when the new run of the first
   * attempt has the status `ends`.
   */
  async function reset(jobId: string, ends: string, attempts = 1): Promise<void> {
    await until(async () => (await countListed()) === attempts);
    const handle = pipeline.temporal.workflow.getHandle(workflowIds.renderJob(jobId));
    const before = await handle.describe();
    await pipeline.temporal.workflowService.startBatchOperation({
      namespace: pipeline.env.WATCHFRAME_TEMPORAL_NAMESPACE,
      visibilityQuery: query(),
      jobId: uuidv7(),
      reason: "our fault",
      resetOperation: { identity: "operator", options: { firstWorkflowTask: {} } },
    });
    await until(async () => {
      const { runId, status } = await handle.describe();
      return runId !== before.runId && status.name === ends;
    });
  }
  const shown = async (id: string): Promise<Job> => {
    const { job }: { job: Job } = await (await caller.call("GET", `/status/${id}`)).json();
    return job;
  };
  const ledgerOf = async (jobId: string): Promise<string[]> =>
    (await pipeline.database.ledger.find({ jobId }).toArray())
      .map(({ _id, credits }) => `${_id.replace(jobId, "job")} ${credits}`)
      .toSorted();
  const used = async () => (await pipeline.database.accounts.findOne({ _id: caller.accountId }))?.credits.used;
  async function failed(): Promise<string> {
    host.answer = () => download;
    const job = await caller.render({ url: `${host.url}/page` });
    expect(job.status).to.equal("failed");
    return job.id;
  }

  it("renders jobs again that have not been retried, at no charge", async () => {
    const id = await failed();
    host.answer = () => ({});
    await reset(id, "COMPLETED");
    expect(await shown(id)).to.deep.include({ status: "completed", attempts: 1 });
    expect(await ledgerOf(id)).to.deep.equal(["charge:job:1 1", "refund:job:1 -1"]);
  });

  it("changes neither picture nor credits of a job that a retry has completed", async () => {
    const id = await failed();
    host.answer = () => ({});
    expect((await caller.call("POST", `/retry/${id}`)).status).to.equal(202);
    const done = await until(async () => {
      const job = await caller.ended(id);
      return job.status === "completed" && job;
    });
    host.answer = () => download;
    await reset(id, "FAILED");
    const job = await shown(id);
    expect(job).to.deep.include({ status: "completed", attempts: 2, credits: { charged: 2, refunded: 1, net: 1 } });
    expect(job.result?.screenshot?.sha256).to.equal(done.result?.screenshot?.sha256);
    const picture = await fetch(job.result?.screenshot?.url ?? "");
    expect((await picture.arrayBuffer()).byteLength).to.equal(done.result?.screenshot?.bytes);
    expect(host.visits).to.have.length(2);
    expect(await ledgerOf(id)).to.deep.equal(["charge:job:1 1", "charge:job:2 1", "refund:job:1 -1"]);
    expect(await used()).to.equal(1);
  });

  it("does not change a running retry, and it completes", async () => {
    const id = await failed();
    host.answer = () => ({ delay: 5_000 });
    expect((await caller.call("POST", `/retry/${id}`)).status).to.equal(202);
    await until(async () => host.visits.length === 2);
    await reset(id, "FAILED");
    expect((await shown(id)).status).to.be.oneOf(["queued", "in_progress"]);
    const job = await caller.ended(id);
    expect(job).to.deep.include({ status: "completed", attempts: 2, credits: { charged: 2, refunded: 1, net: 1 } });
    expect(host.visits).to.have.length(2);
    expect(await ledgerOf(id)).to.deep.equal(["charge:job:1 1", "charge:job:2 1", "refund:job:1 -1"]);
    expect(await used()).to.equal(1);
  });

  it("renders the failed retry again, and does not change its first attempt", async () => {
    const id = await failed();
    expect((await caller.call("POST", `/retry/${id}`)).status).to.equal(202);
    await until(async () => (await shown(id)).status === "failed" && host.visits.length === 2);
    host.answer = () => ({});
    await reset(id, "FAILED", 2);
    const job = await until(async () => {
      const now = await shown(id);
      return now.status === "completed" && now;
    });
    expect(job).to.deep.include({ attempts: 2 });
    expect(host.visits).to.have.length(3);
    // As docs/operating.md has it.
    const attempts = new Set<string>();
    for await (const { workflowId } of pipeline.temporal.workflow.list({
      query: `WorkflowId STARTS_WITH "${workflowIds.renderJob(id)}"`,
    }))
      attempts.add(workflowId);
    expect([...attempts].toSorted()).to.deep.equal([`render:${id}`, `render:${id}:2`]);
  });
});
