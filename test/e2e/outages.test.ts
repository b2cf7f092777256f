import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { Job } from "#schemas/job.ts";
import { startHosts, type LoggedHost } from "../support/loggedSite.ts";
import { mailsTo } from "../support/mails.ts";
import { servers } from "../support/servers.ts";
import { type RunningStack, runStack } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcpProxy.ts";

/** Seconds that a server is away. `docs/reliability.md` has the results for 30. */
const seconds = Number(process.env["OUTAGE_SECONDS"] ?? 3);

type Server = "mongo" | "temporal" | "s3" | "mail";

/** A client's view of a reply: its status, or none, and its milliseconds. */
type Seen = { status: number; ms: number; retryAfter: string | null };

describe("a server that the API and the worker reach badly", function () {
  this.timeout((seconds + 240) * 1_000);
  let hosts: LoggedHost[];
  let proxies: Record<Server, TcpProxy>;
  let running: RunningStack;
  let mailUrl: string;
  const table: string[] = [];

  before(async () => {
    const { info } = await servers();
    ({ mailUrl } = info);
    const [mongo, temporal, s3, mail] = await Promise.all([
      startTcpProxy(new URL(info.mongoUrl).host),
      startTcpProxy(info.temporalAddress),
      startTcpProxy(new URL(info.s3.endpoint).host),
      startTcpProxy(new URL(info.mailUrl).host),
    ]);
    proxies = { mongo, temporal, s3, mail };
    hosts = await startHosts(1);
    const own = `outages-${Date.now()}`;
    running = await runStack({
      allow: hosts.map(({ allow }) => allow),
      more: {
        WATCHFRAME_MONGO_URL: `mongodb://${mongo.address}/${own}`,
        WATCHFRAME_TEMPORAL_ADDRESS: temporal.address,
        WATCHFRAME_TEMPORAL_NAMESPACE: own,
        WATCHFRAME_S3_ENDPOINT: `http://${s3.address}`,
        WATCHFRAME_S3_BUCKET: own,
        WATCHFRAME_S3_ACCESS_KEY_ID: info.s3.accessKeyId,
        WATCHFRAME_S3_SECRET_ACCESS_KEY: info.s3.secretAccessKey,
        WATCHFRAME_POSTMARK_URL: `http://${mail.address}`,
      },
    });
  });
  after(async () => {
    for (const proxy of Object.values(proxies ?? {})) proxy.set("up");
    await running?.stop();
    await Promise.all([...Object.values(proxies ?? {}), ...(hosts ?? [])].map((one) => one.close()));
    for (const row of table) console.log(`    ${row}`);
  });

  const page = (path: string) => `${hosts[0]?.url}/${path}`;

  /** One request, and how it went. */
  async function ask(method: string, path: string, body?: unknown): Promise<Seen & { json: { id?: string } }> {
    const begun = performance.now();
    const reply = await running.caller.call(method, path, body);
    const type = reply.headers.get("content-type") ?? "";
    const json: { id?: string } = type.includes("json") ? await reply.json() : {};
    const ms = Math.round(performance.now() - begun);
    return { status: reply.status, ms, retryAfter: reply.headers.get("retry-after"), json };
  }

  /** Submits like a client that retries after `Retry-After`. */
  async function submitUntilAccepted(path: string): Promise<{ id: string; seen: Seen[] }> {
    const seen: Seen[] = [];
    const id = await until(
      async () => {
        const { json, ...how } = await ask("POST", "/render", { url: page(path), timeout: 60 });
        seen.push(how);
        return how.status === 202 && json.id;
      },
      (seconds + 60) * 1_000,
    );
    return { id, seen };
  }

  async function expectDone(id: string): Promise<Job> {
    const job = await until(async () => {
      const reply = await running.caller.call("GET", `/status/${id}`);
      if (!reply.ok) return null;
      const found: { job: Job } = await reply.json();
      return !["queued", "in_progress"].includes(found.job.status) && found.job;
    }, 120_000);
    expect(job.status, JSON.stringify(job.error)).to.equal("completed");
    expect(job.credits).to.deep.equal({ charged: 1, refunded: 0, net: 1 });
    const picture = await fetch(job.result?.screenshot?.url ?? "");
    expect((await picture.arrayBuffer()).byteLength).to.equal(job.result?.screenshot?.bytes);
    return job;
  }

  /** A refusal says when to come back, and is no slower than a client's patience. */
  function expectPolite(seen: readonly Seen[]): void {
    for (const { status, ms, retryAfter } of seen) {
      expect(status).to.be.oneOf([202, 503]);
      expect(ms, `a reply of ${status}`).to.be.below(15_000);
      if (status === 503) expect(Number(retryAfter)).to.be.greaterThan(0);
    }
  }

  for (const server of ["mongo", "temporal", "s3"] as const) {
    for (const state of ["away", "silent", "slow", "cutting"] as const) {
      it(`${server} ${state}: a client gets Retry-After or waits, nothing is lost, all parts recover by themselves`, async () => {
        const before = await submitUntilAccepted(`${server}-${state}-before`);
        proxies[server].set(state);
        const begun = performance.now();
        const [during] = await Promise.all([
          submitUntilAccepted(`${server}-${state}-during`),
          sleep(seconds * 1_000).then(() => proxies[server].set("up")),
        ]);
        const jobs = await Promise.all([before.id, during.id].map(expectDone));
        const recovered = Math.round((performance.now() - begun) / 1_000 - seconds);
        expectPolite(during.seen);
        const replies = [...new Set(during.seen.map(({ status }) => status))].join(", ");
        const slowest = Math.max(...during.seen.map(({ ms }) => ms));
        table.push(
          `${server} ${state}: replies ${replies}, slowest ${slowest} ms; jobs done ${recovered} s after; attempts ${jobs.map(({ attempts }) => attempts).join(", ")}`,
        );
      });
    }
  }

  it("the object store away: an output answers 503 with Retry-After", async () => {
    const { id } = await submitUntilAccepted("stored");
    await expectDone(id);
    proxies.s3.set("away");
    const { status, retryAfter } = await ask("GET", `/jobs/${id}/outputs/screenshot`);
    proxies.s3.set("up");
    expect(status).to.equal(503);
    expect(Number(retryAfter)).to.be.greaterThan(0);
    expect((await ask("GET", `/jobs/${id}/outputs/screenshot`)).status).to.equal(200);
  });

  it("the mail service away: a recipient is accepted, and the mail arrives once, later", async () => {
    const email = `later-${Date.now()}@example.com`;
    proxies.mail.set("away");
    const { status } = await ask("POST", "/render/monitor-recipients", { email });
    expect(status).to.equal(201);
    await sleep(seconds * 1_000);
    proxies.mail.set("up");
    await mailsTo(mailUrl, email, { count: 1, within: 90_000 });
  });
});
