import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "#data/mongo.ts";
import type { ScheduleRecord } from "#schemas/schedule.ts";
import { startStack, type StackHandle } from "#stack/startStack.ts";
import { median, quantile } from "./statistics.ts";

const count = 1_000;
const burst = 200;
/** Minutes over which the other fires are spread. */
const spread = 5;
const page = "<!doctype html><title>Scheduled</title><p>Here";

/**
 * 1,000 schedules on the embedded stack: 200 recurring ones that all fire at one minute, 800 spread evenly over minutes.
 * Prints how late each started, what the list costs beside 10,000 of them, and what the workers weigh.
 */
export async function schedulesBench(): Promise<void> {
  const server = createServer((_request, response) => response.setHeader("content-type", "text/html").end(page));
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
    WATCHFRAME_HOST_CONCURRENCY: "64",
    WATCHFRAME_HOST_SPACING_MS: "0",
  };
  const stack = await startStack({ home, onLine: console.log, env });
  try {
    await measure(stack, `http://${host}/`);
  } finally {
    await stack.stop();
    server.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measure({ info }: StackHandle, url: string): Promise<void> {
  const database = openDatabase(info.mongoUrl);
  const call = (method: string, path: string, body?: unknown) =>
    fetch(new URL(path, info.apiUrl), {
      method,
      headers: { authorization: `Bearer ${info.apiKey}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  try {
    // Far enough ahead that all of them are there by then.
    const minute = Math.ceil((Date.now() + 45_000) / 60_000) * 60_000;
    const begun = performance.now();
    const metadataOnly = { url, screenshot: false };
    await inParallel(count, 16, async (index) => {
      const pattern = `${new Date(minute).getUTCMinutes()} * * * *`;
      const scheduleAt = new Date(minute + ((index - burst) * spread * 60_000) / (count - burst)).toISOString();
      const reply =
        index < burst
          ? await call("POST", "/render/schedule-recurring", { ...metadataOnly, pattern, limit: 1 })
          : await call("POST", "/render/scheduled", { ...metadataOnly, scheduleAt });
      if (reply.status !== 201) throw new Error(`a schedule was answered ${reply.status}`);
    });
    console.log(`\n${count} schedules made in ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
    await listing(call, "with 1,000 schedules");
    await sleep(minute + spread * 60_000 + 30_000 - Date.now());
    const records = await database.schedules.find({}).toArray();
    lateness(
      "burst of 200 at one minute",
      records.filter(({ timing }) => timing.type === "repeatable"),
      minute,
    );
    lateness(
      "800 over five minutes",
      records.filter(({ timing }) => timing.type === "delayed"),
      minute,
    );
    await fill(database.schedules, records);
    await listing(call, "with 10,000 schedules");
  } finally {
    await database.close();
  }
}

async function inParallel(total: number, width: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < total; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

function lateness(what: string, records: readonly ScheduleRecord[], minute: number): void {
  const late = records
    .map(
      ({ timing, lastRunAt }) =>
        (lastRunAt?.getTime() ?? Infinity) - (timing.type === "delayed" ? timing.at.getTime() : minute),
    )
    .toSorted((a, b) => a - b);
  const ran = late.filter((ms) => Number.isFinite(ms)).length;
  console.log(
    `${what}: ${ran} of ${late.length} fired; late (ms): median ${median(late).toFixed(0)}, p95 ${quantile(late, 0.95).toFixed(0)}, most ${late.at(-1)?.toFixed(0)}`,
  );
}

async function listing(call: (method: string, path: string) => Promise<Response>, when: string): Promise<void> {
  const each: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const begun = performance.now();
    await (await call("GET", "/render/scheduled?type=delayed&limit=50")).arrayBuffer();
    each.push(performance.now() - begun);
  }
  console.log(`list and filter ${when}: median ${median(each).toFixed(0)} ms`);
}

async function fill(schedules: ReturnType<typeof openDatabase>["schedules"], records: ScheduleRecord[]): Promise<void> {
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
