import type { RenderSpec } from "#schemas/renders/render.ts";
import { openTestBrowser } from "#test/browser/support.ts";
import { findChrome } from "./programs.ts";
import { processorMs } from "./processCost.ts";
import { rawPuppeteer } from "./rawPuppeteer.ts";
import { median, timed } from "./statistics.ts";
import { trivialPage } from "./samplePages.ts";

const rounds = 5;
const count = 60;

/** The API's defaults. */
const plain = {
  viewport: { width: 1280, height: 720 },
  screenshot: { format: "jpg", quality: 80, fullPage: false },
} as const satisfies Partial<RenderSpec>;

export type Contestant = { name: string; pid(): number; shoot(): Promise<unknown> };

/**
 * Captures a trivial page in the browser pool and in puppeteer alone, in turn. Prints processor time per capture, in
 * Chromium and outside it.
 */
export async function captureBench(): Promise<void> {
  const executablePath = await findChrome();
  const browser = await openTestBrowser({ executablePath });
  const raw = await rawPuppeteer(executablePath);
  try {
    browser.site.page("/", trivialPage);
    const url = browser.site.url("/", "127.0.0.1");
    const contestants: Contestant[] = [
      { name: "puppeteer alone", pid: () => raw.pid, shoot: () => raw.shoot(url) },
      {
        name: "the browser pool",
        pid: () => browser.pool.health().browserPid ?? 0,
        shoot: () => browser.capture({ url, ...plain }),
      },
    ];
    console.log(`\nplain capture, 2 at once         Chromium     node    ms each`);
    const figures = new Map(contestants.map(({ name }) => [name, new Array<number[]>()]));
    for (const { shoot } of contestants) await timed({ count: 20, width: 2 }, shoot);
    for (let round = 0; round < rounds; round += 1)
      for (const each of contestants) figures.get(each.name)?.push(await measure(each, count));
    for (const [name, runs] of figures) console.log(`  ${name.padEnd(28)}${row(runs)}`);
  } finally {
    await raw.close();
    await browser.close();
  }
}

/**
 * Milliseconds per capture: processor time in the browser, processor time outside it, and wall time. Two captures run
 * at once.
 */
export async function measure({ pid, shoot }: Contestant, shots: number): Promise<number[]> {
  const [before, usedBefore] = [processorMs(pid()), process.cpuUsage()];
  const { all } = await timed({ count: shots, width: 2 }, shoot);
  const used = process.cpuUsage(usedBefore);
  return [processorMs(pid()) - before, (used.user + used.system) / 1_000, all].map((sum) => sum / shots);
}

/** The medians of the results of `measure`. */
export function row(runs: number[][]): string {
  return [0, 1, 2]
    .map((column) =>
      median(runs.map((run) => run[column] ?? 0))
        .toFixed(1)
        .padStart(9),
    )
    .join("");
}
