import { expect } from "chai";
import { workflowIds } from "#orders/messages.ts";
import { maxHostDelayMs, throttleKeyOf } from "#rules/throttle.ts";
import { gaps, type LoggedHost, maxAtOnce, startHost, startHosts } from "../support/loggedSite.ts";
import { type Caller, newCaller, type Pipeline, startPipeline } from "../support/pipeline.ts";
import { startJob } from "../support/startJob.ts";
import { until } from "../support/until.ts";

const spacing = 250;

describe("the throttle of a host", function () {
  this.timeout(120_000);
  let hosts: LoggedHost[];
  let pipeline: Pipeline;
  let caller: Caller;
  /** The job that all others copy. */
  let like: string;

  before(async () => {
    hosts = [...(await startHosts(5)), await startHost("127.0.0.9"), await startHost("127.0.0.9")];
    pipeline = await startPipeline({ allow: hosts.map(({ allow }) => allow) });
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
    ({ id: like } = await caller.render({ url: hostAt(0).url }));
  });
  after(async () => {
    await pipeline?.stop();
    await Promise.all((hosts ?? []).map((host) => host.close()));
  });

  const hostAt = (index: number): LoggedHost => {
    const host = hosts[index];
    if (host === undefined) throw new Error("no such host");
    return host;
  };

  const start = (url: string) => startJob(pipeline, { like, kind: "scheduled", url });
  const startMany = (url: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => start(`${url}/${index}`)));
  const completed = async (ids: readonly string[]) => {
    for (const id of ids) expect((await caller.ended(id)).status).to.equal("completed");
  };

  it("allows two pages at once and 250 ms between starts, as the host measures", async () => {
    const host = hostAt(1);
    host.answer = () => ({ delay: 1_000 });
    await completed(await startMany(host.url, 8));
    expect(host.visits).to.have.length(8);
    expect(Math.min(...gaps(host.visits))).to.be.at.least(spacing);
    expect(maxAtOnce(host.visits)).to.equal(2);
  });

  it("holds across workers and when one of them stops", async () => {
    const host = hostAt(2);
    const second = await startPipeline({ allow: [host.allow] });
    const ids = await startMany(host.url, 10);
    await until(async () => host.visits.length >= 4);
    await second.stop();
    await completed(ids);
    expect(host.visits).to.have.length(10);
    expect(Math.min(...gaps(host.visits))).to.be.at.least(spacing);
  });

  it("does not delay single renders", async () => {
    const host = hostAt(0);
    host.visits.length = 0;
    host.answer = () => ({ delay: 2_000 });
    const paths = Array.from({ length: 4 }, (_, index) => `${host.url}/single/${index}`);
    const ids = await Promise.all(paths.map((url) => caller.submit({ url })));
    await completed(ids);
    expect(maxAtOnce(host.visits)).to.be.greaterThan(2);
  });

  it("obeys Retry-After without delaying pages of other hosts", async () => {
    const [busy, other] = [hostAt(3), hostAt(4)];
    busy.answer = (_path, count) => (count === 1 ? { status: 429, headers: { "retry-after": "6" } } : {});
    const ids = await startMany(busy.url, 4);
    await until(async () => busy.visits.length > 0);
    const others = await startMany(other.url, 3);
    await completed(others);
    await completed(ids);
    const [first, second] = busy.visits;
    expect(Math.max(...other.visits.map(({ at }) => at))).to.be.lessThan(second?.at ?? 0);
    expect((second?.at ?? 0) - (first?.at ?? 0)).to.be.at.least(6_000);
    const record = await pipeline.database.jobs.findOne({ _id: ids[0] ?? "" });
    expect(record?.credits).to.deep.equal({ charged: 1, refunded: 0 });
    const refused = await pipeline.database.jobs.find({ _id: { $in: ids } }).toArray();
    expect(refused.flatMap(({ result }) => result?.page?.retryAfter ?? [])).to.deep.equal([6]);
  });

  const answers = {
    "429 with a Retry-After of an hour": { status: 429, headers: { "retry-after": "3600" } },
    "503 with a Retry-After date": { status: 503, headers: { "retry-after": "Fri, 31 Dec 2100 23:59:59 GMT" } },
    "429 without Retry-After": { status: 429 },
    "a redirect to its own 503": { status: 302, headers: { location: "/busy" } },
  };
  for (const [what, reply] of Object.entries(answers)) {
    it(`does not delay another port of a host after ${what}`, async () => {
      const [refusing, other] = [hostAt(5), hostAt(6)];
      const { hostThrottles } = pipeline.database;
      await hostThrottles.deleteMany({ _id: { $in: [refusing.allow, other.allow] } });
      refusing.visits.length = other.visits.length = 0;
      refusing.answer = (path) => (path === "/busy" ? { status: 503, headers: { "retry-after": "86400" } } : reply);
      await completed([await start(`${refusing.url}/refused`)]);
      const { backedOffUntil } = await until(() => hostThrottles.findOne({ _id: refusing.allow, refusals: 1 }));
      expect(backedOffUntil.getTime() - Date.now()).to.be.within(1_000, maxHostDelayMs);
      await completed([await start(`${other.url}/1`)]);
      expect(other.visits.map(({ path }) => path)).to.deep.equal(["/1"]);
      expect(await hostThrottles.findOne({ _id: other.allow })).to.deep.include({ refusals: 0 });
    });
  }

  it("backs off the host that refuses, not a host that redirects to it", async () => {
    const [leading, busy] = [hostAt(3), hostAt(4)];
    leading.visits.length = busy.visits.length = 0;
    leading.answer = (path) => (path === "/0" ? { status: 302, headers: { location: `${busy.url}/busy` } } : {});
    busy.answer = (path) => (path === "/busy" ? { status: 429, headers: { "retry-after": "8" } } : {});
    const led = await start(`${leading.url}/0`);
    await completed([led]);
    const job = await pipeline.database.jobs.findOne({ _id: led });
    expect(job?.result?.page).to.deep.include({ statusCode: 429, finalUrl: `${busy.url}/busy` });
    const there = await start(`${busy.url}/1`);
    await completed(await Promise.all([1, 2, 3].map((page) => start(`${leading.url}/${page}`))));
    expect(leading.visits.map(({ path }) => path)).to.have.members(["/0", "/1", "/2", "/3"]);
    expect(busy.visits.map(({ path }) => path)).to.deep.equal(["/busy"]);
    await completed([there]);
    const [refused, answered] = busy.visits;
    expect((answered?.at ?? 0) - (refused?.at ?? 0)).to.be.at.least(8_000);
  });

  it("frees the slot of a workflow that is cancelled or terminated", async () => {
    const host = hostAt(1);
    const { database, temporal } = pipeline;
    const _id = `host:${throttleKeyOf(host.url)}`;
    host.visits.length = 0;
    host.answer = (path) => ({ delay: path.startsWith("/stuck") ? 60_000 : 0 });
    const stuck = await Promise.all([start(`${host.url}/stuck/1`), start(`${host.url}/stuck/2`)]);
    await until(async () => host.visits.length === 2);
    const next = await start(`${host.url}/next`);
    const waiting = await start(`${host.url}/waiting`);
    const line = await until(async () => {
      const found = await database.waitQueues.findOne({ _id });
      return found?.count === 2 && found;
    });
    expect(Object.keys(line.waiters)).to.have.members([next, waiting]);
    const held = async () => Object.keys((await database.slotLeases.findOne({ _id }))?.leases ?? {});
    expect(await held()).to.have.members(stuck);
    // One that waits is cancelled at once and leaves the line.
    expect((await caller.call("DELETE", `/jobs/${waiting}`)).status).to.equal(200);
    await temporal.workflow.getHandle(workflowIds.renderJob(stuck[0] ?? "")).cancel();
    await completed([next]);
    expect(host.visits.map(({ path }) => path)).to.not.include("/waiting");
    await temporal.workflow.getHandle(workflowIds.renderJob(stuck[1] ?? "")).terminate("by an operator");
    expect(await held()).to.deep.equal([stuck[1]]);
    await until(async () => (await held()).length === 0, 30_000);
  });

  it("frees the slot of a job that is cancelled before it has a browser", async () => {
    const host = hostAt(1);
    const { database } = pipeline;
    const _id = `host:${throttleKeyOf(host.url)}`;
    const held = async () => Object.keys((await database.slotLeases.findOne({ _id }))?.leases ?? {});
    const cancel = (id: string) => caller.call("DELETE", `/jobs/${id}`);
    host.visits.length = 0;
    host.answer = () => ({ delay: 60_000 });
    const [first, second] = await Promise.all([start(`${host.url}/stuck/1`), start(`${host.url}/stuck/2`)]);
    await until(async () => host.visits.length === 2);
    const next = await start(`${host.url}/next`);
    await until(async () => (await database.waitQueues.findOne({ _id }))?.count === 1);
    // Single renders take the browser's other places, and stand in its queue before the job that is let in.
    const singles = await Promise.all(
      [1, 2, 3, 4, 5].map((path) => caller.submit({ url: `${host.url}/single/${path}` })),
    );
    await until(async () => host.visits.length === 4);
    await cancel(first);
    await until(async () => (await held()).includes(next));
    await cancel(next);
    await until(async () => !(await held()).includes(next), 5_000);
    await Promise.all([second, ...singles].map(cancel));
    await until(async () => (await held()).length === 0);
    expect(host.visits.map(({ path }) => path)).to.not.include("/next");
  });

  it("shows a job that waits for a slot as queued", async () => {
    const host = hostAt(2);
    host.visits.length = 0;
    host.answer = () => ({ delay: 3_000 });
    const ids = await startMany(host.url, 3);
    await until(async () => host.visits.length === 2);
    await until(
      async () => (await pipeline.database.waitQueues.findOne({ _id: `host:${throttleKeyOf(host.url)}` })) !== null,
    );
    const shown = await pipeline.database.jobs.find({ _id: { $in: ids } }).toArray();
    const visited = new Set(host.visits.map(({ path }) => path));
    const waiting = shown.filter(({ url }) => !visited.has(new URL(url).pathname));
    expect(waiting.map(({ status, stage, startedAt }) => ({ status, stage, startedAt }))).to.deep.equal([
      { status: "queued", stage: "waiting", startedAt: null },
    ]);
    await completed(ids);
  });
});
