import { openStudio } from "#test/browser/support.ts";
import { findChrome } from "./findChrome.ts";
import { bannerSelector, type Completeness, complete, inspectLongPage, serveLongPage } from "./longPage.ts";
import { peakMegabytes } from "./processCost.ts";
import { rawPuppeteer } from "./rawPuppeteer.ts";
import { median, quantile } from "./statistics.ts";

const rounds = 30;
const memoryRounds = 5;

type Contestant = { name: string; pid(): number; shoot(): Promise<Uint8Array> };
type Figures = { took: number[]; megabytes: number[]; seen: Completeness[] };

/**
 * A page of 1280 × 10,000 px from its address to the whole picture, beside puppeteer's own `fullPage`, and beside a script that
 * has all of the page come before it takes that, in turn.
 */
export async function fullpageBench(): Promise<void> {
  const executablePath = await findChrome();
  const studio = await openStudio({ executablePath });
  const raw = await rawPuppeteer(executablePath);
  try {
    const url = serveLongPage(studio.site);
    const ours = async () => {
      const { screenshot } = await studio.capture({
        url,
        viewport: { width: 1280, height: 720 },
        hideSelectors: [bannerSelector],
        screenshot: { format: "jpg", quality: 80, fullPage: true },
      });
      return screenshot?.bytes ?? Buffer.alloc(0);
    };
    await compare([
      { name: "puppeteer's fullPage", pid: () => raw.pid, shoot: () => raw.shootFullPage(url, bannerSelector) },
      {
        name: "the same, scrolled through",
        pid: () => raw.pid,
        shoot: () => raw.shootFullPage(url, bannerSelector, { scrolled: true }),
      },
      { name: "the browser room", pid: () => studio.pool.health().browserPid ?? 0, shoot: ours },
    ]);
  } finally {
    await raw.close();
    await studio.close();
  }
}

async function compare(contestants: Contestant[]): Promise<void> {
  const figures = new Map<string, Figures>(
    contestants.map(({ name }) => [name, { took: [], megabytes: [], seen: [] }]),
  );
  for (const { shoot } of contestants) await shoot();
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, shoot } of contestants) {
      const startedAt = performance.now();
      const picture = await shoot();
      figures.get(name)?.took.push(performance.now() - startedAt);
      figures.get(name)?.seen.push(await inspectLongPage(picture));
    }
  }
  // Apart, because looking at memory takes time of its own.
  for (let round = 0; round < memoryRounds; round += 1)
    for (const { name, pid, shoot } of contestants)
      figures.get(name)?.megabytes.push(await peakMegabytes(pid(), shoot));
  console.log(`\n1280 × 10,000 px, jpg         median ms   p95   peak MiB   lazy images   reveals   right height`);
  for (const [name, each] of figures) console.log(`  ${name.padEnd(26)}${row(each)}`);
}

function row({ took, megabytes, seen }: Figures): string {
  const least = (part: keyof Completeness) => Math.min(...seen.map((each) => each[part]));
  return [
    median(took).toFixed(0).padStart(11),
    quantile(took, 0.95).toFixed(0).padStart(6),
    median(megabytes).toFixed(0).padStart(11),
    `${least("images")} of ${complete.images}`.padStart(14),
    `${least("reveals")} of ${complete.reveals}`.padStart(10),
    `${seen.filter(({ height }) => height === complete.height).length} of ${seen.length}`.padStart(15),
  ].join("");
}
