import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Comparer, createComparer } from "#activities/compare/comparer.ts";
import { openTestBrowser, type TestBrowser } from "#test/browser/support.ts";
import { movingVideo } from "#test/support/movingVideo.ts";
import { changeVerdict } from "#rules/monitor.ts";
import { type AlarmPage, serveAlarmPages } from "./alarmPages.ts";
import { findChrome } from "./programs.ts";
import { timed } from "./statistics.ts";

/** Captures of pages that do not change. Use fewer for a quick trial. */
const captures = Number(process.env["BENCH_CAPTURES"] ?? 1_000);
/** Directory for the pictures of each false and each missed alarm; null keeps none. */
const pictureFolder = process.env["BENCH_PICTURES"] ?? null;
/** The default threshold of a monitor. */
const threshold = 0;
const lanes = 4;
const options = {
  timeout: 60,
  viewport: { width: 1280, height: 720 },
  screenshot: { format: "png", quality: 80, fullPage: true },
} as const;

/** One capture compared with the baseline. */
type Seen = { changed: boolean; ratio: number; same: boolean; height: number; picture: Buffer };
/** A run of a monitor. `transient` is true if the confirming capture showed no change. */
type Run = Seen & { transient: boolean };

/**
 * Captures pages as a monitor does, by its default threshold: unchanged pages many times, and the same pages with
 * changes. Counts false and missed alarms. Exits with 1 unless both are 0.
 */
export async function alarmsBench(): Promise<void> {
  const browser = await openTestBrowser({ executablePath: await findChrome() });
  const comparer = createComparer({ scratch: browser.scratchDir });
  try {
    if (pictureFolder !== null) await mkdir(pictureFolder, { recursive: true });
    const pages = await serveAlarmPages(browser.site, await movingVideo(browser));
    const baselines = await captureBaselines(browser, pages);
    const run = (index: number, html: string) =>
      runOnce(async () => compare(comparer, baselines[index] ?? Buffer.alloc(0), await shoot(browser, html)));
    const keep = async (index: number, name: string, { picture }: Run) => {
      if (pictureFolder === null) return;
      const path = join(pictureFolder, name.replaceAll(/\W+/gu, "-"));
      await writeFile(`${path}-before.png`, baselines[index] ?? "");
      await writeFile(`${path}-after.png`, picture);
    };
    await countFalseAlarms(pages, run, keep);
    await countMissedChanges(pages, run, keep);
  } finally {
    await browser.close();
  }
}

type RunPage = (index: number, html: string) => Promise<Run>;
type KeepPictures = (index: number, name: string, run: Run) => Promise<void>;

/** Captures once, and once more to confirm a change. */
async function runOnce(look: () => Promise<Seen>): Promise<Run> {
  const first = await look();
  if (!first.changed) return { ...first, transient: false };
  const second = await look();
  return { ...second, same: first.same, transient: !second.changed };
}

async function compare(comparer: Comparer, before: Buffer, after: Buffer): Promise<Seen> {
  const rules = { mode: "perceptual", visualization: "none", ignoreRegions: [], measuredBoxes: [] } as const;
  const result = await comparer.compare({ before, after, ...rules }, { owner: "bench" });
  if (result.outcome !== "compared") throw new Error(result.outcome);
  const ratio = result.changedPixels / result.comparedPixels;
  return {
    changed: changeVerdict({ differenceRatio: ratio }, threshold).length > 0,
    ratio,
    same: before.equals(after),
    height: result.heights.after,
    picture: after,
  };
}

async function countFalseAlarms(pages: AlarmPage[], run: RunPage, keep: KeepPictures): Promise<void> {
  const tally = pages.map(({ name }) => ({ name, height: 0, captures: 0, "other bytes": 0, transient: 0, false: 0 }));
  const { all } = await timed({ count: captures, width: lanes }, async (round) => {
    const index = round % pages.length;
    const [row, page] = [tally[index], pages[index]];
    if (row === undefined || page === undefined) throw new Error("no page");
    const seen = await run(index, page.html);
    row.height = seen.height;
    row.captures += 1;
    row["other bytes"] += seen.same ? 0 : 1;
    row.transient += seen.transient ? 1 : 0;
    row.false += seen.changed ? 1 : 0;
    if (seen.changed) await keep(index, `false ${page.name} ${round}`, seen);
  });
  const alarms = tally.reduce((sum, row) => sum + row.false, 0);
  console.log(`\n${captures} captures of ${pages.length} pages that do not change, ${(all / 1_000).toFixed(0)} s`);
  console.table(tally);
  console.log(`False alarms: ${alarms} of ${captures}`);
  if (alarms > 0) process.exitCode = 1;
}

async function countMissedChanges(pages: AlarmPage[], run: RunPage, keep: KeepPictures): Promise<void> {
  const all = pages.flatMap((page, index) => page.changes.map((change) => ({ page: page.name, index, ...change })));
  const missedChanges: string[] = [];
  const ratios: number[] = [];
  await timed({ count: all.length, width: lanes }, async (round) => {
    const change = all[round];
    if (change === undefined) throw new Error("no change");
    const seen = await run(change.index, change.html);
    if (seen.changed) {
      ratios.push(seen.ratio);
      return;
    }
    missedChanges.push(`${change.page}: ${change.name}`);
    await keep(change.index, `missed ${change.page} ${change.name}`, seen);
  });
  console.log(`\nMissed changes: ${missedChanges.length} of ${all.length}`);
  for (const one of missedChanges) console.log(`  ${one}`);
  console.log(`The smallest that was found has a ratio of ${Math.min(...ratios).toExponential(2)}.`);
  if (missedChanges.length > 0) process.exitCode = 1;
}

async function captureBaselines(browser: TestBrowser, pages: AlarmPage[]): Promise<Buffer[]> {
  const baselines: Buffer[] = [];
  await timed({ count: pages.length, width: lanes }, async (index) => {
    baselines[index] = await shoot(browser, pages[index]?.html ?? "");
  });
  return baselines;
}

async function shoot(browser: TestBrowser, html: string): Promise<Buffer> {
  const path = `/page-${Math.random().toString(36).slice(2)}`;
  const { screenshot } = await browser.capture({ url: browser.site.page(path, html), ...options });
  if (screenshot === null) throw new Error("no picture");
  return screenshot.bytes;
}
