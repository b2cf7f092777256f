import type { Box } from "#schemas/diff.ts";
import { type RowPair, rowPairOf, type RowRun } from "./alignRows.ts";

/** Columns from `from` up to and without `to`. */
export type Span = { from: number; to: number };

/** The columns of a row that are left out of the comparison: those that an ignored region covers in either picture. In order, apart. */
export function ignoredSpans(regions: readonly Box[], { before, after }: RowPair, width: number): Span[] {
  const spans = regions
    .filter((region) => covers(region, before) || covers(region, after))
    .map(({ x, width: wide }) => ({ from: Math.max(0, x), to: Math.min(width, x + wide) }))
    .filter(({ from, to }) => from < to)
    .toSorted((one, other) => one.from - other.from);
  const apart: Span[] = [];
  for (const span of spans) {
    const last = apart.at(-1);
    if (last === undefined || last.to < span.from) apart.push(span);
    else last.to = Math.max(last.to, span.to);
  }
  return apart;
}

/** Pixels that are compared: those of all rows, less the ignored ones. */
export function countCompared(
  runs: readonly RowRun[],
  { width, ignoreRegions }: { width: number; ignoreRegions: readonly Box[] },
): number {
  let pixels = 0;
  for (const run of runs) {
    for (let row = 0; row < run.rows; row += 1) {
      const spans = ignoredSpans(ignoreRegions, rowPairOf(run, row), width);
      pixels += spans.reduce((left, { from, to }) => left - (to - from), width);
    }
  }
  return pixels;
}

function covers({ y, height }: Box, row: number | null): boolean {
  return row !== null && row >= y && row < y + height;
}
