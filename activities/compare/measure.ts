import type { Box } from "#schemas/diff.ts";
import type { RowRun } from "./alignRows.ts";
import { placeRuns } from "./changedAreas.ts";
import { type ChangeMap, countMarked, hasMarks } from "./changeMap.ts";

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
