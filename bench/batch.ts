import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { buildProbe } from "#activities/extract/registry.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import { type StackHandle, startStack } from "#stack/startStack.ts";
import { openTestBrowser, type TestBrowser } from "#test/browser/support.ts";
import { gaps, type LoggedHost, maxAtOnce, startHosts } from "#test/support/loggedSite.ts";
import { until } from "#test/support/until.ts";
import { findChrome } from "./programs.ts";
import { ordinaryPage, usualPage } from "./samplePages.ts";
import { processorMs } from "./processCost.ts";
import { median, timed } from "./statistics.ts";

const hostCount = 10;
const pagesPerHost = 10;
const rounds = 3;
/** Milliseconds that a host takes to answer, and that a slow host takes. */
const usualMs = 50;
const slow = 2_000;
/** The limits per host, by the service's defaults. */
const politeness = { atOnce: 2, spacingMs: 250 };
const bars = { acceptedMs: 1_000, ratio: 1.3, besideSlowHost: 1.1 };

/** Result of one batch, in milliseconds. `others` is when the pages of all hosts but the first were done. */
type Outcome = { acceptedMs: number; all: number; others: number; closest: number; atOnce: number; cpuTime: Spent };

/** Milliseconds of processor time by part. */
type Spent = Record<string, number>;

/**
 * Renders 100 pages of 10 hosts as one batch, and the same pages in the browser pool alone, in turn. The ideal is the
 * greater of the pool's time and the time that the hosts' spacing takes. A last batch has one slow host.
 */
export async function batchBench(): Promise<void> {
  const hosts = await startHosts(hostCount);
  const allow = hosts.map((host) => host.allow).join(",");
  const home = await mkdtemp(join(tmpdir(), "watchframe-bench-"));
  const browser = await openTestBrowser({ executablePath: await findChrome(), allow, concurrency: 2 * cpus().length });
  const env = { ...process.env, WATCHFRAME_EGRESS_ALLOW: allow, WATCHFRAME_PORT: "0" };
  const stack = await startStack({ home, onLine: console.log, env });
  const database = openDatabase(stack.info.mongoUrl);
  try {
    for (const [name, html] of Object.entries({
      "light pages": ordinaryPage,
      "pages of a usual weight": await usualPage(),
    })) {
      console.log(`\n${hostCount * pagesPerHost} ${name}`);
      await compare({ hosts, browser, html }, (slowest) => runBatch({ hosts, stack, database, slowest, html }));
    }
  } finally {
    await database.close();
    await stack.stop();
    await browser.close();
    await Promise.all(hosts.map((host) => host.close()));
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Bench = { hosts: LoggedHost[]; browser: TestBrowser; html: string };

async function compare({ hosts, browser, html }: Bench, run: (slowest: number) => Promise<Outcome>): Promise<void> {
  answerWith(html, { hosts, delay: usualMs });
  await alone(browser, hosts);
  await run(usualMs);
  const [bareTimes, spacing, batches]: [number[], number[], Outcome[]] = [[], [], []];
  const cpuTime: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = spentBy(browser);
    const { all, each } = await alone(browser, hosts);
    cpuTime.push(spentBy(browser) - before);
    bareTimes.push(all);
    spacing.push((pagesPerHost - 1) * politeness.spacingMs + median(each));
    batches.push(await run(usualMs));
  }
  report({ bareTimes, spacing, batches, beside: await run(slow) });
  reportSpent(
    median(cpuTime),
    batches.map((batch) => batch.cpuTime),
  );
}

/**
 * Milliseconds of processor time of this process and the browser. The stack's processes are children of this one too.
 */
function spentBy({ pool }: TestBrowser): number {
  const { user, system } = process.cpuUsage();
  return processorMs(pool.health().browserPid ?? 0) + (user + system) / 1_000;
}

/** Renders the same pages in the browser pool, as many at once as the worker does. */
function alone(browser: TestBrowser, hosts: LoggedHost[]): Promise<{ each: number[]; all: number }> {
  const urls = addresses(hosts);
  const probe = buildProbe(["metadata"]);
  const spec = {
    viewport: { width: 1280, height: 720 },
    screenshot: { format: "jpg", quality: 80, fullPage: false },
  } as const;
  return timed({ count: urls.length, width: 2 * cpus().length }, (index) =>
    browser.capture({ url: urls[index] ?? "", ...spec }, { probe }),
  );
}

type BatchRun = Pick<Bench, "hosts" | "html"> & { stack: StackHandle; database: Database; slowest: number };

async function runBatch({ hosts, html, stack, database, slowest }: BatchRun): Promise<Outcome> {
  const [first, ...others] = hosts;
  answerWith(html, { hosts: others, delay: usualMs });
  answerWith(html, { hosts: first === undefined ? [] : [first], delay: slowest });
  for (const host of hosts) host.visits.length = 0;
  const before = processorTimes(stack.info.processes);
  const beginMs = Date.now();
  const reply = await fetch(new URL("/render/smart-batch", stack.info.apiUrl), {
    method: "POST",
    headers: { authorization: `Bearer ${stack.info.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ urls: addresses(hosts) }),
  });
  const { results }: { results: { batch: string }[] } = await reply.json();
  const acceptedMs = Date.now() - beginMs;
  const batchId = results[0]?.batch ?? "";
  // Polling for the batch's end would take processor time from it.
  await until(async () => hosts.every(({ visits }) => visits.length >= pagesPerHost), 300_000);
  const endedAt = await until(async () => (await database.batches.findOne({ _id: batchId }))?.completedAt, 300_000);
  const jobs = await database.jobs.find({ batchId }).toArray();
  const completed = jobs.filter(({ status }) => status === "completed");
  if (completed.length !== hostCount * pagesPerHost) throw new Error(`${completed.length} pages were rendered`);
  const ends = completed
    .filter(({ url }) => !url.startsWith(`${first?.url}/`))
    .map(({ completedAt }) => completedAt?.getTime());
  return {
    acceptedMs,
    all: endedAt.getTime() - beginMs,
    others: Math.max(...ends.map((end) => end ?? Infinity)) - beginMs,
    closest: Math.min(...hosts.flatMap(({ visits }) => gaps(visits))),
    atOnce: Math.max(...hosts.map(({ visits }) => maxAtOnce(visits))),
    cpuTime: since(before, processorTimes(stack.info.processes)),
  };
}

function processorTimes(processes: Record<string, number>): Spent {
  return Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, processorMs(pid)]));
}

function since(before: Spent, after: Spent): Spent {
  return Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - (before[name] ?? 0)]));
}

function answerWith(html: string, { hosts, delay }: { hosts: LoggedHost[]; delay: number }): void {
  for (const host of hosts) host.answer = () => ({ html, delay });
}

/** The addresses host by host, as a caller would list them. */
function addresses(hosts: LoggedHost[]): string[] {
  return hosts.flatMap(({ url }) => Array.from({ length: pagesPerHost }, (_, page) => `${url}/page/${page}`));
}

type Figures = { bareTimes: number[]; spacing: number[]; batches: Outcome[]; beside: Outcome };

function report({ bareTimes, spacing, batches, beside }: Figures): void {
  const ideals = bareTimes.map((all, round) => Math.max(all, spacing[round] ?? 0));
  const all = median(batches.map((batch) => batch.all));
  const ratio = all / median(ideals);
  const others = median(batches.map((batch) => batch.others));
  const accepted = Math.max(...batches.map((batch) => batch.acceptedMs));
  const closest = Math.min(beside.closest, ...batches.map((batch) => batch.closest));
  const atOnce = Math.max(beside.atOnce, ...batches.map((batch) => batch.atOnce));
  const { spacingMs } = politeness;
  const metBars = [
    line("accepted after", `${accepted} ms`, { bar: `at most ${bars.acceptedMs}`, isMet: accepted <= bars.acceptedMs }),
    line("closest starts at a host", `${closest.toFixed(0)} ms`, {
      bar: `at least ${spacingMs}`,
      isMet: closest >= spacingMs,
    }),
    line("most at once at a host", String(atOnce), {
      bar: `at most ${politeness.atOnce}`,
      isMet: atOnce <= politeness.atOnce,
    }),
    line("the browser pool alone", seconds(median(bareTimes)), {
      bar: `the hosts' spacing alone ${seconds(median(spacing))}`,
      isMet: true,
    }),
    line("the batch", seconds(all), {
      bar: `${ratio.toFixed(2)} of the ideal, at most ${bars.ratio}`,
      isMet: ratio <= bars.ratio,
    }),
    line("nine hosts beside a slow one", seconds(beside.others), {
      bar: `without it ${seconds(others)}, at most ${bars.besideSlowHost} of that; the slow one ${seconds(beside.all)}`,
      isMet: beside.others <= others * bars.besideSlowHost,
    }),
  ];
  if (!metBars.every(Boolean)) process.exitCode = 1;
}

function line(what: string, figure: string, { bar, isMet }: { bar: string; isMet: boolean }): boolean {
  console.log(`  ${what.padEnd(30)}${figure.padStart(9)}   (${bar})${isMet ? "" : "  <- does not hold"}`);
  return isMet;
}

/** Prints processor time per page. On an idle machine, the time of the other parts is what a batch takes longer. */
function reportSpent(bareTime: number, batches: readonly Spent[]): void {
  const total = hostCount * pagesPerHost;
  const each = (ms: number) => `${(ms / total).toFixed(0)} ms`;
  const parts = Object.keys(batches[0] ?? {}).map((part) => {
    return `${part} ${each(median(batches.map((batch) => batch[part] ?? 0)))}`;
  });
  console.log(
    `  processor time for a page     ${each(median(batches.map(sum)))}   (alone ${each(bareTime)}; ${parts.join(", ")})`,
  );
}

function sum(cpuTime: Spent): number {
  return Object.values(cpuTime).reduce((all, ms) => all + ms, 0);
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
