import { expect } from "chai";
import type { Batch, BatchItem } from "#schemas/batch.ts";
import type { Job } from "#schemas/job.ts";
import { renderBatchInput } from "#orders/inputs.ts";
import { workflowIds } from "#orders/messages.ts";
import { workflowStart } from "#orders/starts.ts";
import { gaps, type LoggedHost, startHosts } from "../support/loggedSite.ts";
import { type Caller, newCaller, type Pipeline, reconcileNow, startPipeline } from "../support/pipeline.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { until } from "../support/until.ts";

type Shown = { batch: Batch; items: BatchItem[] };

describe("renderBatch", function () {
  this.timeout(120_000);
  let hosts: LoggedHost[];
  let receiver: Receiver;
  let pipeline: Pipeline;
  let caller: Caller;

  before(async () => {
    [hosts, receiver] = await Promise.all([startHosts(3), startReceiver()]);
    pipeline = await startPipeline({ allow: [...hosts.map(({ allow }) => allow), receiver.host] });
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
  });
  after(async () => {
    await pipeline?.stop();
    await Promise.all(
      [...(hosts ?? []), ...(receiver === undefined ? [] : [receiver])].map((server) => server.close()),
    );
  });
  beforeEach(() => {
    for (const host of hosts) {
      host.visits.length = 0;
      host.answer = () => ({});
    }
  });

  const pages = (count: number, some = hosts) =>
    some.flatMap(({ url }) => Array.from({ length: count }, (_, index) => `${url}/${index}`));
  const submit = async (body: Record<string, unknown>, by = caller): Promise<string> => {
    const reply = await by.call("POST", "/render/smart-batch", body);
    const { batch }: { batch: string } = await reply.json();
    if (reply.status !== 200) throw new Error(`the batch was answered with ${reply.status}`);
    return batch;
  };
  const shown = async (id: string, by = caller): Promise<Shown> =>
    (await by.call("GET", `/render/batches/${id}?limit=100`)).json();
  const ended = (id: string, by = caller) =>
    until(async () => {
      const now = await shown(id, by);
      return ["completed", "cancelled"].includes(now.batch.status) && now;
    }, 60_000);
  const chargesOf = async (batchId: string) => {
    const jobs = await pipeline.database.jobs.find({ batchId }).toArray();
    const entries = await Promise.all(jobs.map(({ _id: jobId }) => pipeline.database.ledger.find({ jobId }).toArray()));
    return entries.flat().map(({ credits }) => credits);
  };

  it("renders every page once, keeps each host's throttle, and reports the end of all", async () => {
    const webhookUrl = `${receiver.url}/all`;
    const id = await submit({ urls: pages(4), webhookUrl });
    const { batch, items } = await ended(id);
    expect(batch).to.deep.include({
      status: "completed",
      progress: 100,
      counts: { queued: 0, in_progress: 0, completed: 12, failed: 0, cancelled: 0 },
      credits: { charged: 12, refunded: 0, net: 12 },
    });
    expect(items.map(({ title }) => title)).to.deep.equal(pages(4).map((url) => new URL(url).pathname));
    for (const { visits } of hosts) {
      expect(visits).to.have.length(4);
      expect(Math.min(...gaps(visits))).to.be.at.least(250);
    }
    expect(await chargesOf(id)).to.deep.equal(Array.from({ length: 12 }, () => 1));
    const call = await until(async () =>
      receiver.received.find(({ path, body }) => path === "/all" && body.includes("batch.completed")),
    );
    expect(call.body.length).to.be.lessThan(20_000);
    const { type, data } = JSON.parse(call.body);
    expect(type).to.equal("batch.completed");
    expect(data).to.deep.include({
      batchId: id,
      status: "completed",
      total: 12,
      counts: batch.counts,
      credits: batch.credits,
    });
    expect(data.items).to.deep.equal(items.map(({ id: jobId }) => ({ id: jobId, status: "completed" })));
    expect(
      receiver.received.filter(({ path, body }) => path === "/all" && body.includes("job.completed")),
    ).to.have.length(12);
  });

  it("answers pages from identical renders at once and at no charge, and renders only the others", async () => {
    const urls = pages(1).map((url) => `${url}?cached`);
    await ended(await submit({ urls: urls.slice(1), cache: true }));
    const visits = () => hosts.map((host) => host.visits.length);
    expect(visits()).to.deep.equal([0, 1, 1]);
    const { batch } = await ended(await submit({ urls, cache: true }));
    expect(batch).to.deep.include({ status: "completed", progress: 100, credits: { charged: 1, refunded: 0, net: 1 } });
    expect(batch.counts.completed).to.equal(3);
    expect(visits()).to.deep.equal([1, 1, 1]);
  });

  it("renders other hosts' pages while one host is slow, even on a small plan", async () => {
    const small = await newCaller(pipeline.apiUrl, pipeline.database, "free");
    const [slow, ...others] = hosts;
    if (slow === undefined) throw new Error("no host");
    const released = Promise.withResolvers<void>();
    slow.answer = () => ({ held: released.promise });
    const id = await submit({ urls: [...pages(2, [slow]), ...pages(4, others)] }, small);
    await until(async () => (await shown(id, small)).batch.hosts.slice(1).every(({ completed }) => completed === 4));
    const { batch } = await shown(id, small);
    expect(batch.hosts[0]?.completed).to.equal(0);
    released.resolve();
    expect((await ended(id, small)).batch.counts.completed).to.equal(10);
  });

  it("is cancelled by the caller: running and waiting pages are refunded, ended pages stay", async () => {
    const [host] = hosts;
    if (host === undefined) throw new Error("no host");
    host.answer = (_path, count) => ({ delay: count > 1 ? 60_000 : 0 });
    const few = await newCaller(pipeline.apiUrl, pipeline.database, "free");
    const id = await submit({ urls: pages(25, [host]) }, few);
    await until(async () => host.visits.length === 3);
    const reply = await few.call("DELETE", `/render/batches/${id}`);
    const { batch }: { batch: Batch } = await reply.json();
    expect([reply.status, batch.status]).to.deep.equal([200, "cancelled"]);
    expect(batch.counts).to.deep.equal({ queued: 0, in_progress: 0, completed: 1, failed: 0, cancelled: 24 });
    expect(batch.credits).to.deep.equal({ charged: 25, refunded: 24, net: 1 });
    expect(host.visits).to.have.length(3);
    expect((await pipeline.temporal.workflow.getHandle(workflowIds.renderBatch(id)).describe()).status.name).to.equal(
      "CANCELLED",
    );
    expect((await few.call("DELETE", `/render/batches/${id}`)).status).to.equal(409);
  });

  it("keeps pages answered on acceptance when it is cancelled", async () => {
    const [host] = hosts;
    if (host === undefined) throw new Error("no host");
    host.answer = (path) => ({ delay: path.startsWith("/slow") ? 60_000 : 0 });
    const answered = `${host.url}/answered`;
    await ended(await submit({ urls: [answered], cache: true }));
    const id = await submit({ urls: [`${host.url}/slow/1`, `${host.url}/slow/2`, answered], cache: true });
    await until(async () => host.visits.length === 3);
    const jobId = (await shown(id)).items[2]?.id ?? "";
    const job = async (): Promise<Job> => (await (await caller.call("GET", `/status/${jobId}`)).json()).job;
    const before = await job();
    expect(before).to.deep.include({ status: "completed", cached: true });
    const { batch }: { batch: Batch } = await (await caller.call("DELETE", `/render/batches/${id}`)).json();
    expect(batch.counts).to.deep.equal({ queued: 0, in_progress: 0, completed: 1, failed: 0, cancelled: 2 });
    expect(batch.credits).to.deep.equal({ charged: 2, refunded: 2, net: 0 });
    const after = await job();
    expect(after).to.deep.include({ status: "completed", cached: true, completedAt: before.completedAt });
    const picture = await fetch(after.result?.screenshot?.url ?? "");
    expect([picture.status, (await picture.arrayBuffer()).byteLength]).to.deep.equal([
      200,
      before.result?.screenshot?.bytes,
    ]);
  });

  it("skips a page that is cancelled before it begins", async () => {
    const [host] = hosts;
    if (host === undefined) throw new Error("no host");
    const released = Promise.withResolvers<void>();
    host.answer = () => ({ held: released.promise });
    const few = await newCaller(pipeline.apiUrl, pipeline.database, "free");
    const id = await submit({ urls: pages(4, [host]) }, few);
    await until(async () => host.visits.length === 2);
    const last = (await shown(id, few)).items.at(-1)?.id ?? "";
    const reply = await few.call("DELETE", `/jobs/${last}`);
    const { job }: { job: { status: string } } = await reply.json();
    expect([reply.status, job.status]).to.deep.equal([200, "cancelled"]);
    released.resolve();
    const { batch } = await ended(id, few);
    expect(batch.status).to.equal("completed");
    expect(batch.counts).to.deep.include({ completed: 3, cancelled: 1 });
    expect(host.visits.map(({ path }) => path)).to.not.include("/3");
  });

  it("is started by the reconciler if the API died before the start, and undone if it died before the record", async () => {
    const finished = await submit({ urls: pages(1) });
    await ended(finished);
    const [record, jobs] = [
      await pipeline.database.batches.findOne({ _id: finished }),
      await pipeline.database.jobs.find({ batchId: finished }).toArray(),
    ];
    if (record === null) throw new Error("no record");
    // As they were when they were accepted, under other ids.
    const copy = async (withRecord: boolean, createdAt: Date): Promise<string> => {
      const _id = record._id.replace(/.{12}$/, crypto.randomUUID().slice(-12));
      const fresh = jobs.map(({ result: _result, ...job }) => ({
        ...job,
        _id: job._id.replace(/.{12}$/, crypto.randomUUID().slice(-12)),
        batchId: _id,
        status: "queued" as const,
        version: 0,
        startedAt: null,
        completedAt: null,
      }));
      await pipeline.database.jobs.insertMany(fresh);
      const items = record.items.map((item, place) => ({ ...item, jobId: fresh[place]?._id ?? "" }));
      if (withRecord)
        await pipeline.database.batches.insertOne({ ...record, _id, items, status: "open", completedAt: null });
      await pipeline.database.outbox.insertOne({
        _id,
        type: "renderBatch",
        accountId: caller.accountId,
        jobIds: fresh.map((job) => job._id),
        createdAt,
      });
      return _id;
    };
    const started = await copy(true, new Date(Date.now() - 10_000));
    const undone = await copy(false, new Date(Date.now() - 120_000));
    await reconcileNow(pipeline);
    expect((await ended(started)).batch.counts.completed).to.equal(3);
    await until(async () => (await pipeline.database.jobs.countDocuments({ batchId: undone })) === 0);
    await until(async () => (await pipeline.database.outbox.countDocuments({ accountId: caller.accountId })) === 0);
  });

  it("shows operators its account, and its pages show their batch", async () => {
    const id = await submit({ urls: pages(1) });
    const { items } = await ended(id);
    for (const workflowId of [workflowIds.renderBatch(id), workflowIds.renderJob(items[0]?.id ?? "")]) {
      const { typedSearchAttributes } = await pipeline.temporal.workflow.getHandle(workflowId).describe();
      const attributes = Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
      expect(attributes).to.deep.include({ AccountId: caller.accountId, BatchId: id });
    }
    const record = await pipeline.database.batches.findOne({ _id: id });
    if (record === null) throw new Error("no record");
    expect(workflowStart({ type: "renderBatch", input: renderBatchInput(record) }).staticSummary).to.equal(
      "batch of 3 pages of 3 hosts · jpg, metadata · normal",
    );
  });
});
