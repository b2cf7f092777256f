import {
  candidateOffsets,
  differingBlocks,
  maxUnlike,
  rowBlocks,
  type RowSignatures,
  unlikeness,
} from "./rowSignatures.ts";

/** Rows that go together: in both pictures, or in one alone. `before` and `after` are the first row in that picture. */
export type RowRun =
  | { kind: "both"; before: number; after: number; rows: number }
  | { kind: "added"; after: number; rows: number }
  | { kind: "removed"; before: number; rows: number };

/** Cost of a row that only one picture has: two such, one of each, cost more than one that changed wholly. */
const aloneCost = 0.5625 * maxUnlike;
/** Cost of each place where rows were inserted or removed, so that a few rows alike by chance don't make one. */
const seamCost = 2 * maxUnlike;

/** The row of each picture that a row of the comparison shows; null where that picture has none there. */
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

/** Rows of the comparison: those that go together count once. */
export function rowsOf(runs: readonly RowRun[]): number {
  return runs.reduce((sum, { rows }) => sum + rows, 0);
}

/**
 * Finds which rows of one picture belong to which of the other where their heights differ, so that a banner put in at the
 * top is one added area and not a page that changed wholly. A cheapest path over (row before, row after), confined to
 * the few offsets that many rows vote for: its work is bounded by rows × offsets², whatever the pictures show.
 */
export function alignRows(before: RowSignatures, after: RowSignatures): RowRun[] {
  const lattice: Lattice = { before, after, offsets: candidateOffsets(before, after) };
  const runs = walkBack(lattice, cheapestPaths(lattice));
  settleSeams(runs, before, after);
  return runs;
}

/** Points are (row before, index of an offset); the row after is their sum. Offsets ascend. */
type Lattice = { before: RowSignatures; after: RowSignatures; offsets: readonly number[] };

/** For each point, the cost of the cheapest way there and the offset's index it came from. */
type Paths = { costs: Float64Array; from: Int8Array };

function cheapestPaths(lattice: Lattice): Paths {
  const points = (lattice.before.rows + 1) * lattice.offsets.length;
  const paths: Paths = {
    costs: new Float64Array(points).fill(Number.POSITIVE_INFINITY),
    from: new Int8Array(points).fill(-1),
  };
  paths.costs[lattice.offsets.indexOf(0)] = 0;
  for (let row = 0; row <= lattice.before.rows; row += 1) {
    crossSeams(lattice, paths, row);
    takePairs(lattice, paths, row);
  }
  return paths;
}

/**
 * Ways on from a row by rows that are in one picture alone. They win ties, so that seams come as late as they can:
 * an insertion then begins with its own first row and not with blank rows like those before it.
 */
function crossSeams({ before, after, offsets }: Lattice, { costs, from }: Paths, row: number): void {
  for (const [state, offset] of offsets.entries()) {
    const cost = costs[row * offsets.length + state] ?? 0;
    if (cost === Number.POSITIVE_INFINITY) continue;
    for (const [next, target] of offsets.entries()) {
      const to = row + Math.max(offset - target, 0);
      if (next === state || to > before.rows || to + target < 0 || to + target > after.rows) continue;
      const point = to * offsets.length + next;
      const reached = cost + seamCost + aloneCost * Math.abs(target - offset);
      if (reached > (costs[point] ?? 0)) continue;
      costs[point] = reached;
      from[point] = state;
    }
  }
}

/** Ways on from a row by one row that is in both pictures. */
function takePairs({ before, after, offsets }: Lattice, { costs, from }: Paths, row: number): void {
  if (row === before.rows) return;
  for (const [state, offset] of offsets.entries()) {
    const cost = costs[row * offsets.length + state] ?? 0;
    const b = row + offset;
    if (cost === Number.POSITIVE_INFINITY || b < 0 || b >= after.rows) continue;
    const point = (row + 1) * offsets.length + state;
    const reached = cost + unlikeness(before, after, { a: row, b });
    if (reached >= (costs[point] ?? 0)) continue;
    costs[point] = reached;
    from[point] = state;
  }
}

/** The runs of the cheapest way from the first rows to the last, top to bottom. */
function walkBack({ before, after, offsets }: Lattice, { from }: Paths): RowRun[] {
  const runs: RowRun[] = [];
  let row = before.rows;
  let state = offsets.indexOf(after.rows - before.rows);
  const start = offsets.indexOf(0);
  while (row > 0 || state !== start) {
    const previous = from[row * offsets.length + state] ?? -1;
    if (previous === -1) throw new Error("There is no way through the rows.");
    const [offset, came] = [offsets[state] ?? 0, offsets[previous] ?? 0];
    if (previous === state) row = prependPair(runs, row - 1, offset);
    else if (came < offset) runs.unshift({ kind: "added", after: row + came, rows: offset - came });
    else {
      row -= came - offset;
      runs.unshift({ kind: "removed", before: row, rows: came - offset });
    }
    state = previous;
  }
  return runs;
}

function prependPair(runs: RowRun[], row: number, offset: number): number {
  const first = runs[0];
  if (first?.kind === "both" && first.before === row + 1) {
    first.before = row;
    first.after = row + offset;
    first.rows += 1;
  } else runs.unshift({ kind: "both", before: row, after: row + offset, rows: 1 });
  return row;
}

/** Rows that a seam is moved at most. */
const farthest = 400;
/** Blocks of a row that differ from those of the row above where something begins that reaches across the page. */
const fullWidth = 0.75 * rowBlocks;

/**
 * Moves rows of one picture alone up to where something begins across the page, if they may as well lie there: a row put
 * into a table then begins at its rule, and not at the first letter by which it differs from the next. Changes the runs.
 */
function settleSeams(runs: RowRun[], before: RowSignatures, after: RowSignatures): void {
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
