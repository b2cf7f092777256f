import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Contender, otherContenders } from "./extraction/contenders.ts";
import { gfmPassed } from "./extraction/gfm.ts";
import { gfmCases } from "./extraction/gfmCases.ts";
import { pagesOf } from "./extraction/pageSets.ts";
import { type Tally, tallyOf, tallyRows } from "./extraction/tally.ts";
import { trafilatura } from "./extraction/trafilatura.ts";
import { watchframe } from "./extraction/watchframe.ts";

/**
 * Compares main text, metadata and Markdown with Readability, Defuddle and trafilatura, on the pages in `--pages DIR` and
 * on GFM cases. bench/README.md says which layouts DIR may have. `--alone` runs no other program.
 */
export async function extractionBench(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { pages: { type: "string" }, alone: { type: "boolean" } },
  });
  const { pages } = values;
  if (pages === undefined) throw new Error("--pages DIR is missing. bench/README.md says where pages are.");
  const directory = await mkdtemp(join(tmpdir(), "watchframe-extraction-bench-"));
  const ours = await watchframe();
  const inPython = values.alone === true ? null : await trafilatura(directory);
  try {
    const others = values.alone === true ? [] : await otherContenders(directory);
    const contenders = [...others, ...(inPython === null ? [] : [inPython]), ours];
    printTable(contenders, tallyRows(await comparePages(contenders, pages)));
    await compareMarkdown(contenders);
  } finally {
    inPython?.close();
    await ours.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function comparePages(contenders: readonly Contender[], directory: string): Promise<Tally[]> {
  const tallies = contenders.map(tallyOf);
  for await (const page of pagesOf(directory)) for (const tally of tallies) await tally.add(page);
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
