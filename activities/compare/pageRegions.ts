import type { Box, PageRegion } from "#schemas/diff.ts";
import type { RegionStatus } from "#schemas/run.ts";
import type { RowRun } from "./alignRows.ts";
import { boxOf } from "./boxes.ts";
import { isText, matchRegions, type RegionLists } from "./matchRegions.ts";

/** A region's position or size has to change by more than this, in pixels, to be told. */
const nudge = 4;

/** A region and what became of it, as it stands in the picture after, a removed one as it stood before. */
export type RegionDifference = {
  region: PageRegion;
  /** What tells most comes first. `moved` leaves out what rows that came or went above it did to its place. */
  changes: RegionStatus[];
  /** Changed share of its own area; 1 of one added or removed. */
  differenceRatio: number;
  /** Where it stood before; null for one added. */
  before: Box | null;
  /** Its label before, where that was another. */
  previousLabel: string | null;
  /** Its box in the picture after; for one removed, its old box, at the row its first row is carried to. */
  place: Box;
};

/** What a comparison measured of the regions: changed pixels in each of those after, and which rows go together. */
export type RegionMeasures = { changedIn: readonly number[]; runs: readonly RowRun[]; threshold: number };

/** What became of the page's own regions; those that stayed as they were are left out. */
export function compareRegions(lists: RegionLists, measures: RegionMeasures): RegionDifference[] {
  const { of, matched, unknown } = matchRegions(lists);
  const differences = lists.after.flatMap((region, index): RegionDifference[] => {
    const old = of.get(region);
    const place = boxOf(region);
    if (old === undefined && unknown.has(region)) return [];
    if (old === undefined)
      return [{ region, changes: ["added"], differenceRatio: 1, before: null, previousLabel: null, place }];
    const pixels = measures.changedIn[index] ?? 0;
    const differenceRatio = pixels / Math.max(1, region.width * region.height);
    const changes = changesOf({ old, now: region, differenceRatio }, measures);
    const previousLabel = old.label === region.label ? null : old.label;
    return changes.length === 0 ? [] : [{ region, changes, differenceRatio, before: boxOf(old), previousLabel, place }];
  });
  const gone = lists.before.filter((region) => !matched.has(region) && !unknown.has(region));
  return [
    ...differences,
    ...gone.map((region): RegionDifference => ({
      region,
      changes: ["removed"],
      differenceRatio: 1,
      before: boxOf(region),
      previousLabel: null,
      place: { ...boxOf(region), y: carriedTo(region.y, measures.runs) },
    })),
  ];
}

type Stayed = { old: PageRegion; now: PageRegion; differenceRatio: number };

function changesOf({ old, now, differenceRatio }: Stayed, { runs, threshold }: RegionMeasures): RegionStatus[] {
  const moved = hasMoved(old, now, runs);
  // The pixels of a line that moved are compared with those of another. The words tell whether it changed.
  const sameWords = isText(now) && moved && old.label === now.label;
  const told: [RegionStatus, boolean][] = [
    ["changed", differenceRatio > 0 && differenceRatio >= threshold && !sameWords],
    ["resized", Math.max(Math.abs(old.width - now.width), Math.abs(old.height - now.height)) > nudge],
    ["moved", moved],
  ];
  return told.flatMap(([change, holds]) => (holds ? [change] : []));
}

function hasMoved(old: Box, now: Box, runs: readonly RowRun[]): boolean {
  return Math.max(Math.abs(old.x - now.x), Math.abs(carriedTo(old.y, runs) - now.y)) > nudge;
}

/** Where a row of the picture before is in the picture after, by the rows that came and went above it. */
function carriedTo(row: number, runs: readonly RowRun[]): number {
  let after = 0;
  for (const run of runs) {
    if (run.kind === "added") after = run.after + run.rows;
    else if (row < run.before + run.rows) return run.kind === "both" ? run.after + row - run.before : after;
    else if (run.kind === "both") after = run.after + run.rows;
  }
  return after;
}
