import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#data/mongo.ts";
import type { ScheduleRecord } from "#schemas/schedule.ts";
import { type BenchStack, onStack } from "./onStack.ts";
import { proportionalMegabytes } from "./processCost.ts";
import { median, quantile, timed } from "./statistics.ts";

const count = 1_000;
const burst = 200;
/**
 * Milliseconds over which the other fires are spread, during which they are watched, and between the burst and the
 * first of them.
 */
const spread = 3_600_000;
const watchedMs = 150_000;
const afterBurst = 60_000;
/** Milliseconds in which all schedules are created. Enough on a busy machine. */
const making = 75_000;
const bars = { fireMs: 2_000, burstMs: 20_000, listMs: 100 };
const page = "<!doctype html><title>Scheduled</title><p>Here";

type Call = BenchStack["call"];

/**
 * Measures 1,000 active schedules on the local stack: 200 recurring ones that fire in the same minute, and 800 spread
 * evenly over the next hour. Prints how late each fired, how long the list takes with 10,000 schedules, and the memory
 * of the worker.
 */
export async function schedulesBench(): Promise<void> {
  await onStack(
    {
      site: (_request, response) => response.setHeader("content-type", "text/html").end(page),
      atOnce: 64,
      onLine: console.log,
    },
    measure,
  );
}

async function measure({ stack, database, url, call }: BenchStack): Promise<void> {
  const minute = Math.ceil((Date.now() + making) / 60_000) * 60_000;
  await make(call, url, minute);
  await listing(call, `with ${count} schedules`);
  await sleep(minute + afterBurst + watchedMs + 10_000 - Date.now());
  const records = await database.schedules.find({}).toArray();
  const together = records.filter(({ timing }) => timing.type === "repeatable");
  lateness(
    `${burst} at one minute, fired`,
    together.map((record) => lateOf(record, minute)),
    bars.burstMs,
  );
  await rendered(database, together, minute);
  const until = minute + afterBurst + watchedMs;
  const apart = records.filter(({ timing }) => timing.type === "delayed" && timing.at.getTime() < until);
  lateness(
    `${apart.length} of the spread ones, fired`,
    apart.map((record) => lateOf(record, minute)),
    bars.fireMs,
  );
  const worker = stack.info.processes["worker"] ?? 0;
  console.log(`  the worker and its browser hold ${proportionalMegabytes(worker).toFixed(0)} MiB`);
  await fill(database, records);
  await listing(call, "with 10,000 schedules");
  await explain(database, records);
}

async function make(call: Call, url: string, minute: number): Promise<void> {
  const pattern = `${new Date(minute).getUTCMinutes()} * * * *`;
  const first = minute + afterBurst;
  const { all } = await timed({ count, width: 16 }, async (index) => {
    const position = (index - burst) / (count - burst);
    const scheduleAt = new Date(first + position * spread).toISOString();
    await (index < burst
      ? call("POST", "/render/schedule-recurring", { url, screenshot: false, pattern })
      : call("POST", "/render/scheduled", { url, screenshot: false, scheduleAt }));
  });
  console.log(`\n${count} schedules made in ${(all / 1_000).toFixed(1)} s`);
  if (Date.now() > minute) throw new Error("the minute came before all schedules were made: the machine is too busy");
}

/** Milliseconds by which a schedule fired late; Infinity if it did not fire. */
function lateOf({ timing, lastRunAt }: ScheduleRecord, minute: number): number {
  return (lastRunAt?.getTime() ?? Infinity) - (timing.type === "delayed" ? timing.at.getTime() : minute);
}

/** Prints when the renders of the burst were done. This depends on the browser. */
async function rendered({ jobs }: Database, schedules: readonly ScheduleRecord[], minute: number): Promise<void> {
  const ids = new Set(schedules.map(({ _id }) => _id));
  const made = (await jobs.find({}).toArray()).filter(({ scheduleId = "" }) => ids.has(scheduleId));
  const ends = made.map(({ completedAt }) => (completedAt?.getTime() ?? Infinity) - minute);
  console.log(`  their ${made.length} renders were done after ${(Math.max(...ends) / 1_000).toFixed(1)} s`);
}

function lateness(what: string, late: readonly number[], bar: number): void {
  const max = Math.max(...late);
  const figures = [median(late), quantile(late, 0.95), max].map((ms) => ms.toFixed(0));
  console.log(`  ${what}: late by ${figures.join(", ")} ms (median, p95, max; at most ${bar})`);
  if (max > bar) process.exitCode = 1;
}

async function listing(call: Call, when: string): Promise<void> {
  const queries = ["limit=50", "type=delayed&status=active"];
  for (const query of queries) {
    const read = async () => (await call("GET", `/render/scheduled?${query}`)).arrayBuffer();
    const { each } = await timed({ count: 4, width: 1 }, read);
    console.log(`  list by ${query} ${when}: median ${median(each).toFixed(0)} ms (at most ${bars.listMs} on MongoDB)`);
  }
}

/** Adds ended schedules: after a long time, nine of ten have ended. */
async function fill({ schedules }: Database, records: readonly ScheduleRecord[]): Promise<void> {
  const [pattern] = records;
  if (pattern === undefined) return;
  for (let block = 0; block < 9; block += 1) {
    await schedules.insertMany(
      Array.from({ length: 1_000 }, (_, index) => ({
        ...pattern,
        _id: `filler-${block}-${index}`,
        status: "completed" as const,
      })),
    );
  }
}

/** Prints the index that answers the list, if the database reports it. */
async function explain({ schedules }: Database, [record]: readonly ScheduleRecord[]): Promise<void> {
  const filter = { accountId: record?.accountId ?? "", "timing.type": "delayed" as const, status: "active" as const };
  const plan = JSON.stringify(await schedules.find(filter).sort({ dueAt: 1, _id: 1 }).limit(50).explain());
  const index = /"indexName":"([^"]+)"/.exec(plan)?.[1];
  console.log(`  the list's index: ${index ?? "none, as this database uses none"}`);
}
