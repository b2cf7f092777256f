import { readdirSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readProcFile } from "#activities/browser/pool/memory.ts";
import { RenderFailure } from "#activities/failures.ts";
import { openTestBrowser, picture, type TestBrowser } from "#test/browser/support.ts";
import { until } from "#test/support/until.ts";
import { findChrome } from "./programs.ts";
import { proportionalMegabytes } from "./processCost.ts";
import { serveSoakPages, type SoakPage } from "./soakPages.ts";
import { timed } from "./statistics.ts";

const renders = 500;
const settledAfter = 50;
/** Largest growth of memory over the whole run. */
const bound = 1.15;

type State = { worker: number; browser: number };

/**
 * Runs hundreds of renders of mixed pages, misbehaving ones included, in one browser that is never replaced. Exits with
 * 1 on a memory leak, a zombie process or a wrong result.
 */
export async function soakBench(): Promise<void> {
  const browser = await openTestBrowser({
    executablePath: await findChrome(),
    recycle: { jobs: Infinity, ageMs: Infinity, memoryBytes: Infinity },
    maxRendererBytes: 400 * 2 ** 20,
  });
  try {
    const pages = await serveSoakPages(browser.site);
    const wrongResults: string[] = [];
    const run = (from: number, count: number) =>
      timed({ count, width: 4 }, async (index) => {
        const page = pages[(from + index) % pages.length];
        const problem = page === undefined ? "no page" : await problemWith(browser, page);
        if (problem !== null) wrongResults.push(`${page?.name}: ${problem}`);
      });
    await run(0, settledAfter);
    const before = await stateOf(browser);
    const { all } = await run(settledAfter, renders - settledAfter);
    const after = await stateOf(browser);
    report({
      before,
      after,
      wrongResults,
      kinds: pages.length,
      seconds: all / 1_000,
      starts: browser.pool.health().starts,
    });
  } finally {
    await browser.close();
  }
  const left = zombies();
  console.log(`  zombies of ours               ${left}`);
  if (left > 0) process.exitCode = 1;
}

async function problemWith(browser: TestBrowser, { url, spec, probe, outcome }: SoakPage): Promise<string | null> {
  try {
    const { width, height, at } = await picture(await browser.capture({ url, ...spec }, { probe }));
    if (outcome !== "green") return `captured, not ${outcome}`;
    const color = at(Math.floor(width / 2), Math.floor(height / 2));
    const green = [0, 128, 0].every((value, channel) => Math.abs(value - (color[channel] ?? -1_000)) < 4);
    return green ? null : `shows ${color.join(", ")}`;
  } catch (error) {
    const code = error instanceof RenderFailure ? error.code : String(error);
    return code === outcome ? null : code;
  }
}

/** Memory in MiB, after all work has ended and garbage was collected. */
async function stateOf({ pool }: TestBrowser): Promise<State> {
  await until(() => Promise.resolve(pool.health().active === 0 && pool.health().warm === 2));
  setFlagsFromString("--expose_gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  const pid = pool.health().browserPid ?? 0;
  return { worker: process.memoryUsage().rss / 2 ** 20, browser: proportionalMegabytes(pid) };
}

type Report = { before: State; after: State; wrongResults: string[]; kinds: number; seconds: number; starts: number };

function report({ before, after, wrongResults, kinds, seconds, starts }: Report): void {
  const growth = (after.worker + after.browser) / (before.worker + before.browser);
  console.log(`\n${renders} renders of ${kinds} kinds, 4 at once, ${seconds.toFixed(0)} s`);
  console.log(`  worker + browser after ${settledAfter}     ${text(before)}`);
  console.log(`  worker + browser at the end   ${text(after)}   (${growth.toFixed(2)}, must be at most ${bound})`);
  console.log(`  browsers started              ${starts}   (must be 1)`);
  console.log(`  wrong results                 ${wrongResults.length}`);
  for (const problem of wrongResults) console.log(`    ${problem}`);
  if (growth > bound || starts !== 1 || wrongResults.length > 0) process.exitCode = 1;
}

function text({ worker, browser }: State): string {
  return `${worker.toFixed(0)} + ${browser.toFixed(0)} MiB`;
}

/** Child processes that ended and were not waited for. */
function zombies(): number {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/u.test(name));
  return processes.filter((name) => {
    const stat = readProcFile(`${name}/stat`) ?? "";
    // The command name is in brackets and may contain anything.
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ", 2);
    return state === "Z" && Number(parent) === process.pid;
  }).length;
}
