import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BSON } from "mongodb";
import { type Database, openDatabase } from "#data/mongo.ts";
import { startStack, type StackHandle } from "#stack/startStack.ts";
import { lazyClient } from "#temporal-config/connect.ts";
import { workflowIds } from "#workflows/messages.ts";
import { processorMs, proportionalMegabytes } from "./processCost.ts";

/** How many of each are measured. */
const sizes = { renders: 60, crawled: 40, monitors: 60 };
/** Milliseconds over which monitors are watched while nothing of theirs is due. */
const idleMs = 20_000;
const parts = ["api", "worker", "temporal", "mongo", "s3"] as const;

type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;
type World = { stack: StackHandle; database: Database; call: Call; url: string };

/**
 * What one render, one crawled page and one monitor cost on the embedded stack: processor time by part, and bytes that stay
 * in MongoDB (as BSON, without indexes), in the bucket and in Temporal's histories. Pages are trivial, so this is the floor.
 */
export async function costBench(): Promise<void> {
  const server = createServer((request, response) =>
    response.setHeader("content-type", "text/html").end(pageAt(request.url)),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the site has no port");
  const host = `127.0.0.1:${address.port}`;
  const home = await mkdtemp(join(tmpdir(), "watchframe-bench-"));
  const env = {
    ...process.env,
    WATCHFRAME_EGRESS_ALLOW: host,
    WATCHFRAME_PORT: "0",
    // The pace of one host would measure itself.
    WATCHFRAME_HOST_CONCURRENCY: "16",
    WATCHFRAME_HOST_SPACING_MS: "0",
  };
  const stack = await startStack({ home, onLine: () => undefined, env });
  const database = openDatabase(stack.info.mongoUrl);
  const world = { stack, database, call: callerOf(stack), url: `http://${host}/` };
  try {
    await renders(world, 4);
    await print(world, ["a render", sizes.renders], () => renders(world, sizes.renders));
    await print(world, ["a crawled page", sizes.crawled], () => crawl(world));
    await print(world, ["a monitor's creation and first run", sizes.monitors], () => monitors(world));
    await idle(world);
    await records(world);
  } finally {
    await database.close();
    await stack.stop();
    server.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A page that links to the next ones, as many as are to be crawled. */
function pageAt(path = "/"): string {
  const number = Number(path.slice(1)) || 0;
  const next = [2 * number + 1, 2 * number + 2].filter((each) => each < sizes.crawled);
  return `<!doctype html><title>Page ${number}</title><h1>${number}</h1>${next.map((each) => `<a href="/${each}">${each}</a>`).join(" ")}`;
}

function callerOf({ info }: StackHandle): Call {
  return async (method, path, body) => {
    const reply = await fetch(new URL(path, info.apiUrl), {
      method,
      headers: { authorization: `Bearer ${info.apiKey}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    const json: Record<string, unknown> = await reply.json();
    return json;
  };
}

async function renders({ call, url }: World, count: number): Promise<void> {
  const accepted = await Promise.all(
    Array.from({ length: count }, () => call("POST", "/render", { url, screenshot: true })),
  );
  for (const { id } of accepted) await ended(call, `/status/${String(id)}?wait=60`, "job");
}

async function crawl({ call, url }: World): Promise<void> {
  const body = { url, maxPages: sizes.crawled, maxDepth: 10, maxConcurrentPages: 4, extractMarkdown: true };
  const { id } = await call("POST", "/crawl", body);
  await ended(call, `/crawl/${String(id)}`, "crawl");
}

async function monitors({ call, url, database }: World): Promise<void> {
  for (let index = 0; index < sizes.monitors; index += 1) {
    await call("POST", "/render/monitors", { name: `${index}`, url: `${url}?${index}`, intervalMinutes: 60 });
  }
  for (;;) {
    const runs = await database.runs.find({}).toArray();
    if (runs.filter(({ status }) => status === "completed").length >= sizes.monitors) return;
    await sleep(250);
  }
}

async function ended(call: Call, path: string, name: string): Promise<void> {
  for (;;) {
    const reply = await call("GET", path);
    const status = Object.entries(reply[name] ?? {}).find(([key]) => key === "status")?.[1];
    if (!["queued", "in_progress", "running"].includes(String(status))) return;
    if (name !== "job") await sleep(250);
  }
}

/** Processor time of each part while `work` ran, for each of `count`. */
async function print({ stack }: World, [what, count]: [string, number], work: () => Promise<void>): Promise<void> {
  const pidOf = (part: string) => stack.info.processes[part] ?? 0;
  const before = parts.map((part) => processorMs(pidOf(part)));
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  const each = parts.map((part, index) => (processorMs(pidOf(part)) - (before[index] ?? 0)) / count);
  const sum = each.reduce((total, one) => total + one, 0);
  const list = parts.map((part, index) => `${part} ${(each[index] ?? 0).toFixed(1)}`).join(", ");
  console.log(
    `${what} (of ${count}): ${sum.toFixed(0)} ms of processor time (${list}); ${(count / seconds).toFixed(1)} a second`,
  );
}

/** What monitors cost while none of them is due. */
async function idle({ stack }: World): Promise<void> {
  const used = () => parts.map((part) => processorMs(stack.info.processes[part] ?? 0));
  const before = used();
  await sleep(idleMs);
  const list = used().map(
    (ms, index) => `${parts[index]} ${(((ms - (before[index] ?? 0)) / idleMs) * 100).toFixed(1)} %`,
  );
  console.log(`idle with ${sizes.monitors} monitors: ${list.join(", ")} of a processor`);
  const weigh = (part: string) => `${part} ${proportionalMegabytes(stack.info.processes[part] ?? 0).toFixed(0)} MiB`;
  console.log(`  they hold ${weigh("worker")}, ${weigh("temporal")}, ${weigh("api")}`);
}

/** Bytes that stay. */
async function records({ stack, database }: World): Promise<void> {
  const { client, close } = lazyClient({ address: stack.info.temporalAddress, namespace: stack.info.namespace });
  const history = async (what: string, workflowId: string): Promise<void> => {
    const { historyLength, historySize } = await client.workflow.getHandle(workflowId).describe();
    console.log(`  history of ${what}: ${historyLength} events, ${historySize} bytes`);
  };
  const [job, page, crawled, monitor, run] = await Promise.all([
    database.jobs.findOne({ kind: "render" }, { sort: { _id: -1 } }),
    database.jobs.findOne({ kind: "crawl_page" }, { sort: { _id: -1 } }),
    database.crawls.findOne({}),
    database.monitors.findOne({}),
    database.runs.findOne({ status: "completed" }),
  ]);
  if (!job || !page || !crawled || !monitor || !run) throw new Error("something was not made");
  const [ledger, segments] = await Promise.all([
    database.ledger.findOne({ jobId: job._id }),
    database.crawlPages.find({}).toArray(),
  ]);
  const stored = (job.result?.outputs ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
  const lossless = run.capture?.lossless.bytes ?? 0;
  const shown = run.capture?.screenshot.bytes ?? 0;
  console.log(
    `MongoDB: job ${size(job)}, ledger ${size(ledger)}, crawl's page in its list ${(segments.reduce((sum, one) => sum + size(one), 0) / sizes.crawled).toFixed(0)}, monitor ${size(monitor)}, run ${size(run)} bytes`,
  );
  console.log(
    `bucket: a render ${stored}, a monitor's run ${lossless + shown} bytes (${lossless} to compare, ${shown} to show)`,
  );
  await history("a render", workflowIds.renderJob(job._id));
  await history("a crawled page", workflowIds.renderJob(page._id));
  await history(`a crawl of ${sizes.crawled} pages`, workflowIds.crawl(crawled._id));
  await history("a monitor after its first run", workflowIds.monitor(monitor._id));
  await history("a monitor's run", workflowIds.monitorRun(run._id));
  await close();
}

function size(document: object | null): number {
  return document === null ? 0 : BSON.calculateObjectSize(document);
}
