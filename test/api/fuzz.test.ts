import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import sharp from "sharp";
import type { Database } from "#data/mongo.ts";
import type { SitemapSyncInput } from "#orders/inputs.ts";
import { cacheDirOf } from "#stack/provision/cache.ts";
import { provisionFuzzer } from "#stack/provision/fuzzer.ts";
import { largeBodies } from "./support/largeBodies.ts";
import { completeJob, failJob } from "./support/finishJob.ts";
import type { TestAccount } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";
import { watchReplies } from "./support/watchReplies.ts";

/** Seconds the fuzzer may take; `npm run fuzz` gives it more. */
const seconds = Number(process.env["FUZZ_SECONDS"] || 20);

const isLong = process.env["FUZZ_SECONDS"] !== undefined;

/** Milliseconds for which a call of another account may wait. */
const maxOtherMs = 2_000;

const config = join(import.meta.dirname, "support", "schemathesis.toml");
const options = [
  // The API also refuses input that no schema can exclude: private addresses, cursors of other lists, past instants.
  // A resource that DELETE cancelled can still be read.
  ["--checks", "all", "--exclude-checks", "positive_data_acceptance,use_after_free"],
  // One at a time: Python 3.11 loses count of its own recursion with more.
  // A call may wait for its job for 90 s.
  ["--workers", "1", "--request-timeout", "100", "--no-shrink", "--continue-on-failure"],
  ["--generation-database", "none", "--no-color"],
  // A stream has no end.
  ["--exclude-operation-id", "streamEvents"],
  // The suite asks the same each time; `npm run fuzz` something new.
  isLong ? [] : ["--seed", "1"],
].flat();

const broken = { code: "navigation_timeout", message: "The page did not answer.", retryable: true } as const;

describe("the API with random allowed and forbidden requests", function () {
  this.timeout((seconds + 240) * 1_000);
  // A database of its own: every look for a record reads all of them, and the fuzzer leaves thousands.
  const { api } = useApi({ databaseName: "fuzz" });
  let fuzzer: string;
  let reports: string;

  before(async () => {
    const env = process.env;
    const found = await provisionFuzzer({
      env,
      cacheDir: cacheDirOf(env),
      onLine: (line) => console.log(`    ${line}`),
    });
    if (found === null)
      throw new Error("The fuzzer needs Python 3.11 or later with pip. Install it and repeat the test.");
    fuzzer = found;
    reports = await mkdtemp(join(tmpdir(), "watchframe-fuzz-"));
    // Every third job fails, so that there is something to retry; the others have their picture.
    const grey = { width: 8, height: 8, channels: 3, background: "grey" } as const;
    const bytes = await sharp({ create: grey }).jpeg().toBuffer();
    const picture = { screenshot: { contentType: "image/jpeg", bytes } };
    let ended = 0;
    const end = async (jobId: string): Promise<void> => {
      ended += 1;
      await (ended % 3 === 0 ? failJob(api.ports, jobId, broken) : completeJob(api.ports, jobId, picture));
      api.orchestrator.end(jobId);
    };
    const { start } = api.orchestrator;
    api.orchestrator.start = async (order) => {
      await start(order);
      if (order.type === "renderJob") await end(order.input.jobId);
      else if (order.type === "sitemapSync" && order.input.dryRun) {
        await planNothing(api.ports.database, order.input);
        api.orchestrator.end(order.input.syncId);
      } else if (order.type === "proxyTest") {
        const { proxyId, testId } = order.input;
        await passProxyTest(api.ports.database, proxyId);
        api.orchestrator.end(testId);
      } else if (order.type === "renderBatch") for (const { jobId } of order.input.items) await end(jobId);
    };
  });
  after(() => rm(reports, { recursive: true, force: true }));

  const fuzz = async (account: TestAccount, ...args: string[]) => {
    const target = ["--config-file", config, "run", `${api.url}/openapi.json`, "--url", api.url];
    const header = ["--header", `Authorization: Bearer ${account.key}`];
    const report = ["--report", "junit", "--report-dir", reports];
    const { code, output } = await run(fuzzer, reports, [...target, ...header, ...options, ...report, ...args]);
    console.log(`    ${/\d+ generated[^\n]*/.exec(output)?.[0] ?? "nothing generated"}`);
    expect(code, output).to.equal(0);
  };

  it("never answers 500, a long reply or another account late, and follows its description", async () => {
    const account = await api.account();
    const replies = watchReplies();
    const ended = new AbortController();
    const large = sendLargeBodies(account, api.url, ended.signal);
    const other = slowestCall(await api.account(), ended.signal);
    // A fuzzer that finds its own key in the list revokes it, and meets nothing but 401 from then on.
    await fuzz(account, "--max-time", String(seconds), "--exclude-operation-id", "revokeApiKey").finally(async () => {
      ended.abort();
      console.log(`    another account waited ${(await other).toFixed(0)} ms at most`);
    });
    const [sent, slowestMs] = [await large, await other];
    const { count, failed, long } = replies.end();
    console.log(`    ${count} replies, ${sent} to large bodies`);
    expect(sent).to.be.above(0);
    expect(long).to.deep.equal([]);
    // In the suite, other tests take the processor, so a busy API may refuse a call and others wait.
    if (isLong) expect(failed).to.deep.equal([]);
    if (isLong) expect(slowestMs).to.be.below(maxOtherMs);
    expect((await account.client.call("GET", "/jobs")).status).to.equal(200);
  });

  it("never answers 500 while keys are made and revoked, the caller's own too", async () => {
    await fuzz(await api.account(), "--max-time", "6", "--include-path-regex", "^/account/keys");
  });
});

/** Ends a sitemap's dry run as a worker would, with an empty plan. */
async function planNothing({ sitemapSyncs }: Database, { syncId, accountId }: SitemapSyncInput): Promise<void> {
  const report = { pages: 0, add: 0, pause: 0, resume: 0, keep: 0, overLimit: 0, foreign: 0, problem: null };
  const plan = { _id: syncId, accountId, sitemapId: syncId, report, changes: null, size: 0, addUrls: [] };
  await sitemapSyncs.insertOne({ ...plan, createdAt: new Date(), expiresAt: new Date(Date.now() + 60_000) });
}

/** Ends a proxy's test as a worker would that reached the page. */
async function passProxyTest({ proxies }: Database, proxyId: string): Promise<void> {
  const lastTest = { ok: true, statusCode: 200, problem: null, at: new Date(), milliseconds: 12 };
  await proxies.updateOne({ _id: proxyId }, { $set: { lastTest, test: null } });
}

/** Runs the fuzzer to its end in a folder for what it leaves; what it prints includes how to repeat each failure. */
async function run(fuzzer: string, cwd: string, args: string[]): Promise<{ code: unknown; output: string }> {
  const child = spawn(fuzzer, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code]: unknown[] = await once(child, "close");
  return { code, output };
}

/** Sends bodies of almost 2 MB, one of each kind at once, until the signal aborts. Resolves to their number. */
async function sendLargeBodies({ key }: TestAccount, base: string, signal: AbortSignal): Promise<number> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json", Accept: "application/json" };
  const texts = Object.values(largeBodies).map(([path, body]) => [path, JSON.stringify(body)] as const);
  let sent = 0;
  while (!signal.aborted) {
    await Promise.all(
      texts.map(async ([path, body]) =>
        (await fetch(new URL(path, base), { method: "POST", headers, body })).arrayBuffer(),
      ),
    );
    sent += texts.length;
    await sleep(1_000);
  }
  return sent;
}

/** Milliseconds of the slowest of many calls, until the signal aborts. */
async function slowestCall({ client }: TestAccount, signal: AbortSignal): Promise<number> {
  let slowestMs = 0;
  while (!signal.aborted) {
    const begunAt = performance.now();
    expect((await client.call("GET", "/jobs")).status).to.equal(200);
    slowestMs = Math.max(slowestMs, performance.now() - begunAt);
    await sleep(200);
  }
  return slowestMs;
}
