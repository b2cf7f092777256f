import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Contender, otherContenders } from "./extraction/contenders.ts";
import { gfmPassed } from "./extraction/gfm.ts";
import { gfmCases } from "./extraction/gfmCases.ts";
import { goldenPages } from "./extraction/goldenPages.ts";
import { type Tally, tallyOf, tallyRows } from "./extraction/tally.ts";
import { watchframe } from "./extraction/watchframe.ts";

/**
 * Compares main text, metadata and Markdown with Readability and Defuddle, on the golden pages in `--pages DIR` and on
 * GFM cases. DIR has the layout of `test/test-pages` of @mozilla/readability.
 */
export async function extractionBench(): Promise<void> {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { pages: { type: "string" } } });
  const { pages } = values;
  if (pages === undefined)
    throw new Error("--pages DIR is missing: a copy of test/test-pages of @mozilla/readability.");
  const directory = await mkdtemp(join(tmpdir(), "watchframe-extraction-bench-"));
  const ours = await watchframe();
  try {
    const contenders = [...(await otherContenders(directory)), ours];
    printTable(contenders, tallyRows(await comparePages(contenders, pages)));
    await compareMarkdown(contenders);
  } finally {
    await ours.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function comparePages(contenders: readonly Contender[], directory: string): Promise<Tally[]> {
  const tallies = contenders.map(tallyOf);
  for await (const page of goldenPages(directory)) for (const tally of tallies) await tally.add(page);
  return tallies;
}

async function compareMarkdown(contenders: readonly Contender[]): Promise<void> {
  const passed: ReadonlySet<string>[] = [];
  for (const contender of contenders) passed.push(await gfmPassed(contender));
  const figures = passed.map(({ size }) => `${size} of ${gfmCases.length}`);
  printTable(contenders, [["GFM cases", ...figures]]);
  for (const { name } of gfmCases) {
    const failing = contenders.filter((_contender, index) => passed[index]?.has(name) === false);
    if (failing.length > 0) console.log(`  ${name}: not ${failing.map((contender) => contender.name).join(", ")}`);
  }
}

function printTable(contenders: readonly Contender[], rows: string[][]): void {
  const all = [["", ...contenders.map(({ name }) => name)], ...rows];
  for (const [name = "", ...figures] of all)
    console.log(`${name.padEnd(22)}${figures.map((figure) => figure.padStart(16)).join("")}`);
}
