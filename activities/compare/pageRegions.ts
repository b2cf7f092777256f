import type { Box, ChangedArea, PageRegion } from "#schemas/diff.ts";
import type { RegionStatus } from "#schemas/run.ts";
import type { RowRun } from "./alignRows.ts";

/** A region's position or size has to change by more than this, in pixels, to be told. */
const nudge = 4;

/** The page's own regions, as they stood in each picture. */
export type RegionLists = { before: readonly PageRegion[]; after: readonly PageRegion[] };

/** A region and what became of it, as it stands in the picture after, a removed one as it stood before. */
export type RegionDifference = {
  region: PageRegion;
  /** What tells most comes first. `moved` leaves out what rows that came or went above it did to its place. */
  changes: RegionStatus[];
  /** Changed share of its own area; 1 of one added or removed. */
  differenceRatio: number;
  /** Where it stood before; null for one added. */
  before: Box | null;
};

/** What a comparison measured of the regions: changed pixels in each of those after, and which rows go together. */
export type RegionMeasures = { changedIn: readonly number[]; runs: readonly RowRun[]; threshold: number };

/**
 * What became of the page's own regions; those that stayed as they were are left out. A region is the same as before by
 * its selector, label and role, else by label and role, where no other has those, else by selector and role: markup that
 * counts its elements gives others new selectors when one comes or goes.
 */
export function compareRegions(
  { before, after }: RegionLists,
  { changedIn, runs, threshold }: RegionMeasures,
): RegionDifference[] {
  const partners = matchRegions({ before, after });
  const gone = before.filter((region) => !partners.matched.has(region));
  const differences = after.map((region, index): RegionDifference => {
    const share = (changedIn[index] ?? 0) / Math.max(1, region.width * region.height);
    const old = partners.of.get(region);
    if (old === undefined) return { region, changes: ["added"], differenceRatio: 1, before: null };
    const told: [RegionStatus, boolean][] = [
      ["changed", share > 0 && share >= threshold],
      ["resized", Math.max(Math.abs(old.width - region.width), Math.abs(old.height - region.height)) > nudge],
      ["moved", hasMoved(old, region, runs)],
    ];
    const changes = told.flatMap(([change, holds]) => (holds ? [change] : []));
    return { region, changes, differenceRatio: share, before: boxOf(old) };
  });
  return [
    ...differences.filter(({ changes }) => changes.length > 0),
    ...gone.map((region): RegionDifference => ({
      region,
      changes: ["removed"],
      differenceRatio: 1,
      before: boxOf(region),
    })),
  ];
}

type Partners = { /** The region before for each after. */ of: Map<PageRegion, PageRegion>; matched: Set<PageRegion> };

/** Properties by which a region is the same, the surest first. */
const likenesses: readonly ((region: PageRegion) => string)[] = [
  ({ selector, label, role }) => JSON.stringify([selector, label, role]),
  ({ label, role }) => JSON.stringify([label, role]),
  ({ selector, role }) => JSON.stringify([selector, role]),
];

function matchRegions({ before, after }: RegionLists): Partners {
  const partners: Partners = { of: new Map(), matched: new Set() };
  for (const likeness of likenesses) {
    const olds = uniqueBy(
      likeness,
      before.filter((region) => !partners.matched.has(region)),
    );
    const news = uniqueBy(
      likeness,
      after.filter((region) => !partners.of.has(region)),
    );
    for (const [look, region] of news) {
      const old = olds.get(look);
      if (old === undefined) continue;
      partners.of.set(region, old);
      partners.matched.add(old);
    }
  }
  return partners;
}

/** Regions by a likeness that no other of them has. */
function uniqueBy(likeness: (region: PageRegion) => string, regions: readonly PageRegion[]): Map<string, PageRegion> {
  const groups = Map.groupBy(regions, likeness);
  return new Map(
    [...groups].flatMap(([look, [first, ...others]]) => (first && others.length === 0 ? [[look, first]] : [])),
  );
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

function boxOf({ x, y, width, height }: Box): Box {
  return { x, y, width, height };
}

/** A changed area and the region of the page it lies in; null where it lies in none. */
export type NamedArea = ChangedArea & { region: Pick<PageRegion, "selector" | "label" | "role"> | null };

/** Names each changed area by the smallest region that holds nearly all of it, else by the one that holds most, half at least. */
export function nameAreas(areas: readonly ChangedArea[], { before, after }: RegionLists): NamedArea[] {
  return areas.map((area) => {
    const held = (area.status === "removed" ? before : after)
      .map((region) => ({ region, share: overlap(area, region) / sizeOf(area), size: sizeOf(region) }))
      .filter(({ share }) => share >= 0.5)
      .toSorted((one, other) => one.size - other.size);
    const holder = held.find(({ share }) => share >= 0.9) ?? held.toSorted((one, other) => other.share - one.share)[0];
    if (holder === undefined) return { ...area, region: null };
    const { selector, label, role } = holder.region;
    return { ...area, region: { selector, label, role } };
  });
}

function overlap(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, across) * Math.max(0, down);
}

function sizeOf({ width, height }: Box): number {
  return width * height;
}
