import type { Box, ChangedArea, PageRegion } from "#schemas/diff.ts";
import type { RegionStatus } from "#schemas/monitor/run.ts";
import type { RowRun } from "./alignRows.ts";
import { areaOf, overlapArea } from "./changedAreas.ts";
import { isText, matchRegions, type RegionLists } from "./matchRegions.ts";

/** Smaller shifts and changes of size are not reported. By eye. */
const maxUnreportedShiftPx = 4;

/** A region with its changes, as in the picture after. A removed region is as in the picture before. */
export type RegionDifference = {
  region: PageRegion;
  /** The most important change first. `moved` ignores shifts by rows that were inserted or removed above the region. */
  changes: RegionStatus[];
  /** Changed share of its own area; 1 if it was added or removed. */
  differenceRatio: number;
  /** Its box before; null if it was added. */
  before: Box | null;
  /** Its previous label; null if the label is the same. */
  previousLabel: string | null;
  /** Its box in the picture after. A removed region has its old box at the row where its first row would be. */
  boxAfter: Box;
};

/** Changed pixels in each region after, and which rows belong together. */
export type RegionMeasures = { changedIn: readonly number[]; runs: readonly RowRun[]; threshold: number };

/** The changes of the page's own regions. Unchanged regions are left out. */
export function compareRegions(lists: RegionLists, measures: RegionMeasures): RegionDifference[] {
  const { previousOf, matchedRegions, unknownRegions } = matchRegions(lists);
  const differences = lists.after.flatMap((region, index): RegionDifference[] => {
    const previous = previousOf.get(region);
    const boxAfter = boxOf(region);
    if (previous === undefined && unknownRegions.has(region)) return [];
    if (previous === undefined)
      return [{ region, changes: ["added"], differenceRatio: 1, before: null, previousLabel: null, boxAfter }];
    const pixels = measures.changedIn[index] ?? 0;
    const differenceRatio = pixels / Math.max(1, region.width * region.height);
    const changes = changesOf({ before: previous, after: region, differenceRatio }, measures);
    const previousLabel = previous.label === region.label ? null : previous.label;
    return changes.length === 0
      ? []
      : [{ region, changes, differenceRatio, before: boxOf(previous), previousLabel, boxAfter }];
  });
  const removed = lists.before.filter((region) => !matchedRegions.has(region) && !unknownRegions.has(region));
  return [
    ...differences,
    ...removed.map((region): RegionDifference => ({
      region,
      changes: ["removed"],
      differenceRatio: 1,
      before: boxOf(region),
      previousLabel: null,
      boxAfter: { ...boxOf(region), y: rowAfter(region.y, measures.runs) },
    })),
  ];
}

type MatchedPair = { before: PageRegion; after: PageRegion; differenceRatio: number };

function changesOf(
  { before, after, differenceRatio }: MatchedPair,
  { runs, threshold }: RegionMeasures,
): RegionStatus[] {
  const moved = hasMoved(before, after, runs);
  // A moved line is compared with another line's pixels, so its text decides.
  const sameWords = isText(after) && moved && before.label === after.label;
  const candidates: [RegionStatus, boolean][] = [
    ["changed", differenceRatio > 0 && differenceRatio >= threshold && !sameWords],
    [
      "resized",
      Math.max(Math.abs(before.width - after.width), Math.abs(before.height - after.height)) > maxUnreportedShiftPx,
    ],
    ["moved", moved],
  ];
  return candidates.flatMap(([change, isTrue]) => (isTrue ? [change] : []));
}

function hasMoved(before: Box, after: Box, runs: readonly RowRun[]): boolean {
  return Math.max(Math.abs(before.x - after.x), Math.abs(rowAfter(before.y, runs) - after.y)) > maxUnreportedShiftPx;
}

/** The row in the picture after to which a row of the picture before moved. */
function rowAfter(row: number, runs: readonly RowRun[]): number {
  let after = 0;
  for (const run of runs) {
    if (run.kind === "added") after = run.after + run.rows;
    else if (row < run.before + run.rows) return run.kind === "both" ? run.after + row - run.before : after;
    else if (run.kind === "both") after = run.after + run.rows;
  }
  return after;
}

/** A changed area with the region that names it; null without one. */
export type NamedArea = ChangedArea & { region: Pick<PageRegion, "selector" | "label" | "role"> | null };

/**
 * Names each changed area. The name is that of the region added or removed there, else of the smallest named region
 * that contains the area, else of the line of text around it, else of the smallest region around it.
 */
export function nameAreas(
  areas: readonly ChangedArea[],
  { before, after }: RegionLists,
  differences: readonly RegionDifference[] = [],
): NamedArea[] {
  return areas.map((area) => {
    const region =
      addedOrRemovedIn(area, differences) ?? regionContaining(area, area.status === "removed" ? before : after);
    if (region === null) return { ...area, region: null };
    const { selector, label, role } = region;
    return { ...area, region: { selector, label, role } };
  });
}

/** Whether a region's label is more than its role. */
function hasName({ label, role }: PageRegion): boolean {
  return label !== "" && label !== role;
}

/** The smallest named structural region that contains nearly all of a box. */
export function namedContainer(box: Box, regions: readonly PageRegion[]): PageRegion | undefined {
  return regions
    .filter(
      (region) => !isText(region) && hasName(region) && overlapArea(box, region) >= minContainedShare * areaOf(box),
    )
    .toSorted((one, other) => areaOf(one) - areaOf(other))[0];
}

/** Share of an area that counts as nearly all of it. By eye. */
const minContainedShare = 0.9;

/** The largest region that was added or removed in an area. Named ones come first, added ones before removed ones. */
function addedOrRemovedIn(area: ChangedArea, differences: readonly RegionDifference[]): PageRegion | null {
  const foundChanges = (["added", "removed"] as const).flatMap((change) => {
    if (change === "added" && area.status === "removed") return [];
    return differences
      .filter(({ changes }) => changes.includes(change))
      .map(({ region, boxAfter }) => ({ region, box: area.status === "removed" ? region : boxAfter }))
      .filter(({ box }) => overlapArea(area, box) >= 0.5 * Math.min(areaOf(area), areaOf(box)))
      .toSorted((one, other) => areaOf(other.box) - areaOf(one.box))
      .map(({ region }) => region);
  });
  return foundChanges.find(hasName) ?? foundChanges[0] ?? null;
}

/** The region around an area. */
function regionContaining(area: ChangedArea, regions: readonly PageRegion[]): PageRegion | null {
  const overlapping = regions
    .map((region) => ({ region, share: overlapArea(area, region) / areaOf(area), size: areaOf(region) }))
    .filter(({ share }) => share >= 0.5)
    .toSorted((one, other) => one.size - other.size);
  const structural = overlapping.filter(({ region }) => !isText(region));
  const containing = structural.filter(({ share }) => share >= minContainedShare);
  const byShare = structural.toSorted((one, other) => other.share - one.share);
  const container =
    containing.find(({ region }) => hasName(region)) ??
    overlapping.filter(({ region }) => isText(region)).toSorted((one, other) => other.share - one.share)[0] ??
    containing[0] ??
    byShare.find(({ region }) => hasName(region)) ??
    byShare[0];
  return container?.region ?? null;
}

function boxOf({ x, y, width, height }: Box): Box {
  return { x, y, width, height };
}
