import { createComparer } from "#activities/compare/comparer.ts";
import { openStudio, type Studio } from "#test/browser/support.ts";
import { movingVideo } from "#test/support/movingVideo.ts";
import { changeVerdict } from "#workflows/rules/monitor.ts";
import { type AlarmPage, serveAlarmPages } from "./alarmPages.ts";
import { findChrome } from "./findChrome.ts";
import { timed } from "./statistics.ts";

const captures = 1_000;
/** A monitor's threshold at which every one of the changes is to be told. */
const threshold = 0.005;
const options = {
  viewport: { width: 1280, height: 720 },
  screenshot: { format: "png", quality: 80, fullPage: true },
} as const;

type Seen = { changed: boolean; ratio: number; same: boolean };

/**
 * Pages that do not change, captured again and again as a monitor captures them, and the same pages with changes on them:
 * how many were told of by mistake, and how many were missed. Exits with 1 unless both are none.
 */
export async function alarmsBench(): Promise<void> {
  const studio = await openStudio({ executablePath: await findChrome() });
  const comparer = createComparer({ scratch: studio.scratchDir });
  try {
    const pages = await serveAlarmPages(studio.site, await movingVideo(studio));
    const baselines = await Promise.all(pages.map(({ html }) => shoot(studio, html)));

    /** What a run finds, its first capture or, where that shows a change, the second one as well. */
    const look = async (index: number, html: string): Promise<Seen & { transient: boolean }> => {
      const first = await compare(index, html);
      if (!first.changed) return { ...first, transient: false };
      const second = await compare(index, html);
      return { ...first, changed: second.changed, transient: !second.changed };
    };
    const compare = async (index: number, html: string): Promise<Seen> => {
      const [before, after] = [baselines[index] ?? Buffer.alloc(0), await shoot(studio, html)];
      const rules = { mode: "perceptual", visualization: "none", ignoreRegions: [], measured: [] } as const;
      const result = await comparer.compare({ before, after, ...rules });
      if (result.outcome !== "compared") throw new Error(result.outcome);
      const differenceRatio = result.changedPixels / result.comparedPixels;
      return {
        changed: changeVerdict({ differenceRatio }, threshold).length > 0,
        ratio: differenceRatio,
        same: before.equals(after),
      };
    };
    await unchanged(pages, look);
    await changed(pages, look);
  } finally {
    await studio.close();
  }
}

type Look = (index: number, html: string) => Promise<Seen & { transient: boolean }>;

async function unchanged(pages: AlarmPage[], look: Look): Promise<void> {
  const tally = pages.map(({ name }) => ({ name, captures: 0, other: 0, transient: 0, told: 0 }));
  const { all } = await timed({ count: captures, width: 4 }, async (round) => {
    const index = round % pages.length;
    const [row, page] = [tally[index], pages[index]];
    if (row === undefined || page === undefined) throw new Error("no page");
    const seen = await look(index, page.html);
    row.captures += 1;
    row.other += seen.same ? 0 : 1;
    row.transient += seen.transient ? 1 : 0;
    row.told += seen.changed ? 1 : 0;
  });
  console.log(`\n${captures} captures of ${pages.length} pages that do not change, ${(all / 1_000).toFixed(0)} s`);
  console.table(tally);
  if (tally.some(({ told }) => told > 0)) process.exitCode = 1;
}

async function changed(pages: AlarmPage[], look: Look): Promise<void> {
  const all = pages.flatMap((page, index) => page.changes.map((change) => ({ page: page.name, index, ...change })));
  const missed: string[] = [];
  let smallest = 1;
  await timed({ count: all.length, width: 4 }, async (round) => {
    const change = all[round];
    if (change === undefined) throw new Error("no change");
    const seen = await look(change.index, change.html);
    smallest = Math.min(smallest, seen.ratio);
    if (!seen.changed) missed.push(`${change.page}: ${change.name} (${(100 * seen.ratio).toFixed(2)} %)`);
  });
  console.log(
    `\n${all.length} changes, the smallest of ${(100 * smallest).toFixed(2)} % of the pixels; missed: ${missed.length}`,
  );
  for (const one of missed) console.log(`  ${one}`);
  if (missed.length > 0) process.exitCode = 1;
}

async function shoot(studio: Studio, html: string): Promise<Buffer> {
  const path = `/page-${Math.random().toString(36).slice(2)}`;
  const { screenshot } = await studio.capture({ url: studio.site.page(path, html), ...options });
  if (screenshot === null) throw new Error("no picture");
  return screenshot.bytes;
}
