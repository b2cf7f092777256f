import type { Box, ChangedArea } from "#schemas/diff.ts";
import type { RowRun } from "./alignRows.ts";
import { type ChangeMap, type Cluster, countMarked, countRows, findClusters, hasMarks } from "./clusters.ts";

/** Areas that a comparison reports. */
const maxAreas = 128;

/** A changed area. `drawn` is its first row and height among the comparison's rows, where it is drawn. */
export type PositionedArea = { area: ChangedArea; drawn: { top: number; height: number } };

/** The changed areas, the largest first. Each run that only one picture has is one area. */
export function changedAreas(map: ChangeMap, runs: readonly RowRun[]): { areas: PositionedArea[]; truncated: boolean } {
  const positioned = positionRuns(runs);
  const all = [...unpairedAreas(map, positioned), ...pairedAreas(map, positioned)].toSorted(
    (one, other) =>
      areaOf(other.area) - areaOf(one.area) || one.drawn.top - other.drawn.top || one.area.x - other.area.x,
  );
  return { areas: all.slice(0, maxAreas), truncated: all.length > maxAreas };
}

type PositionedRun = RowRun & { first: number };

/** The runs with their first row among the comparison's rows. */
export function positionRuns(runs: readonly RowRun[]): PositionedRun[] {
  let first = 0;
  return runs.map((run) => {
    const positioned = { ...run, first };
    first += run.rows;
    return positioned;
  });
}

function unpairedAreas(map: ChangeMap, runs: readonly PositionedRun[]): PositionedArea[] {
  return runs.flatMap((run): PositionedArea[] => {
    if (run.kind === "both") return [];
    const pixels = countRows(map, { from: run.first, to: run.first + run.rows });
    if (pixels === 0) return [];
    const box = { x: 0, y: run.kind === "added" ? run.after : run.before, width: map.width, height: run.rows };
    const drawn = { top: run.first, height: run.rows };
    return [{ area: { ...box, differenceRatio: pixels / areaOf(box), status: run.kind }, drawn }];
  });
}

function pairedAreas(map: ChangeMap, runs: readonly PositionedRun[]): PositionedArea[] {
  const afterOf = new Int32Array(map.rows).fill(-1);
  for (const run of runs) {
    if (run.kind !== "both") continue;
    for (let row = 0; row < run.rows; row += 1) afterOf[run.first + row] = run.after + row;
  }
  return findClusters(map, (row) => afterOf[row] !== -1).map((cluster) => toArea(cluster, afterOf));
}

function toArea({ left, top, right, bottom, pixels }: Cluster, afterOf: Int32Array): PositionedArea {
  const y = afterOf[top] ?? 0;
  const box = { x: left, y, width: right - left + 1, height: (afterOf[bottom] ?? 0) - y + 1 };
  const drawn = { top, height: bottom - top + 1 };
  return { area: { ...box, differenceRatio: pixels / areaOf(box), status: "changed" }, drawn };
}

/** Changed pixels in each of the given boxes of the picture after. All pixels of added rows count. */
export function changedPixelsIn(map: ChangeMap, runs: readonly RowRun[], boxes: readonly Box[]): number[] {
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

/** For each changed row of the picture after, its row in the map. */
function changedRows(map: ChangeMap, runs: readonly RowRun[]): Map<number, number> {
  const rows = new Map<number, number>();
  for (const run of positionRuns(runs)) {
    if (run.kind === "removed") continue;
    for (let index = 0; index < run.rows; index += 1) {
      if (hasMarks(map, run.first + index)) rows.set(run.after + index, run.first + index);
    }
  }
  return rows;
}

/** Pixels that two boxes share. */
export function overlapArea(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, across) * Math.max(0, down);
}

/** Pixels of a box. */
export function areaOf({ width, height }: Box): number {
  return width * height;
}
