import type { AlignedBlock } from "#schemas/diff.ts";
import {
  candidateOffsets,
  differingBlocks,
  maxUnlike,
  rowBlocks,
  type RowSignatures,
  unlikeness,
} from "./rowSignatures.ts";

/**
 * Rows that belong together (`both`), or rows that only one picture has. `before` and `after` are the first row in that
 * picture.
 */
export type RowRun =
  | { kind: "both"; before: number; after: number; rows: number }
  | { kind: "added"; after: number; rows: number }
  | { kind: "removed"; before: number; rows: number };

/** Maximum number of blocks of an alignment. Pages with more are too different for a view side by side. */
const maxBlocks = 512;

/**
 * The runs as clients see them. Without them if there are too many. They can't be merged, because drawings and masks
 * have exactly these rows.
 */
export function alignmentOf(runs: readonly RowRun[]): { alignment?: AlignedBlock[] } {
  if (runs.length > maxBlocks) return {};
  return { alignment: runs.map((run) => ({ ...rowPairOf(run, 0), height: run.rows })) };
}

/** The row of each picture that a row of the comparison shows; null if that picture has none. */
export type RowPair = { before: number | null; after: number | null };

/** The rows of the pictures that a row of a run shows. */
export function rowPairOf(run: RowRun, row: number): RowPair {
  switch (run.kind) {
    case "both":
      return { before: run.before + row, after: run.after + row };
    case "added":
      return { before: null, after: run.after + row };
    case "removed":
      return { before: run.before + row, after: null };
  }
}

/** Rows of the comparison. Paired rows count once. */
export function rowsOf(runs: readonly RowRun[]): number {
  return runs.reduce((sum, { rows }) => sum + rows, 0);
}

/**
 * Finds which rows of two pictures of different heights belong together. An inserted banner is then one added area, and
 * not a change of everything below it. It is a cheapest path over (row before, row after), limited to the few offsets
 * that many rows vote for. So its work is bounded by rows × offsets².
 */
export function alignRows(before: RowSignatures, after: RowSignatures): RowRun[] {
  const lattice: Lattice = { before, after, offsets: candidateOffsets(before, after) };
  const runs = traceBack(lattice, cheapestPaths(lattice));
  adjustSeams(runs, before, after);
  return runs;
}

/**
 * Cost of a row that only one picture has. Two of them, one from each picture, cost more than a pair that differs
 * fully.
 */
const unpairedRowCost = 0.5625 * maxUnlike;
/** Cost of each insertion or removal. It prevents seams at a few rows that are alike by chance. */
const seamCost = 2 * maxUnlike;

/** Points are (row before, index of an offset). The row after is the row before plus the offset. Offsets ascend. */
type Lattice = { before: RowSignatures; after: RowSignatures; offsets: readonly number[] };

/** For each point, the cost of its cheapest path, and the offset index of the point before it. */
type Paths = { costs: Float64Array; cameFrom: Int8Array };

function cheapestPaths(lattice: Lattice): Paths {
  const points = (lattice.before.rows + 1) * lattice.offsets.length;
  const paths: Paths = {
    costs: new Float64Array(points).fill(Number.POSITIVE_INFINITY),
    cameFrom: new Int8Array(points).fill(-1),
  };
  paths.costs[lattice.offsets.indexOf(0)] = 0;
  for (let row = 0; row <= lattice.before.rows; row += 1) {
    stepThroughSeams(lattice, paths, row);
    stepThroughPairs(lattice, paths, row);
  }
  return paths;
}

/**
 * Extends the paths at a row by rows that only one picture has. They win ties, so seams come late: an insertion begins
 * with its own first row and not with blank rows like those before it.
 */
function stepThroughSeams({ before, after, offsets }: Lattice, { costs, cameFrom }: Paths, row: number): void {
  for (const [state, offset] of offsets.entries()) {
    const cost = costs[row * offsets.length + state] ?? 0;
    if (cost === Number.POSITIVE_INFINITY) continue;
    for (const [next, target] of offsets.entries()) {
      const nextRow = row + Math.max(offset - target, 0);
      if (next === state || nextRow > before.rows || nextRow + target < 0 || nextRow + target > after.rows) continue;
      const point = nextRow * offsets.length + next;
      const newCost = cost + seamCost + unpairedRowCost * Math.abs(target - offset);
      if (newCost > (costs[point] ?? 0)) continue;
      costs[point] = newCost;
      cameFrom[point] = state;
    }
  }
}

/** Extends the paths at a row by one pair of rows. */
function stepThroughPairs({ before, after, offsets }: Lattice, { costs, cameFrom }: Paths, row: number): void {
  if (row === before.rows) return;
  for (const [state, offset] of offsets.entries()) {
    const cost = costs[row * offsets.length + state] ?? 0;
    const rowAfter = row + offset;
    if (cost === Number.POSITIVE_INFINITY || rowAfter < 0 || rowAfter >= after.rows) continue;
    const point = (row + 1) * offsets.length + state;
    const newCost = cost + unlikeness(before, after, { a: row, b: rowAfter });
    if (newCost >= (costs[point] ?? 0)) continue;
    costs[point] = newCost;
    cameFrom[point] = state;
  }
}

/** The runs of the cheapest path, top to bottom. */
function traceBack({ before, after, offsets }: Lattice, { cameFrom }: Paths): RowRun[] {
  const runs: RowRun[] = [];
  let row = before.rows;
  let state = offsets.indexOf(after.rows - before.rows);
  const start = offsets.indexOf(0);
  while (row > 0 || state !== start) {
    const previous = cameFrom[row * offsets.length + state] ?? -1;
    if (previous === -1) throw new Error("There is no way through the rows.");
    const [offset, previousOffset] = [offsets[state] ?? 0, offsets[previous] ?? 0];
    if (previous === state) row = prependPairedRow(runs, row - 1, offset);
    else if (previousOffset < offset)
      runs.unshift({ kind: "added", after: row + previousOffset, rows: offset - previousOffset });
    else {
      row -= previousOffset - offset;
      runs.unshift({ kind: "removed", before: row, rows: previousOffset - offset });
    }
    state = previous;
  }
  return runs;
}

function prependPairedRow(runs: RowRun[], row: number, offset: number): number {
  const first = runs[0];
  if (first?.kind === "both" && first.before === row + 1) {
    first.before = row;
    first.after = row + offset;
    first.rows += 1;
  } else runs.unshift({ kind: "both", before: row, after: row + offset, rows: 1 });
  return row;
}

/** By eye. */
const maxSeamShiftRows = 400;
/** Blocks of a row that must differ from the row above for an edge across the page. By eye. */
const minFullWidthBlocks = 0.75 * rowBlocks;

/**
 * Moves unpaired rows up to an edge across the page if they fit there equally well. A row inserted into a table then
 * begins at its rule, and not at the first letter that differs. Changes the runs.
 */
function adjustSeams(runs: RowRun[], before: RowSignatures, after: RowSignatures): void {
  for (const [index, run] of runs.entries()) {
    const [above, below] = [runs[index - 1], runs[index + 1]];
    if (run.kind === "both" || above?.kind !== "both" || below?.kind !== "both") continue;
    const [picture, first] = run.kind === "added" ? [after, run.after] : [before, run.before];
    const rise = rowsToMoveUp(picture, { first, rows: run.rows, maxRows: Math.min(maxSeamShiftRows, above.rows - 1) });
    above.rows -= rise;
    if (run.kind === "added") run.after -= rise;
    else run.before -= rise;
    below.before -= rise;
    below.after -= rise;
    below.rows += rise;
  }
}

type UnpairedRows = { first: number; rows: number; maxRows: number };

/** Rows up to the nearest edge across the page; 0 if there is none in reach. */
function rowsToMoveUp(picture: RowSignatures, { first, rows, maxRows }: UnpairedRows): number {
  for (let rise = 0; rise <= maxRows; rise += 1) {
    const row = first - rise;
    if (row > 0 && differingBlocks(picture, picture, { a: row - 1, b: row }) >= minFullWidthBlocks) return rise;
    if (unlikeness(picture, picture, { a: row - 1, b: row - 1 + rows }) > 0) return 0;
  }
  return 0;
}
