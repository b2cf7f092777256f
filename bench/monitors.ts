import type { RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import type { Static } from "typebox";
import { readProcessTree, readProcFile } from "#activities/browser/pool/memory.ts";
import type { MonitorReply } from "#schemas/monitor/replies.ts";
import { lazyClient } from "#temporal-config/target.ts";
import { until } from "#test/support/until.ts";
import { workflowIds } from "#orders/messages.ts";
import { findChrome } from "./programs.ts";
import { type BenchStack, onStack } from "./onStack.ts";
import { proportionalMegabytes } from "./processCost.ts";
import { rawPuppeteer } from "./rawPuppeteer.ts";
import { countScheduledRuns, describeLateness } from "./scheduledRuns.ts";
import { median, timed } from "./statistics.ts";
import { trivialPage } from "./samplePages.ts";

const busy = 150;
const minutes = Number(process.env["BENCH_MINUTES"] ?? 10);
const idleCount = Number(process.env["BENCH_IDLE"] ?? 5_000);

type Bench = BenchStack & { temporal: Client };

const site: RequestListener = (_request, response) => response.setHeader("content-type", "text/html").end(trivialPage);

/**
 * Measures monitors on the local stack. 150 run each minute: how late do they start, beside the rate at which puppeteer
 * alone captures the same page? Then thousands wait: how much memory do they take, and how soon does pausing one take
 * effect?
 */
export async function monitorsBench(): Promise<void> {
  await onStack({ site, atOnce: 64, onLine: console.log }, async (stack) => {
    await bare(stack.url);
    const { temporalAddress: address, namespace } = stack.stack.info;
    const { client: temporal, close } = lazyClient({ address, namespace });
    try {
      await everyMinute({ ...stack, temporal });
      await waiting({ ...stack, temporal });
    } finally {
      await close();
    }
  });
}

async function bare(url: string): Promise<void> {
  const raw = await rawPuppeteer(await findChrome());
  await timed({ count: 10, width: 4 }, () => raw.shoot(url));
  const { all } = await timed({ count: 80, width: 4 }, () => raw.shoot(url));
  await raw.close();
  console.log(
    `\npuppeteer alone captures ${(80_000 / all).toFixed(1)} a second; ${(busy / 60).toFixed(1)} are asked for`,
  );
}

async function create({ call, url }: Bench, more: Record<string, unknown>): Promise<string> {
  const reply = await call("POST", "/render/monitors", { name: "Bench", url, ...more });
  const { monitor }: Static<typeof MonitorReply> = await reply.json();
  return monitor.id;
}

async function everyMinute(bench: Bench): Promise<void> {
  const ids: string[] = [];
  // Created over a minute, so that their ticks are spread over it.
  for (let index = 0; index < busy; index += 1) {
    const [id] = await Promise.all([create(bench, { intervalMinutes: 1 }), sleep(60_000 / busy)]);
    ids.push(id);
  }
  console.log(`workers with ${busy} monitors: ${workers()}`);
  await sleep(minutes * 60_000);
  console.log(`workers after ${minutes} minutes:  ${workers()}`);
  const { count, bad, lateMs } = await countScheduledRuns(bench.database);
  console.log(`${count} runs of ${busy * minutes}, ${bad} failed or skipped`);
  console.log(`late (ms): ${describeLateness(lateMs)} (median must be below 5000)`);
  if (median(lateMs) > 5_000) process.exitCode = 1;
  console.log(`history of one of them: ${await historyOf(bench, ids[0] ?? "")}`);
  await Promise.all(ids.map((id) => bench.call("DELETE", `/render/monitors/${id}`)));
}

async function waiting(bench: Bench): Promise<void> {
  console.log(`\nworkers before: ${workers()}`);
  const ids: string[] = [];
  const { all } = await timed({ count: idleCount, width: 8 }, async () => {
    ids.push(await create(bench, { intervalMinutes: 43_200, status: "paused" }));
  });
  console.log(`${idleCount} monitors that wait, made in ${(all / 1_000).toFixed(0)} s`);
  await sleep(20_000);
  console.log(`workers after:  ${workers()}`);
  console.log(`history of one of them: ${await historyOf(bench, ids[0] ?? "")}`);
  const takesEffect: number[] = [];
  for (const id of ids.slice(0, 10)) {
    for (const status of ["active", "paused"]) {
      const begun = performance.now();
      await bench.call("PATCH", `/render/monitors/${id}`, { status });
      await until(async () => {
        const monitor = await bench.database.monitors.findOne({ _id: id });
        return (monitor?.state.nextRunAt !== null) === (status === "active");
      });
      takesEffect.push(performance.now() - begun);
    }
  }
  console.log(
    `pause and resume take effect in (ms): median ${median(takesEffect).toFixed(0)}, most ${Math.max(...takesEffect).toFixed(0)} (must be below 1000)`,
  );
  if (Math.max(...takesEffect) > 1_000) process.exitCode = 1;
}

async function historyOf({ temporal }: Bench, id: string): Promise<string> {
  const { historyLength, historySize } = await temporal.workflow.getHandle(workflowIds.monitor(id)).describe();
  return `${historyLength} events, ${historySize ?? 0} bytes`;
}

/** Memory of the workers with and without their browsers. */
function workers(): string {
  const mains = readProcessTree(process.pid).filter(({ pid }) =>
    (readProcFile(`${pid}/cmdline`) ?? "").includes("worker/main.ts"),
  );
  const own = mains.reduce((sum, { privateBytes }) => sum + privateBytes / 2 ** 20, 0);
  const withBrowsers = mains.reduce((sum, { pid }) => sum + proportionalMegabytes(pid), 0);
  return `${own.toFixed(0)} MiB, ${withBrowsers.toFixed(0)} with browsers`;
}
