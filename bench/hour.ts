import { setTimeout as sleep } from "node:timers/promises";
import { type BenchStack, onStack } from "./onStack.ts";
import { processorMs, proportionalMegabytes } from "./processCost.ts";
import { countMissedTicks, countScheduledRuns, describeLateness } from "./scheduledRuns.ts";
import { usualPageNames, usualSite } from "./usualPages.ts";

const monitors = Number(process.env["BENCH_MONITORS"] ?? 200);
const minutes = Number(process.env["BENCH_MINUTES"] ?? 60);
const intervalMinutes = 5;
/** Between two readings of the memory. */
const sampleMs = 5_000;
/** Between two printed lines. */
const lineMinutes = 10;

/**
 * Measures an hour of the monitors that the single container is for, on usual pages: ticks missed, how late runs begin, and
 * whether memory stays flat.
 */
export async function hourBench(): Promise<void> {
  await onStack({ site: await usualSite(), atOnce: 16, onLine: () => undefined }, async (bench) => {
    console.log(`MiB when idle: ${describeParts(bench)}`);
    const beginMs = Date.now();
    for (let index = 0; index < monitors; index += 1) {
      // Spread over the interval, as the monitors of users are.
      await Promise.all([create(bench, index), sleep((intervalMinutes * 60_000) / monitors)]);
    }
    const peakMb = await watch(bench, beginMs + minutes * 60_000);
    const endMs = Date.now();
    // Runs that are due now may begin late.
    await sleep(30_000);
    const missedCount = await countMissedTicks(bench.database, { intervalMinutes, endMs });
    const { count, bad, lateMs } = await countScheduledRuns(bench.database);
    console.log(
      `${monitors} monitors every ${intervalMinutes} minutes for ${minutes}: ${count} scheduled runs, ${missedCount} missed, ${bad} failed or skipped`,
    );
    console.log(`begun late (ms): ${describeLateness(lateMs)}`);
    console.log(`most memory: ${peakMb.toFixed(0)} MiB`);
    if (missedCount + bad > 0) process.exitCode = 1;
  });
}

async function create({ call, url }: BenchStack, index: number): Promise<void> {
  const page = usualPageNames[index % usualPageNames.length] ?? "";
  const body = { name: `${page} ${index}`, url: `${url}${encodeURIComponent(page)}?${index}`, intervalMinutes };
  await call("POST", "/render/monitors", body);
}

/** Prints memory and processor time until `endMs`. The most memory of all parts, MiB. */
async function watch(bench: BenchStack, endMs: number): Promise<number> {
  let peak = 0;
  let [nextLine, since] = [Date.now(), { at: Date.now(), spentMs: spentMs(bench) }];
  while (Date.now() < endMs) {
    await sleep(sampleMs);
    peak = Math.max(peak, sum(memoryOf(bench)));
    if (Date.now() < nextLine) continue;
    const now = { at: Date.now(), spentMs: spentMs(bench) };
    const share = ((now.spentMs - since.spentMs) / (now.at - since.at)) * 100;
    console.log(`MiB: ${describeParts(bench)}; ${share.toFixed(0)} % of a processor`);
    [nextLine, since] = [nextLine + lineMinutes * 60_000, now];
  }
  return peak;
}

/** Memory by part, MiB, without the supervisor, which is this process. */
function memoryOf({ stack }: BenchStack): [part: string, megabytes: number][] {
  return Object.entries(stack.info.processes).map(([part, pid]) => [part, proportionalMegabytes(pid)]);
}

function spentMs({ stack }: BenchStack): number {
  return Object.values(stack.info.processes).reduce((total, pid) => total + processorMs(pid), 0);
}

function describeParts(bench: BenchStack): string {
  const parts = memoryOf(bench);
  return `${sum(parts).toFixed(0)} in all, ${parts.map(([part, megabytes]) => `${part} ${megabytes.toFixed(0)}`).join(", ")}`;
}

function sum(parts: readonly [string, number][]): number {
  return parts.reduce((total, [, megabytes]) => total + megabytes, 0);
}
