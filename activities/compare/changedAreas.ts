import type { Box, ChangedArea } from "#schemas/diff.ts";
import type { RowRun } from "./alignRows.ts";
import { type ChangeMap, type Cluster, countMarked, countRows, findClusters, hasMarks } from "./clusters.ts";

/** Areas that are told at most. */
const maxAreas = 128;

/** A changed area with its first row and height among the comparison's rows, which is where it is drawn. */
export type PlacedArea = { area: ChangedArea; drawn: { top: number; height: number } };

/** The areas that changed, largest first; the rows of each run that only one picture has are one. */
export function changedAreas(map: ChangeMap, runs: readonly RowRun[]): { areas: PlacedArea[]; truncated: boolean } {
  const placed = placeRuns(runs);
  const all = [...aloneAreas(map, placed), ...clusteredAreas(map, placed)].toSorted(
    (one, other) =>
      sizeOf(other.area) - sizeOf(one.area) || one.drawn.top - other.drawn.top || one.area.x - other.area.x,
  );
  return { areas: all.slice(0, maxAreas), truncated: all.length > maxAreas };
}

type PlacedRun = RowRun & { first: number };

/** The runs with their first row among the comparison's. */
export function placeRuns(runs: readonly RowRun[]): PlacedRun[] {
  let first = 0;
  return runs.map((run) => {
    const placed = { ...run, first };
    first += run.rows;
    return placed;
  });
}

function aloneAreas(map: ChangeMap, runs: readonly PlacedRun[]): PlacedArea[] {
  return runs.flatMap((run): PlacedArea[] => {
    if (run.kind === "both") return [];
    const pixels = countRows(map, { from: run.first, to: run.first + run.rows });
    if (pixels === 0) return [];
    const box = { x: 0, y: run.kind === "added" ? run.after : run.before, width: map.width, height: run.rows };
    const drawn = { top: run.first, height: run.rows };
    return [{ area: { ...box, differenceRatio: pixels / sizeOf(box), status: run.kind }, drawn }];
  });
}

function clusteredAreas(map: ChangeMap, runs: readonly PlacedRun[]): PlacedArea[] {
  const afterOf = new Int32Array(map.rows).fill(-1);
  for (const run of runs) {
    if (run.kind !== "both") continue;
    for (let row = 0; row < run.rows; row += 1) afterOf[run.first + row] = run.after + row;
  }
  return findClusters(map, (row) => afterOf[row] !== -1).map((cluster) => toArea(cluster, afterOf));
}

function toArea({ left, top, right, bottom, pixels }: Cluster, afterOf: Int32Array): PlacedArea {
  const y = afterOf[top] ?? 0;
  const box = { x: left, y, width: right - left + 1, height: (afterOf[bottom] ?? 0) - y + 1 };
  const drawn = { top, height: bottom - top + 1 };
  return { area: { ...box, differenceRatio: pixels / sizeOf(box), status: "changed" }, drawn };
}

function sizeOf({ width, height }: Box): number {
  return width * height;
}

/** How many pixels changed in each of some boxes of the picture after; those of its rows that are new count all. */
export function changedIn(map: ChangeMap, runs: readonly RowRun[], boxes: readonly Box[]): number[] {
  if (boxes.length === 0) return [];
  const rowOf = changedRows(map, runs);
  return boxes.map(({ x, y, width, height }) => {
    const columns = { from: Math.max(0, x), to: Math.min(map.width, x + width) };
    let pixels = 0;
    for (let after = Math.max(0, y); after < y + height; after += 1) {
      const row = rowOf.get(after);
      if (row !== undefined) pixels += countMarked(map, row, columns);
    }
    return pixels;
  });
}

/** The row of the map for each row of the picture after that has changes. */
function changedRows(map: ChangeMap, runs: readonly RowRun[]): Map<number, number> {
  const rows = new Map<number, number>();
  for (const run of placeRuns(runs)) {
    if (run.kind === "removed") continue;
    for (let index = 0; index < run.rows; index += 1) {
      if (hasMarks(map, run.first + index)) rows.set(run.after + index, run.first + index);
    }
  }
  return rows;
}
