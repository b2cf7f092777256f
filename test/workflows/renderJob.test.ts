import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { openObjectStore } from "#data/objects.ts";
import type { Job } from "#schemas/job.ts";
import { freePorts } from "#stack/supervisor/processes.ts";
import { workflowIds } from "#orders/messages.ts";
import { creditPeriod } from "#rules/prices.ts";
import { workflowStart } from "#orders/starts.ts";
import { listAt } from "../api/support/fields.ts";
import { reconcileNow, useCaller, usePipeline } from "../support/pipeline.ts";
import { servers } from "../support/servers.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { resetToBegin } from "../support/workflowSteps.ts";

/** A service that renders a page which the test may hold back. */
function useJobs() {
  let closedPort: number;
  const site = useResource(startHeldSite);
  before(async () => {
    // A port that is allowed and closed, so that a connection is refused by the host and not by the policy.
    [closedPort = 0] = await freePorts(1);
  });
  const pipeline = usePipeline({ allow: () => [site.host, `127.0.0.1:${closedPort}`] });
  const caller = useCaller(pipeline);
  beforeEach(() => {
    site.seen.length = 0;
    site.release();
  });
  const ledgerOf = async (jobId: string): Promise<string[]> =>
    (await pipeline.database.ledger.find({ jobId }).sort({ at: 1 }).toArray()).map(
      ({ _id, credits }) => `${_id.split(":")[0]} ${credits}`,
    );
  const stateOf = async (jobId: string): Promise<string> => {
    const { status } = await pipeline.temporal.workflow.getHandle(workflowIds.renderJob(jobId)).describe();
    return status.name;
  };
  return {
    get closedPort() {
      return closedPort;
    },
    site,
    pipeline,
    caller,
    ledgerOf,
    stateOf,
  };
}

describe("renderJob", function () {
  this.timeout(60_000);
  const { site, pipeline, caller, ledgerOf, stateOf } = useJobs();

  it("stores what it rendered, charges once and closes as completed", async () => {
    const job = await caller.render({ url: site.url, extractHtml: true, screenshot: true, extractMetadata: true });
    expect(job).to.include({ status: "completed", stage: "done", progress: 100, attempts: 1, cached: false });
    expect(job.credits).to.deep.equal({ charged: 2, refunded: 0, net: 2 });
    expect(await ledgerOf(job.id)).to.deep.equal(["charge 2"]);
    expect(await stateOf(job.id)).to.equal("COMPLETED");
    const record = await pipeline.database.jobs.findOne({ _id: job.id });
    expect(record?.result?.outputs.map(({ name }) => name).toSorted()).to.deep.equal([
      "html",
      "metadata",
      "screenshot",
    ]);
    const { info } = await servers();
    const objects = openObjectStore({ ...info.s3, region: "us-east-1" });
    for (const output of record?.result?.outputs ?? []) {
      const bytes = output.text === undefined ? await objects.get(output.key) : Buffer.from(output.text);
      expect(bytes?.byteLength, output.name).to.equal(output.bytes);
      expect(
        createHash("sha256")
          .update(bytes ?? "")
          .digest("hex"),
      ).to.equal(output.sha256);
    }
    objects.close();
  });

  it("counts what it blocked", async () => {
    const job = await caller.render({ url: `${site.url}/blocked`, blockAds: true, blockChatWidgets: true });
    expect(job.result?.page.blocked).to.deep.equal({ ads: 0, chatWidgets: 0 });
    const plain = await caller.render({ url: `${site.url}/plain` });
    expect(plain.result?.page).to.not.have.property("blocked");
  });

  it("shows operators account, kind and host, and keeps pictures out of the history", async () => {
    const job = await caller.render({ url: `${site.url}/page`, priority: "high" });
    const handle = pipeline.temporal.workflow.getHandle(workflowIds.renderJob(job.id));
    const { typedSearchAttributes } = await handle.describe();
    const attributes = Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
    expect(attributes).to.deep.include({
      AccountId: caller.accountId,
      Kind: "render",
      Host: new URL(site.url).hostname,
    });
    const history = await handle.fetchHistory();
    const scheduled = (history.events ?? []).find(
      ({ activityTaskScheduledEventAttributes }) => activityTaskScheduledEventAttributes,
    );
    expect(Buffer.from(scheduled?.userMetadata?.summary?.data ?? []).toString()).to.equal(
      `"capture ${new URL(site.url).hostname}"`,
    );
    expect(JSON.stringify(history).length).to.be.lessThan(20_000);
  });

  it("shows a job as queued, then in progress while its page loads", async () => {
    site.hold();
    const id = await caller.submit({ url: `${site.url}/slow` });
    await site.visited(1);
    const shown = await until(async () => {
      const reply = await caller.call("GET", `/status/${id}`);
      const { job }: { job: Job } = await reply.json();
      return job.status === "in_progress" && { job, retryAfter: reply.headers.get("retry-after") };
    });
    expect(shown.job).to.include({ stage: "navigating" });
    expect(shown.job.startedAt).to.be.a("string");
    expect(Number(shown.retryAfter)).to.be.greaterThan(0);
    site.release();
    expect((await caller.ended(id)).status).to.equal("completed");
  });

  it("records metadata of a hostile page with any keys and characters", async () => {
    site.page = `<!doctype html><script type="application/ld+json">{"$where": 1, "a.b": {"$ref": "x"}, "__proto__": {"c": 2}}</script>
      <script>document.title = "\\ud800 broken \\0 title"</script><p>text</p>`;
    const job = await caller.render({ url: `${site.url}/hostile` });
    site.page = null;
    expect(job.status).to.equal("completed");
    expect(job.result?.page.title).to.include("broken");
    expect(JSON.stringify(listAt(job.result?.metadata?.value, "jsonLd")))
      .to.include('"$where":1')
      .and.include('"a.b"');
  });
});

describe("renderJob: failures and ends", function () {
  this.timeout(60_000);
  const jobs = useJobs();
  const { site, pipeline, caller, ledgerOf, stateOf } = jobs;

  it("stops after a cancellation: the page is closed, the job is cancelled and refunded", async () => {
    site.hold();
    const id = await caller.submit({ url: `${site.url}/cancel`, timeout: 60 });
    await site.visited(1);
    const closed = new Promise((resolve) => site.seen[0]?.socket.once("close", resolve));
    const reply = await caller.call("DELETE", `/jobs/${id}`);
    expect(reply.status).to.equal(200);
    const { job }: { job: Job } = await reply.json();
    expect(job.status).to.equal("cancelled");
    expect(job.credits).to.deep.equal({ charged: 1, refunded: 1, net: 0 });
    expect(job.error?.code).to.equal("cancelled");
    await closed;
    expect(await ledgerOf(id)).to.deep.equal(["charge 1", "refund -1"]);
    // The record says so just before the workflow ends.
    await until(async () => (await stateOf(id)) === "CANCELLED");
    const again = await caller.call("DELETE", `/jobs/${id}`);
    expect(again.status).to.equal(409);
    // A task that settles what no event says yet may, done again after its worker died, settle something else.
    const { events = [] } = await pipeline.temporal.workflow.getHandle(workflowIds.renderJob(id)).fetchHistory();
    const captureEnded = events?.findIndex((event) => event.activityTaskCanceledEventAttributes) ?? -1;
    const settled = events?.findIndex((event) => event.markerRecordedEventAttributes) ?? -1;
    expect([captureEnded > 0, settled > captureEnded]).to.deep.equal([true, true]);
  });

  it("retries a refused connection as often as the catalogue lists, then fails with that code and refunds", async () => {
    const job = await caller.render({ url: `http://127.0.0.1:${jobs.closedPort}/` });
    expect(job).to.include({ status: "failed" });
    expect(job.error).to.include({ code: "connection_failed", retryable: true });
    expect(job.credits).to.deep.equal({ charged: 1, refunded: 1, net: 0 });
    const handle = pipeline.temporal.workflow.getHandle(workflowIds.renderJob(job.id));
    expect((await handle.describe()).status.name).to.equal("FAILED");
    const started = ((await handle.fetchHistory()).events ?? []).find(
      (event) => event.activityTaskStartedEventAttributes,
    );
    expect(started?.activityTaskStartedEventAttributes?.attempt).to.equal(3);
  });

  it("never begins for an address that the policy refuses", async () => {
    const job = await caller.render({ url: "http://127.0.0.1:1/", timeout: 10 }).catch((error: unknown) => error);
    // The policy refuses it at submit already.
    expect(String(job)).to.include("400");
  });

  it("is settled as failed and refunded when an operator terminates it", async () => {
    site.hold();
    const id = await caller.submit({ url: `${site.url}/terminate`, timeout: 60 });
    await site.visited(1);
    const { workflow } = pipeline.temporal;
    const workflowId = workflowIds.renderJob(id);
    await workflow.getHandle(workflowId).terminate("by an operator");
    const listed = `WorkflowId = "${workflowId}" AND ExecutionStatus = "Terminated"`;
    await until(async () => (await workflow.count(listed)).count === 1);
    await reconcileNow(pipeline);
    const job = await caller.ended(id);
    expect(job.status).to.equal("failed");
    expect(job.error).to.include({ code: "internal_error", message: "The job was terminated by an operator." });
    expect(job.credits.net).to.equal(0);
  });
});

describe("renderJob: resets and retries", function () {
  this.timeout(60_000);
  const jobs = useJobs();
  const { site, pipeline, caller, ledgerOf } = jobs;

  it("changes from failed to completed when an operator resets it, and so does its record", async () => {
    const failed = await caller.render({ url: `http://127.0.0.1:${jobs.closedPort}/`, timeout: 10 });
    expect(failed.status).to.equal("failed");
    const { server } = await lateSite(jobs.closedPort);
    try {
      await resetToBegin(pipeline.temporal, workflowIds.renderJob(failed.id));
      const job = await until(async () => {
        const reply = await caller.call("GET", `/status/${failed.id}`);
        const { job: shown }: { job: Job } = await reply.json();
        return shown.status === "completed" && shown;
      });
      expect(job.error).to.equal(undefined);
      expect(job.result?.page.title).to.equal("Late");
    } finally {
      server.close();
    }
  });

  it("runs again when the caller retries it, as the same job, and is charged for what it rendered", async () => {
    const failed = await caller.render({ url: `http://127.0.0.1:${jobs.closedPort}/`, timeout: 10 });
    expect(failed.status).to.equal("failed");
    const { server } = await lateSite(jobs.closedPort);
    try {
      const reply = await caller.call("POST", `/retry/${failed.id}`);
      expect(reply.status).to.equal(202);
      const job = await until(async () => {
        const shown = await caller.ended(failed.id);
        return shown.status === "completed" && shown;
      });
      expect(job).to.include({ attempts: 2 });
      expect(job.credits).to.deep.equal({ charged: 2, refunded: 1, net: 1 });
      expect(await ledgerOf(job.id)).to.deep.equal(["charge 1", "refund -1", "charge 1"]);
      expect((await caller.call("POST", `/retry/${failed.id}`)).status).to.equal(409);
    } finally {
      server.close();
    }
  });

  it("starts once when its start is repeated", async () => {
    const job = await caller.render({ url: `${site.url}/once` });
    const record = await pipeline.database.jobs.findOne({ _id: job.id });
    if (record === null) throw new Error("no record");
    const input = {
      jobId: job.id,
      accountId: caller.accountId,
      requestId: "r",
      kind: "render",
      host: site.host,
      attempt: 1,
      acceptedAt: job.createdAt,
      spec: record.spec,
      webhook: null,
      fingerprint: record.fingerprint,
      answered: false,
      throttled: false,
    } as const;
    const { workflowType, ...start } = workflowStart({ type: "renderJob", input, priority: "normal" });
    const again = pipeline.temporal.workflow.start(workflowType, start);
    expect(await again.catch((error: Error) => error.name)).to.equal("WorkflowExecutionAlreadyStartedError");
  });
});

describe("renderJob: an API that died", function () {
  this.timeout(60_000);
  const jobs = useJobs();
  const { site, pipeline, caller, ledgerOf } = jobs;

  it("has its retry finished by the reconciler when the API died between charge and record", async () => {
    const failed = await caller.render({ url: `http://127.0.0.1:${jobs.closedPort}/`, timeout: 10 });
    const { accountId } = caller;
    const charge = await pipeline.database.ledger.findOne({ _id: `charge:${failed.id}:1` });
    if (charge === null) throw new Error("no charge");
    await pipeline.database.ledger.insertOne({ ...charge, _id: `charge:${failed.id}:2`, at: new Date() });
    const createdAt = new Date(Date.now() - 10_000);
    await pipeline.database.outbox.insertOne({ _id: failed.id, type: "renderJob", accountId, jobIds: [], createdAt });
    await reconcileNow(pipeline);
    const job = await until(async () => {
      const record = await pipeline.database.jobs.findOne({ _id: failed.id });
      return record?.attempts === 2 && record.status === "failed" && record;
    });
    expect(job.credits).to.deep.equal({ charged: 2, refunded: 2 });
  });

  it("is started by the reconciler when the API died between the record and the start", async () => {
    const done = await caller.render({ url: `${site.url}/template` });
    const template = await pipeline.database.jobs.findOne({ _id: done.id });
    if (template === null) throw new Error("no record");
    const { result: _result, ...rest } = template;
    const id = uuidv7();
    await pipeline.database.jobs.insertOne({
      ...rest,
      _id: id,
      status: "queued",
      stage: "waiting",
      progress: 0,
      version: 0,
      startedAt: null,
      completedAt: null,
    });
    await pipeline.database.outbox.insertOne({
      _id: id,
      type: "renderJob",
      accountId: caller.accountId,
      jobIds: [id],
      createdAt: new Date(Date.now() - 10_000),
    });
    await reconcileNow(pipeline);
    const job = await until(async () => {
      const record = await pipeline.database.jobs.findOne({ _id: id });
      return record?.status === "completed" && record;
    });
    expect(job.result?.outputs.map(({ name }) => name)).to.include("screenshot");
    await until(async () => (await pipeline.database.outbox.findOne({ _id: id })) === null);
  });

  it("is undone and refunded when the API died between the charge and the record", async () => {
    const id = uuidv7();
    const at = new Date(Date.now() - 120_000);
    const { accountId } = caller;
    const used = async () => (await pipeline.database.accounts.findOne({ _id: accountId }))?.credits.used ?? 0;
    const before = await used();
    const period = creditPeriod(new Date());
    await pipeline.database.accounts.updateOne({ _id: accountId }, { $inc: { "credits.used": 3 } });
    await pipeline.database.ledger.insertOne({
      _id: `charge:${id}:1`,
      accountId,
      keyId: "k",
      jobId: id,
      operation: "render",
      credits: 3,
      period,
      at,
      transferId: uuidv7(),
    });
    await pipeline.database.outbox.insertOne({ _id: id, type: "renderJob", accountId, jobIds: [id], createdAt: at });
    await reconcileNow(pipeline);
    await until(async () => (await pipeline.database.outbox.findOne({ _id: id })) === null);
    expect(await ledgerOf(id)).to.deep.equal(["charge 3", "refund -3"]);
    expect(await used()).to.equal(before);
  });
});

async function lateSite(port: number): Promise<{ server: Server }> {
  const server = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end("<title>Late</title><p>Here now"),
  );
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { server };
}
