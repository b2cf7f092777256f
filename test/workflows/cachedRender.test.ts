import { expect } from "chai";
import { type RunningApi, startApi } from "#api/server.ts";
import type { Job } from "#schemas/job.ts";
import { freePorts } from "#stack/supervisor/processes.ts";
import { workflowIds } from "#orders/messages.ts";
import { openBucket } from "../support/callerBucket.ts";
import { type Caller, callerWith, useCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { startHeldSite } from "../support/stack.ts";
import { startJob } from "../support/startJob.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

type SentEvent = { type: string; data: { jobId: string; credits: { net: number } } };

describe("identical renders with cache: true", function () {
  this.timeout(60_000);
  let otherApi: RunningApi;
  /** The same caller at a second API process. */
  let elsewhere: Caller;
  let url: string;
  let count = 0;

  const site = useResource(startHeldSite);
  const receiver = useResource(startReceiver);
  const bucket = useResource(() => openBucket("shared-renders"));
  const pipeline = usePipeline({ allow: () => [site.host, receiver.host, bucket.host] });
  const caller = useCaller(pipeline);
  after(() => otherApi?.close());
  before(async () => {
    const [port = 0] = await freePorts(1);
    otherApi = await startApi({ ...pipeline.env, WATCHFRAME_PORT: port });
    elsewhere = callerWith(otherApi.url, caller);
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

  it("render separately when they run at the same time, and each is charged", async () => {
    const ids = await Promise.all([caller, elsewhere, caller].map((door) => door.submit(body())));
    await site.visited(3);
    site.release();
    const jobs = await endedAll(ids);
    for (const { status, cached, credits } of jobs)
      expect([status, cached, credits.net]).to.deep.equal(["completed", false, 1]);
    for (const id of ids) expect(await ledgerOf(id)).to.deep.equal([1]);
  });

  it("are answered within the request after the first completed: without a workflow, at no charge", async () => {
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

  it("are answered by their workflow and refunded when acceptance skips the cache", async () => {
    site.release();
    const first = await caller.render(body());
    const id = await startJob(pipeline, { like: first.id, kind: "scheduled", url });
    const job = await caller.ended(id);
    expect([job.status, job.cached, job.expiresAt]).to.deep.equal(["completed", true, first.expiresAt]);
    expect(job.result?.screenshot?.sha256).to.equal(first.result?.screenshot?.sha256);
    expect(await ledgerOf(id)).to.deep.equal([1, -1]);
    expect(visits()).to.equal(1);
  });

  it("have their webhook delivered when they are answered at once", async () => {
    site.release();
    await caller.render(body());
    const id = await caller.submit(body({ webhookUrl: `${receiver.url}/at-once` }));
    const request = await until(async () => receiver.received.find(({ path }) => path === "/at-once"));
    const event: SentEvent = JSON.parse(request.body);
    expect([event.type, event.data.jobId, event.data.credits.net]).to.deep.equal(["job.completed", id, 0]);
  });

  it("are stored for each caller, rendered once", async () => {
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
});
