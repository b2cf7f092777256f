import type { Box, ChangedArea, PageRegion } from "#schemas/diff.ts";
import type { RegionStatus } from "#schemas/run.ts";
import type { RowRun } from "./alignRows.ts";
import { boxOf, isText, matchRegions, overlap, type RegionLists, sizeOf } from "./matchRegions.ts";

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

/** A changed area and the region of the page it is named by; null where there is none. */
export type NamedArea = ChangedArea & { region: Pick<PageRegion, "selector" | "label" | "role"> | null };

/**
 * Names each changed area: by what came or went there, else by the smallest region with a name of its own that holds it,
 * else by the line of text it lies in, else by the smallest region that holds it.
 */
export function nameAreas(
  areas: readonly ChangedArea[],
  { before, after }: RegionLists,
  differences: readonly RegionDifference[] = [],
): NamedArea[] {
  return areas.map((area) => {
    const region = cameOrWent(area, differences) ?? holderOf(area, area.status === "removed" ? before : after);
    if (region === null) return { ...area, region: null };
    const { selector, label, role } = region;
    return { ...area, region: { selector, label, role } };
  });
}

/** Whether a region has a name, and not merely a role. */
function hasName({ label, role }: PageRegion): boolean {
  return label !== "" && label !== role;
}

/** The smallest structural region with a name of its own that holds nearly all of a box; undefined where there is none. */
export function namedHolder(box: Box, regions: readonly PageRegion[]): PageRegion | undefined {
  return regions
    .filter((region) => !isText(region) && hasName(region) && overlap(box, region) >= nearlyAll * sizeOf(box))
    .toSorted((one, other) => sizeOf(one) - sizeOf(other))[0];
}

const nearlyAll = 0.9;

/** The largest region that came or went in an area, one with a name before others; an added one before a removed one. */
function cameOrWent(area: ChangedArea, differences: readonly RegionDifference[]): PageRegion | null {
  const found = (["added", "removed"] as const).flatMap((change) => {
    if (change === "added" && area.status === "removed") return [];
    return differences
      .filter(({ changes }) => changes.includes(change))
      .map(({ region, place }) => ({ region, box: area.status === "removed" ? region : place }))
      .filter(({ box }) => overlap(area, box) >= 0.5 * Math.min(sizeOf(area), sizeOf(box)))
      .toSorted((one, other) => sizeOf(other.box) - sizeOf(one.box))
      .map(({ region }) => region);
  });
  return found.find(hasName) ?? found[0] ?? null;
}

/** The region that an area lies in. */
function holderOf(area: ChangedArea, regions: readonly PageRegion[]): PageRegion | null {
  const held = regions
    .map((region) => ({ region, share: overlap(area, region) / sizeOf(area), size: sizeOf(region) }))
    .filter(({ share }) => share >= 0.5)
    .toSorted((one, other) => one.size - other.size);
  const structural = held.filter(({ region }) => !isText(region));
  const whole = structural.filter(({ share }) => share >= nearlyAll);
  const byShare = structural.toSorted((one, other) => other.share - one.share);
  const holder =
    whole.find(({ region }) => hasName(region)) ??
    held.filter(({ region }) => isText(region)).toSorted((one, other) => other.share - one.share)[0] ??
    whole[0] ??
    byShare.find(({ region }) => hasName(region)) ??
    byShare[0];
  return holder?.region ?? null;
}
