import type { Box, ChangedArea, PageRegion } from "#schemas/diff.ts";
import { overlap, sizeOf } from "./boxes.ts";
import { isText, type RegionLists } from "./matchRegions.ts";
import type { RegionDifference } from "./pageRegions.ts";

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
