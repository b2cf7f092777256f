import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import type { Job } from "#schemas/job.ts";
import { type HeldSite, runStack, type RunningStack, startHeldSite } from "../support/stack.ts";

/** Process numbers of a process's descendants, from /proc. */
function descendants(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        return [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) }];
      } catch {
        // It ended while the list was read.
        return [];
      }
    });
  const children = parents.filter(({ parent }) => parent === pid).map((child) => child.pid);
  return [...children, ...children.flatMap(descendants)];
}

describe("a part killed with -9", function () {
  this.timeout(180_000);
  let site: HeldSite;
  let running: RunningStack;

  before(async () => {
    site = await startHeldSite();
    running = await runStack({ allow: [site.host] });
  });
  after(async () => {
    await running?.stop();
    await site?.close();
  });
  beforeEach(() => {
    site.seen.length = 0;
    site.hold();
  });

  const kill = (part: string): void => {
    const pid = running.stack.info.processes[part];
    if (pid === undefined) throw new Error(`the stack has no part ${part}`);
    process.kill(pid, "SIGKILL");
  };

  async function expectChargedOnce(job: Job): Promise<void> {
    expect(job.credits).to.deep.equal({ charged: 1, refunded: 0, net: 1 });
    const entries = await running.database.ledger.find({ jobId: job.id }).toArray();
    expect(entries.map(({ _id }) => _id)).to.deep.equal([`charge:${job.id}:1`]);
  }

  async function expectPicture(job: Job): Promise<void> {
    expect(job.status, JSON.stringify(job.error)).to.equal("completed");
    const reply = await fetch(job.result?.screenshot?.url ?? "");
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.subarray(0, 2).toString("hex")).to.equal("ffd8");
    expect(bytes.byteLength).to.equal(job.result?.screenshot?.bytes);
  }

  it("the worker, in the middle of a render: the job still completes and is charged once", async () => {
    const id = await running.caller.submit({ url: `${site.url}/worker`, timeout: 60 });
    await site.visited(1);
    kill("worker");
    await site.visited(2);
    site.release();
    const job = await running.caller.ended(id);
    await expectPicture(job);
    await expectChargedOnce(job);
  });

  it("the worker, while one job stores and another renders: only the interrupted steps run again", async () => {
    const stored = await running.caller.submit({
      url: `${site.url}/now/stored`,
      store: true,
      storage_provider: "s3",
      storage_bucket: "held-back",
      storage_endpoint: site.url,
      storage_access_key_id: "id",
      storage_secret_access_key: "key",
      storage_path: "picture.jpg",
      extractMetadata: false,
    });
    await site.visited(2);
    const rendered = await running.caller.submit({ url: `${site.url}/rendered`, timeout: 60, cache: true });
    await site.visited(3);
    kill("worker");
    await site.visited(5);
    site.release();
    for (const id of [stored, rendered]) {
      const job = await running.caller.ended(id);
      await expectPicture(job);
      await expectChargedOnce(job);
    }
    const requests = site.seen.map(({ method, url = "" }) => `${method} ${url.split("?")[0]}`);
    expect(requests.filter((request) => !request.endsWith("/favicon.ico")).toSorted()).to.deep.equal([
      "GET /now/stored",
      "GET /rendered",
      "GET /rendered",
      "PUT /held-back/picture.jpg",
      "PUT /held-back/picture.jpg",
    ]);
  });

  it("Chromium, in the middle of a render: the job is tried again and completes", async () => {
    const id = await running.caller.submit({ url: `${site.url}/chromium`, timeout: 60 });
    await site.visited(1);
    for (const pid of descendants(running.stack.info.processes["worker"] ?? 0)) process.kill(pid, "SIGKILL");
    await site.visited(2);
    site.release();
    const job = await running.caller.ended(id);
    await expectPicture(job);
    await expectChargedOnce(job);
  });

  it("the API, while it takes jobs: every job it accepted completes, charged once, and nothing else is charged", async () => {
    site.release();
    const accepted: string[] = [];
    const submissions = Array.from({ length: 30 }, async (_, index) => {
      try {
        accepted.push(await running.caller.submit({ url: `${site.url}/api/${index}` }));
      } catch {
        // The API died under this one; the client knows that it was not accepted.
        return;
      }
      if (accepted.length === 10) kill("api");
    });
    await Promise.all(submissions);
    expect(accepted.length).to.be.greaterThan(9);
    const jobs = await Promise.all(accepted.map((id) => eventuallyEnded(running, id)));
    for (const job of jobs) {
      await expectPicture(job);
      await expectChargedOnce(job);
    }
    // A record that was written without its 202 having arrived is a job as well: charged once and completed.
    const records = await running.database.jobs.find({ accountId: running.caller.accountId }).toArray();
    for (const { _id } of records) expect((await eventuallyEnded(running, _id)).status).to.equal("completed");
  });

  it("Temporal: jobs are still accepted and complete when it is back", async () => {
    site.release();
    kill("temporal");
    const id = await running.caller.submit({ url: `${site.url}/temporal` });
    const job = await eventuallyEnded(running, id);
    await expectPicture(job);
    await expectChargedOnce(job);
  });

  it("MongoDB: clients get 503 with Retry-After, running work completes, and the service recovers", async () => {
    const before = await running.caller.submit({ url: `${site.url}/mongo`, timeout: 60 });
    await site.visited(1);
    kill("mongo");
    const refused = await running.caller.call("POST", "/render", { url: `${site.url}/now` });
    if (refused.status !== 202) {
      expect(refused.status).to.equal(503);
      expect(Number(refused.headers.get("retry-after"))).to.be.greaterThan(0);
      expect(await refused.json()).to.include({ success: false, error: "unavailable", type: "unavailable" });
    }
    site.release();
    await expectPicture(await eventuallyEnded(running, before));
  });
});

/** Waits for a job's end through outages: a reply that says to come back is no end. */
async function eventuallyEnded({ caller }: RunningStack, id: string): Promise<Job> {
  for (;;) {
    try {
      return await caller.ended(id);
    } catch (error) {
      if (!(error instanceof Error) || !/fetch failed|answered 503/.test(error.message)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
