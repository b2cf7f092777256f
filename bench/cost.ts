import type { RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { BSON } from "mongodb";
import { lazyClient } from "#temporal-config/target.ts";
import { workflowIds } from "#orders/messages.ts";
import { type BenchStack, onStack } from "./onStack.ts";
import { parts, printCost } from "./printCost.ts";
import { processorMs, proportionalMegabytes } from "./processCost.ts";

/** How many of each are measured. */
const sizes = { renders: 60, crawled: 40, monitors: 60 };
/** Milliseconds during which idle monitors are measured. */
const idleMs = 20_000;

const site: RequestListener = ({ url }, response) => response.setHeader("content-type", "text/html").end(pageAt(url));

/**
 * Measures what one render, one crawled page and one monitor cost on the local stack: processor time by part, and bytes
 * in MongoDB (as BSON, without indexes), in the bucket and in Temporal's histories. The pages are trivial, so these are
 * lower bounds.
 */
export async function costBench(): Promise<void> {
  await onStack({ site, atOnce: 16, onLine: () => undefined }, async (bench) => {
    await renders(bench, 4);
    await printCost(bench, ["a render", sizes.renders], () => renders(bench, sizes.renders));
    await printCost(bench, ["a crawled page", sizes.crawled], () => crawl(bench));
    await printCost(bench, ["a monitor's creation and first run", sizes.monitors], () => monitors(bench));
    await idle(bench);
    await records(bench);
  });
}

/** A page that links to the next ones, up to the number of crawled pages. */
function pageAt(path = "/"): string {
  const number = Number(path.slice(1)) || 0;
  const next = [2 * number + 1, 2 * number + 2].filter((each) => each < sizes.crawled);
  return `<!doctype html><title>Page ${number}</title><h1>${number}</h1>${next.map((each) => `<a href="/${each}">${each}</a>`).join(" ")}`;
}

/** The JSON of a reply. */
async function json(reply: Promise<Response>): Promise<Record<string, unknown>> {
  return (await reply).json();
}

async function renders({ call, url }: BenchStack, count: number): Promise<void> {
  const accepted = await Promise.all(
    Array.from({ length: count }, () => json(call("POST", "/render", { url, screenshot: true }))),
  );
  for (const { id } of accepted) await ended(call, `/status/${String(id)}?wait=60`, "job");
}

async function crawl({ call, url }: BenchStack): Promise<void> {
  const body = { url, maxPages: sizes.crawled, maxDepth: 10, maxConcurrentPages: 4, extractMarkdown: true };
  const { id } = await json(call("POST", "/crawl", body));
  await ended(call, `/crawl/${String(id)}`, "crawl");
}

async function monitors({ call, url, database }: BenchStack): Promise<void> {
  for (let index = 0; index < sizes.monitors; index += 1) {
    await call("POST", "/render/monitors", { name: `${index}`, url: `${url}?${index}`, intervalMinutes: 60 });
  }
  for (;;) {
    const runs = await database.runs.find({}).toArray();
    if (runs.filter(({ status }) => status === "completed").length >= sizes.monitors) return;
    await sleep(250);
  }
}

async function ended(call: BenchStack["call"], path: string, name: string): Promise<void> {
  for (;;) {
    const reply = await json(call("GET", path));
    const status = Object.entries(reply[name] ?? {}).find(([key]) => key === "status")?.[1];
    if (!["queued", "in_progress", "running"].includes(String(status))) return;
    if (name !== "job") await sleep(250);
  }
}

/** Prints what monitors cost while no run is due. */
async function idle({ stack }: BenchStack): Promise<void> {
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

/** Prints the bytes that stay. */
async function records({ stack, database }: BenchStack): Promise<void> {
  const { client, close } = lazyClient({ address: stack.info.temporalAddress, namespace: stack.info.namespace });
  const history = async (what: string, workflowId: string): Promise<void> => {
    const { historyLength, historySize } = await client.workflow.getHandle(workflowId).describe();
    console.log(`  history of ${what}: ${historyLength} events, ${historySize} bytes`);
  };
  const [job, page, crawlRecord, monitor, run] = await Promise.all([
    database.jobs.findOne({ kind: "render" }, { sort: { _id: -1 } }),
    database.jobs.findOne({ kind: "crawl_page" }, { sort: { _id: -1 } }),
    database.crawls.findOne({}),
    database.monitors.findOne({}),
    database.runs.findOne({ status: "completed" }),
  ]);
  if (!job || !page || !crawlRecord || !monitor || !run) throw new Error("something was not made");
  const [ledger, segments] = await Promise.all([
    database.ledger.findOne({ jobId: job._id }),
    database.crawlPages.find({}).toArray(),
  ]);
  const storedBytes = (job.result?.outputs ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
  const lossless = run.capture?.lossless?.bytes ?? 0;
  const shown = run.capture?.screenshot?.bytes ?? 0;
  console.log(
    `MongoDB: job ${size(job)}, ledger ${size(ledger)}, crawl's page in its list ${(segments.reduce((sum, one) => sum + size(one), 0) / sizes.crawled).toFixed(0)}, monitor ${size(monitor)}, run ${size(run)} bytes`,
  );
  console.log(
    `bucket: a render ${storedBytes}, a monitor's run ${lossless + shown} bytes (${lossless} to compare, ${shown} to show)`,
  );
  await history("a render", workflowIds.renderJob(job._id));
  await history("a crawled page", workflowIds.renderJob(page._id));
  await history(`a crawl of ${sizes.crawled} pages`, workflowIds.crawl(crawlRecord._id));
  await history("a monitor after its first run", workflowIds.monitor(monitor._id));
  await history("a monitor's run", workflowIds.monitorRun(run._id));
  await close();
}

function size(document: object | null): number {
  return document === null ? 0 : BSON.calculateObjectSize(document);
}
