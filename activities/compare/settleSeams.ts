import type { RowRun } from "./alignRows.ts";
import { differingBlocks, rowBlocks, type RowSignatures, unlikeness } from "./rowSignatures.ts";

/** Rows that a seam is moved at most. */
const farthest = 400;
/** Blocks of a row that differ from those of the row above where something begins that reaches across the page. */
const fullWidth = 0.75 * rowBlocks;

/**
 * Moves rows of one picture alone up to where something begins across the page, if they may as well lie there: a row put
 * into a table then begins at its rule, and not at the first letter by which it differs from the next. Changes the runs.
 */
export function settleSeams(runs: RowRun[], before: RowSignatures, after: RowSignatures): void {
  for (const [index, run] of runs.entries()) {
    const [above, below] = [runs[index - 1], runs[index + 1]];
    if (run.kind === "both" || above?.kind !== "both" || below?.kind !== "both") continue;
    const [picture, first] = run.kind === "added" ? [after, run.after] : [before, run.before];
    const rise = riseOf(picture, { first, rows: run.rows, most: Math.min(farthest, above.rows - 1) });
    above.rows -= rise;
    if (run.kind === "added") run.after -= rise;
    else run.before -= rise;
    below.before -= rise;
    below.after -= rise;
    below.rows += rise;
  }
}

type Alone = { first: number; rows: number; most: number };

/** Rows to move up: to the nearest full-width beginning, 0 where there is none in reach. */
function riseOf(picture: RowSignatures, { first, rows, most }: Alone): number {
  for (let rise = 0; rise <= most; rise += 1) {
    const row = first - rise;
    if (row > 0 && differingBlocks(picture, picture, { a: row - 1, b: row }) >= fullWidth) return rise;
    if (unlikeness(picture, picture, { a: row - 1, b: row - 1 + rows }) > 0) return 0;
  }
  return 0;
}
