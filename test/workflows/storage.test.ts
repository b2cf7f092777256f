import { createServer } from "node:http";
import { expect } from "chai";
import type { Job } from "#schemas/job.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { freePorts } from "#stack/supervisor/processes.ts";
import { workflowIds } from "#orders/messages.ts";
import { openBucket } from "../support/callerBucket.ts";
import { useCaller, usePipeline } from "../support/pipeline.ts";
import { startHeldSite } from "../support/stack.ts";
import { portOf } from "../support/targetSite.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

/** A store that leaves requests without a reply until `answer` is called. */
type SilentStore = { host: string; asked: () => number; connections(): Promise<number>; answer(): void; close(): void };

async function startSilentStore(): Promise<SilentStore> {
  let asked = 0;
  let silent = true;
  const server = createServer((request, response) => {
    asked += 1;
    if (!silent) request.resume().on("end", () => response.setHeader("ETag", '"1"').end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${portOf(server)}`,
    asked: () => asked,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
      ),
    answer() {
      silent = false;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe("renderJob that stores in the caller's bucket", function () {
  this.timeout(60_000);
  let closedPort: number;

  const site = useResource(startHeldSite);
  const bucket = useResource(() => openBucket("stored-by-jobs"));
  const silent = useResource(startSilentStore);
  before(async () => {
    [closedPort = 0] = await freePorts(1);
  });
  const pipeline = usePipeline({ allow: () => [site.host, bucket.host, silent.host, `127.0.0.1:${closedPort}`] });
  const caller = useCaller(pipeline);
  before(() => {
    site.release();
  });

  const render = (fields: Record<string, unknown>): Promise<Job> =>
    caller.render({ url: `${site.url}/stored`, ...bucket.fields, ...fields });
  const ledgerOf = async (jobId: string): Promise<number[]> =>
    (await pipeline.database.ledger.find({ jobId }).sort({ at: 1 }).toArray()).map(({ credits }) => credits);
  const historyOf = (jobId: string) =>
    pipeline.temporal.workflow.getHandle(workflowIds.renderJob(jobId)).fetchHistory();

  it("stores every output byte for byte, inline metadata too, and returns the locations", async () => {
    const job = await render({
      storage_path: "shots/{host}/{year}-{month}-{day}/{id}.{name}.{ext}",
      storage_return_location: true,
      screenshot: true,
      format: "png",
      extractMarkdown: true,
      extractHtml: true,
    });
    expect(job.status, JSON.stringify(job.error)).to.equal("completed");
    const folder = `shots/127.0.0.1/${job.createdAt.slice(0, 10)}/${job.id}`;
    const types = {
      html: ["html", "text/html; charset=utf-8"],
      markdown: ["md", "text/markdown; charset=utf-8"],
      metadata: ["json", "application/json"],
      screenshot: ["png", "image/png"],
    } as const;
    expect(await bucket.keys("shots/")).to.deep.equal(
      Object.entries(types).map(([name, [ext]]) => `${folder}.${name}.${ext}`),
    );
    for (const name of ["html", "markdown", "metadata", "screenshot"] as const) {
      const [ext, contentType] = types[name];
      const shown = job.result?.[name];
      const stored = await bucket.read(`${folder}.${name}.${ext}`);
      const own = await fetch(shown?.url ?? "");
      expect([stored.contentType, stored.bytes.toString("base64")], name).to.deep.equal([
        contentType,
        Buffer.from(await own.arrayBuffer()).toString("base64"),
      ]);
      expect(shown?.location).to.equal(`${bucket.endpoint}/stored-by-jobs/${folder}.${name}.${ext}`);
    }
    expect(job.credits.net).to.equal(2);
  });

  it("builds locations from the public domain, and returns none without the option", async () => {
    const quiet = await render({ storage_path: "quiet/{name}.{ext}" });
    expect(quiet.result?.screenshot).to.not.have.property("location");
    const job = await render({
      storage_path: "named/größe {name}.{ext}",
      storage_public_domain: "cdn.example.com/shots/",
      storage_return_location: true,
    });
    expect(job.result?.screenshot?.location).to.equal(
      "https://cdn.example.com/shots/named/gr%C3%B6%C3%9Fe%20screenshot.jpg",
    );
    expect(await bucket.keys("named/")).to.deep.equal(["named/größe metadata.json", "named/größe screenshot.jpg"]);
  });

  it("gives several outputs different keys when the path does not distinguish them", async () => {
    await render({ storage_path: "one/home.jpg", screenshot: true, extractLinks: true });
    expect(await bucket.keys("one/")).to.deep.equal([
      "one/home.jpg",
      "one/home.jpg.links.json",
      "one/home.jpg.metadata.json",
    ]);
    expect((await bucket.read("one/home.jpg")).contentType).to.equal("image/jpeg");
  });

  it("shows the bucket, and never the keys", async () => {
    const job = await render({ storage_path: "shown/{name}" });
    expect(job.options).to.deep.include({
      store: true,
      storage_provider: "s3",
      storage_bucket: "stored-by-jobs",
      storage_path: "shown/{name}",
      storage_endpoint: bucket.endpoint,
      storage_region: "us-east-1",
      storage_return_location: false,
    });
    const secret = String(bucket.fields["storage_secret_access_key"]);
    const record = await pipeline.database.jobs.findOne({ _id: job.id });
    for (const text of [JSON.stringify(job), JSON.stringify(record), JSON.stringify(await historyOf(job.id))])
      expect(text).to.not.include(secret).and.not.include("storage_access_key_id");
  });

  const failures: [what: string, fields: () => Record<string, unknown>, code: string, retryable: boolean][] = [
    ["a wrong key", () => ({ storage_secret_access_key: "wrong" }), "storage_access_denied", false],
    ["a missing bucket", () => ({ storage_bucket: "not-there" }), "storage_invalid", false],
  ];
  for (const [what, fields, code, retryable] of failures) {
    it(`fails once at ${what}, and is refunded`, async () => {
      const job = await render({ storage_path: "never/{name}", ...fields() });
      expect([job.status, job.error?.code, job.error?.retryable]).to.deep.equal(["failed", code, retryable]);
      expect(job.credits).to.deep.equal({ charged: 1, refunded: 1, net: 0 });
      expect(await ledgerOf(job.id)).to.deep.equal([1, -1]);
      expect(job.result).to.equal(undefined);
      expect(await bucket.keys("never/")).to.deep.equal([]);
      expect(await triesOf(job.id)).to.deep.equal([1, 1]);
    });
  }

  /** Tries of each activity of a job, in their order. */
  async function triesOf(jobId: string): Promise<(number | null | undefined)[]> {
    const { events } = await historyOf(jobId);
    return (events ?? []).flatMap(({ activityTaskStartedEventAttributes: started }) => started?.attempt ?? []);
  }

  it("stores nothing for a failed render", async () => {
    const job = await render({ url: `http://127.0.0.1:${closedPort}/`, storage_path: "unrendered/{name}" });
    expect(job.error?.code).to.equal("connection_failed");
    expect(await bucket.keys("unrendered/")).to.deep.equal([]);
  });

  it("tries again when the store refuses connections, and renders the page once only", async () => {
    site.seen.length = 0;
    const id = await caller.submit({
      url: `${site.url}/again`,
      ...bucket.fields,
      storage_endpoint: `http://127.0.0.1:${closedPort}`,
    });
    const late = createServer((request, response) =>
      request.resume().on("end", () => response.setHeader("ETag", "1").end()),
    );
    // The workflow is there once the page is asked for.
    await site.visited(1);
    await until(async () => {
      const { raw } = await pipeline.temporal.workflow.getHandle(workflowIds.renderJob(id)).describe();
      const storing = raw.pendingActivities?.find(({ activityType }) => activityType?.name === "storeOutputs");
      return (storing?.attempt ?? 0) > 1;
    });
    await new Promise<void>((resolve) => late.listen(closedPort, "127.0.0.1", resolve));
    try {
      expect(await caller.ended(id)).to.include({ status: "completed" });
      expect(site.seen.filter(({ url }) => url === "/again")).to.have.length(1);
    } finally {
      late.closeAllConnections();
      late.close();
    }
  });

  it("shows the stage of storing, and stops when it is cancelled", async () => {
    const id = await caller.submit({
      url: `${site.url}/cancelled`,
      ...bucket.fields,
      storage_endpoint: `http://${silent.host}`,
    });
    await until(async () => {
      const { job }: { job: Job } = await (await caller.call("GET", `/status/${id}`)).json();
      return job.stage === "storing" && job.status === "in_progress";
    });
    expect(silent.asked()).to.equal(1);
    const reply = await caller.call("DELETE", `/jobs/${id}`);
    const { job }: { job: Job } = await reply.json();
    expect([reply.status, job.status, job.credits.net]).to.deep.equal([200, "cancelled", 0]);
    await until(async () => (await silent.connections()) === 0, 3_000);
  });

  it("refuses an endpoint on a private address before anything is charged", async () => {
    const reply = await caller.call("POST", "/render", {
      url: site.url,
      ...bucket.fields,
      storage_endpoint: "https://10.0.0.1",
    });
    const { fields }: { fields: { field: string; message: string }[] } = await reply.json();
    expect([reply.status, fields.map(({ field }) => field)]).to.deep.equal([400, ["storage_endpoint"]]);
  });

  it("stores a monitor's pictures too, and a run that can't be stored fails and is refunded", async () => {
    type Shown = { monitor: Monitor };
    const call = async <Reply>(method: string, path: string, body?: unknown): Promise<Reply> =>
      (await caller.call(method, `/render/monitors${path}`, body)).json();
    const capture = { ...bucket.fields, storage_path: "watched/{id}.{ext}", storage_return_location: true };
    const { monitor } = await call<Shown>("POST", "", {
      name: "Stored",
      url: `${site.url}/stored`,
      intervalMinutes: 60,
      capture,
    });
    expect(JSON.stringify(monitor))
      .to.include("stored-by-jobs")
      .and.not.include(String(bucket.fields["storage_secret_access_key"]));
    const newest = () =>
      until(async () => {
        const [run] = (await call<{ runs: MonitorRun[] }>("GET", `/${monitor.id}/runs`)).runs;
        return run?.completedAt !== undefined && run;
      });
    const first = await newest();
    expect(first.status, JSON.stringify(first.error)).to.equal("completed");
    const key = `watched/${first.id}.jpg`;
    expect(first.result?.screenshot?.location).to.equal(`${bucket.endpoint}/stored-by-jobs/${key}`);
    const stored = await bucket.read(key);
    const shown = await fetch(first.result?.screenshot?.url ?? "");
    expect(stored.contentType).to.equal("image/jpeg");
    expect(stored.bytes.equals(Buffer.from(await shown.arrayBuffer()))).to.equal(true);
    // Keys that the request leaves out stay as they are.
    await call("PATCH", `/${monitor.id}`, { capture: { storage_bucket: "none-there" } });
    await until(async () => (await caller.call("POST", `/render/monitors/${monitor.id}/run`)).status === 202);
    const second = await until(async () => {
      const run = await newest();
      return run.id !== first.id && run;
    });
    expect([second.status, second.error?.code, second.credits.net]).to.deep.equal(["failed", "storage_invalid", 0]);
    await call("DELETE", `/${monitor.id}`);
  });
});
