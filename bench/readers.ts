import { setTimeout as sleep } from "node:timers/promises";
import { uuidv7 } from "uuidv7";
import { maxPageChars } from "#schemas/outputs.ts";
import { type BenchStack, onStack } from "./onStack.ts";
import { peakMegabytes } from "./processCost.ts";
import { median } from "./statistics.ts";

/** Jobs of the account, and clients that read a page of 100 of them at the same moment. */
const jobCount = 1_000;
const readerCount = 200;
/** MiB that the database and an API process may hold at most. */
const barMegabytes = 500;

const page = "<!doctype html><title>Page</title><h1>Page</h1>";

/**
 * Measures the memory of the database and of the API while many clients wait for a page of the list of jobs. First the jobs
 * have usual texts, then the longest ones that a page can choose.
 */
export async function readersBench(): Promise<void> {
  const site = { site: (_: unknown, response: { end(text: string): void }) => response.end(page), atOnce: 4 };
  await onStack({ ...site, onLine: () => undefined }, async (bench) => {
    await fill(bench);
    await measure(bench, "with usual texts");
    await lengthen(bench);
    await measure(bench, "with the longest texts");
  });
}

/** Renders one page and copies its record. */
async function fill({ call, url, database }: BenchStack): Promise<void> {
  await call("POST", "/render", { url });
  for (;;) {
    const job = await database.jobs.findOne({ status: "completed" });
    if (job !== null) {
      const copies = Array.from({ length: jobCount - 1 }, () => ({ ...job, _id: uuidv7() }));
      await database.jobs.insertMany(copies);
      return;
    }
    await sleep(100);
  }
}

async function lengthen({ database }: BenchStack): Promise<void> {
  const { title, address, contentType } = maxPageChars;
  const redirects = Array.from({ length: 20 }, () => ({ url: "x".repeat(address / 20), statusCode: 302 }));
  const texts = {
    "result.page.title": "漢".repeat(title),
    "result.page.finalUrl": "x".repeat(address),
    "result.page.contentType": "x".repeat(contentType),
    "result.page.redirects": redirects,
  };
  await database.jobs.updateMany({}, { $set: texts });
}

async function measure({ stack, call }: BenchStack, what: string): Promise<void> {
  const { mongo = 0, api = 0 } = stack.info.processes;
  // The readers come from one address, which may send 200 requests in a second.
  await sleep(1_500);
  const times: number[] = [];
  const refusals: string[] = [];
  const read = async (): Promise<void> => {
    const startedAt = performance.now();
    try {
      await (await call("GET", "/jobs?limit=100")).arrayBuffer();
      times.push(performance.now() - startedAt);
    } catch (error) {
      refusals.push(error instanceof Error ? error.message.slice(0, 120) : String(error));
    }
  };
  let inMongo = 0;
  const inApi = await peakMegabytes(api, async () => {
    inMongo = await peakMegabytes(mongo, () => Promise.all(Array.from({ length: readerCount }, read)));
  });
  const slowest = Math.max(0, ...times) / 1_000;
  console.log(
    `${readerCount} readers of ${jobCount} jobs ${what}: ${times.length} answered, ${refusals.length} refused`,
  );
  console.log(`  median ${(median(times) / 1_000).toFixed(1)} s, slowest ${slowest.toFixed(1)} s`);
  console.log(`  database ${inMongo.toFixed(0)} MiB, API ${inApi.toFixed(0)} MiB (at most ${barMegabytes})`);
  for (const refusal of new Set(refusals)) console.log(`  ${refusal}`);
  if (Math.max(inMongo, inApi) > barMegabytes || refusals.length > 0) process.exitCode = 1;
}
