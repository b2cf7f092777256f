import { openTestBrowser } from "#test/browser/support.ts";
import { findChrome } from "./programs.ts";
import { knownPages, measureTextAlarms } from "./textAlarms/measure.ts";

/** Captures of each page without a change. Use fewer for a quick trial. */
const visits = Number(process.env["BENCH_VISITS"] ?? 10);

/**
 * Captures 100 pages as monitors of text do: each with a known change, and ten times without one. Prints missed and false
 * alarms. Exits with 1 unless both are 0.
 */
export async function textAlarmsBench(): Promise<void> {
  const browser = await openTestBrowser({ executablePath: await findChrome() });
  const startedAt = performance.now();
  try {
    const found = await measureTextAlarms(browser, { pages: knownPages(), visits });
    for (const missed of found.missed) console.log(`\nMissed: ${missed}`);
    for (const alarm of found.false) console.log(`\nFalse: ${alarm}`);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    console.log(`\nMissed changes: ${found.missed.length} of ${found.pages}, in ${seconds} s`);
    console.log(`False alarms: ${found.false.length} of ${found.captures}`);
    if (found.missed.length + found.false.length > 0) process.exitCode = 1;
  } finally {
    await browser.close();
  }
}
