import { openTestBrowser } from "#test/browser/support.ts";
import { findChrome } from "./programs.ts";
import { bannerSelector, type Completeness, complete, inspectLongPage, serveLongPage } from "./longPage.ts";
import { peakMegabytes } from "./processCost.ts";
import { rawPuppeteer } from "./rawPuppeteer.ts";
import { median, quantile } from "./statistics.ts";

const rounds = 30;
const memoryRounds = 5;

type Contestant = { name: string; pid(): number; shoot(): Promise<Uint8Array> };
type Figures = { milliseconds: number[]; megabytes: number[]; completeness: Completeness[] };

/**
 * Captures a page of 1280 × 10,000 px: with the service, with puppeteer's `fullPage`, and with a script that first
 * scrolls through the page, in turn.
 */
export async function fullpageBench(): Promise<void> {
  const executablePath = await findChrome();
  const browser = await openTestBrowser({ executablePath });
  const puppeteer = await rawPuppeteer(executablePath);
  try {
    const url = serveLongPage(browser.site);
    const ours = async () => {
      const { screenshot } = await browser.capture({
        url,
        viewport: { width: 1280, height: 720 },
        hideSelectors: [bannerSelector],
        screenshot: { format: "jpg", quality: 80, fullPage: true },
      });
      return screenshot?.bytes ?? Buffer.alloc(0);
    };
    await compare([
      {
        name: "puppeteer's fullPage",
        pid: () => puppeteer.pid,
        shoot: () => puppeteer.shootFullPage(url, bannerSelector),
      },
      {
        name: "the same, scrolled through",
        pid: () => puppeteer.pid,
        shoot: () => puppeteer.shootFullPage(url, bannerSelector, { scrolled: true }),
      },
      { name: "the browser pool", pid: () => browser.pool.health().browserPid ?? 0, shoot: ours },
    ]);
  } finally {
    await puppeteer.close();
    await browser.close();
  }
}

async function compare(contestants: Contestant[]): Promise<void> {
  const figures = new Map<string, Figures>(
    contestants.map(({ name }) => [name, { milliseconds: [], megabytes: [], completeness: [] }]),
  );
  for (const { shoot } of contestants) await shoot();
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, shoot } of contestants) {
      const startedAt = performance.now();
      const picture = await shoot();
      figures.get(name)?.milliseconds.push(performance.now() - startedAt);
      figures.get(name)?.completeness.push(await inspectLongPage(picture));
    }
  }
  // Separate rounds, because reading memory takes time.
  for (let round = 0; round < memoryRounds; round += 1)
    for (const { name, pid, shoot } of contestants)
      figures.get(name)?.megabytes.push(await peakMegabytes(pid(), shoot));
  console.log(`\n1280 × 10,000 px, jpg         median ms   p95   peak MiB   lazy images   reveals   right height`);
  for (const [name, each] of figures) console.log(`  ${name.padEnd(26)}${row(each)}`);
}

function row({ milliseconds, megabytes, completeness }: Figures): string {
  const min = (part: keyof Completeness) => Math.min(...completeness.map((each) => each[part]));
  return [
    median(milliseconds).toFixed(0).padStart(11),
    quantile(milliseconds, 0.95).toFixed(0).padStart(6),
    median(megabytes).toFixed(0).padStart(11),
    `${min("images")} of ${complete.images}`.padStart(14),
    `${min("reveals")} of ${complete.reveals}`.padStart(10),
    `${completeness.filter(({ height }) => height === complete.height).length} of ${completeness.length}`.padStart(15),
  ].join("");
}
