import type { Box, ChangedArea } from "#schemas/diff.ts";
import type { RowRun } from "./alignRows.ts";
import { type ChangeMap, countRows } from "./changeMap.ts";
import { type Cluster, findClusters } from "./clusters.ts";

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
