import { expect } from "chai";
import { type RunningApi, startApi } from "#api/server.ts";
import type { Job } from "#schemas/job.ts";
import { freePorts } from "#stack/supervisor/ports.ts";
import { workflowIds } from "#workflows/messages.ts";
import { openBucket, type TestBucket } from "../support/callerBucket.ts";
import { type Caller, callerWith, newCaller, type Pipeline, startPipeline } from "../support/pipeline.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { type HeldSite, startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";

type Told = { type: string; data: { jobId: string; credits: { net: number } } };

describe("identical renders with cache: true", function () {
  this.timeout(60_000);
  let site: HeldSite;
  let receiver: Receiver;
  let bucket: TestBucket;
  let pipeline: Pipeline;
  let otherApi: RunningApi;
  let caller: Caller;
  /** The same caller at a second API process's door. */
  let elsewhere: Caller;
  let url: string;
  let count = 0;

  before(async () => {
    [site, receiver, bucket] = await Promise.all([startHeldSite(), startReceiver(), openBucket("shared-renders")]);
    pipeline = await startPipeline({ allow: [site.host, receiver.host, bucket.host] });
    const [port = 0] = await freePorts(1);
    otherApi = await startApi({ ...pipeline.env, WATCHFRAME_PORT: port });
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
    elsewhere = callerWith(otherApi.url, caller);
  });
  after(async () => {
    await otherApi?.close();
    await pipeline?.stop();
    await Promise.all([site?.close(), receiver?.close()]);
    bucket?.close();
  });
  beforeEach(() => {
    count += 1;
    url = `${site.url}/${count}`;
    site.page = null;
    site.seen.length = 0;
    site.hold();
  });

  const body = (more: Record<string, unknown> = {}) => ({ url, cache: true, extractMetadata: false, ...more });
  const visits = (): number => site.seen.filter((request) => request.url !== "/favicon.ico").length;
  const handleOf = (id: string) => pipeline.temporal.workflow.getHandle(workflowIds.renderJob(id));
  const ledgerOf = async (jobId: string): Promise<number[]> =>
    (await pipeline.database.ledger.find({ jobId }).sort({ at: 1 }).toArray()).map(({ credits }) => credits);
  const endedAll = (ids: readonly string[]): Promise<Job[]> => Promise.all(ids.map((id) => caller.ended(id)));

  /** Submits identical renders at both doors: one leads, all others wait for it. */
  async function submitTogether(most: number, more: Record<string, unknown> = {}) {
    const ids = await Promise.all(
      Array.from({ length: most }, (_, index) => (index % 2 === 0 ? caller : elsewhere).submit(body(more))),
    );
    const record = await pipeline.database.jobs.findOne({ _id: ids[0] ?? "" });
    const entry = await until(async () => {
      const found = await pipeline.database.renderCache.findOne({ _id: record?.fingerprint ?? "" });
      return found?.followers.length === most - 1 && found;
    });
    await site.visited(1);
    const leader = entry.flight ?? "";
    return { leader, followers: ids.filter((id) => id !== leader) };
  }

  it("share one visit to the page, whichever process took them, and one of them is charged", async () => {
    const { leader, followers } = await submitTogether(6);
    site.release();
    const jobs = await endedAll([leader, ...followers]);
    expect(visits()).to.equal(1);
    expect(jobs.map(({ status }) => status)).to.deep.equal(Array(6).fill("completed"));
    expect(jobs.map(({ cached }) => cached)).to.deep.equal([false, true, true, true, true, true]);
    expect(jobs.map(({ credits }) => credits.net)).to.deep.equal([1, 0, 0, 0, 0, 0]);
    expect(new Set(jobs.map(({ result }) => result?.screenshot?.sha256)).size).to.equal(1);
    expect(await ledgerOf(leader)).to.deep.equal([1]);
    for (const id of followers) expect(await ledgerOf(id)).to.deep.equal([1, -1]);
    const used = (await pipeline.database.accounts.findOne({ _id: caller.accountId }))?.credits.used;
    expect(used).to.equal(1);
    for (const job of jobs) expect((await fetch(job.result?.screenshot?.url ?? "")).status).to.equal(200);
  });

  it("are answered within the request once one has completed: without a workflow, at no charge", async () => {
    site.release();
    const first = await caller.render({ ...body(), cache: false });
    const reply = await elsewhere.call("POST", "/render", body());
    const { id, status }: { id: string; status: string } = await reply.json();
    expect([reply.status, status]).to.deep.equal([202, "completed"]);
    const job = await caller.ended(id);
    expect(job).to.deep.include({
      cached: true,
      credits: { charged: 0, refunded: 0, net: 0 },
      expiresAt: first.expiresAt,
    });
    const [bytes, shared] = await Promise.all(
      [first, job].map(async ({ result }) =>
        Buffer.from(await (await fetch(result?.screenshot?.url ?? "")).arrayBuffer()),
      ),
    );
    expect(shared?.equals(bytes ?? Buffer.alloc(0))).to.equal(true);
    expect(
      await handleOf(id)
        .describe()
        .catch((error: Error) => error.name),
    ).to.equal("WorkflowNotFoundError");
    expect(visits()).to.equal(1);
    expect((await caller.call("DELETE", `/jobs/${id}`)).status).to.equal(409);
  });

  it("each render themselves when the one they waited for fails", async () => {
    site.page = "<!doctype html><title>Not yet</title>";
    const { leader, followers } = await submitTogether(4, { scrollToElement: "#there" });
    site.release();
    site.page = '<!doctype html><title>Now</title><p id="there">here';
    const [failed, ...others] = await endedAll([leader, ...followers]);
    expect([failed?.status, failed?.error?.code, failed?.credits.net]).to.deep.equal([
      "failed",
      "selector_not_found",
      0,
    ]);
    for (const job of others) {
      expect([job.status, job.result?.page.title, job.cached, job.credits.net]).to.deep.equal([
        "completed",
        "Now",
        false,
        1,
      ]);
    }
    expect(visits()).to.equal(4);
  });

  it("go on when the one they waited for is cancelled, and one of those who wait can be", async () => {
    const { leader, followers } = await submitTogether(3);
    const [quitter = "", patient = ""] = followers;
    expect((await caller.call("DELETE", `/jobs/${quitter}`)).status).to.equal(200);
    expect((await caller.call("DELETE", `/jobs/${leader}`)).status).to.equal(200);
    await site.visited(2);
    site.release();
    const jobs = await endedAll([leader, quitter, patient]);
    expect(jobs.map(({ status, credits }) => [status, credits.net])).to.deep.equal([
      ["cancelled", 0],
      ["cancelled", 0],
      ["completed", 1],
    ]);
  });

  it("go on when an operator terminates the one they waited for", async () => {
    const { leader, followers } = await submitTogether(2);
    await handleOf(leader).terminate("by an operator");
    await site.visited(2);
    site.release();
    const [terminated, job] = await endedAll([leader, ...followers]);
    expect([terminated?.status, job?.status, job?.cached]).to.deep.equal(["failed", "completed", false]);
  });

  it("are told by webhook, when they are answered at once and when they have waited", async () => {
    const hook = (path: string) => ({ webhookUrl: `${receiver.url}${path}` });
    /** The events that a path of the receiver has got, once there are so many. */
    const told = (path: string, most: number): Promise<Told[]> =>
      until(async () => {
        const requests = receiver.received.filter((one) => one.path === path);
        return requests.length === most && requests.map((one): Told => JSON.parse(one.body));
      });
    const { followers } = await submitTogether(2, hook("/waited"));
    site.release();
    const [waited = ""] = followers;
    expect((await told("/waited", 2)).map(({ data }) => data.jobId)).to.include(waited);
    const id = await caller.submit(body(hook("/at-once")));
    const [event] = await told("/at-once", 1);
    expect([event?.type, event?.data.jobId, event?.data.credits.net]).to.deep.equal(["job.completed", id, 0]);
  });

  it("are stored for each who asks for it, rendered once", async () => {
    site.release();
    const storage = { ...bucket.fields, storage_path: "{id}.{ext}", storage_return_location: true };
    const first = await caller.render(body(storage));
    const second = await caller.render(body(storage));
    expect([second.status, second.cached, second.credits.net]).to.deep.equal(["completed", true, 0]);
    expect(second.result?.screenshot?.location).to.equal(`${bucket.endpoint}/shared-renders/${second.id}.jpg`);
    expect(await bucket.keys()).to.deep.equal([`${first.id}.jpg`, `${second.id}.jpg`]);
    expect((await bucket.read(`${second.id}.jpg`)).bytes.equals((await bucket.read(`${first.id}.jpg`)).bytes)).to.equal(
      true,
    );
    const third = await caller.render(body());
    expect(third.cached).to.equal(true);
    expect(third.result?.screenshot).to.not.have.property("location");
    expect(visits()).to.equal(1);
  });

  it("have a synchronous call wait for one that was submitted", async () => {
    const id = await caller.submit(body());
    await site.visited(1);
    const reply = elsewhere.call("POST", "/render/screenshot", { url, cache: true });
    const { fingerprint = "" } = (await pipeline.database.jobs.findOne({ _id: id })) ?? {};
    await until(
      async () => (await pipeline.database.renderCache.findOne({ _id: fingerprint }))?.followers.length === 1,
    );
    site.release();
    const { status, headers } = await reply;
    const charged = ["charged", "refunded"].map((name) => headers.get(`x-credits-${name}`));
    expect([status, ...charged, visits()]).to.deep.equal([200, "1", "1", 1]);
  });
});
