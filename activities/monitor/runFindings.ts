import type { PageRegion } from "#schemas/diff.ts";
import type { RegionChange, RegionStatus, RunFindings } from "#schemas/run.ts";
import { changeVerdict, isBelowThreshold } from "#workflows/rules/monitor.ts";
import { overlap } from "../compare/boxes.ts";
import type { ComparisonResult } from "../compare/comparer.ts";
import { isText, type RegionLists } from "../compare/matchRegions.ts";
import { nameAreas, namedHolder } from "../compare/nameAreas.ts";
import { compareRegions, type RegionDifference } from "../compare/pageRegions.ts";

type Compared = Extract<ComparisonResult, { outcome: "compared" }>;

/** What a run's comparison found, judged by the monitor's threshold. `regions` is null where they are not recorded. */
export function runFindings(threshold: number, result: Compared, regions: RegionLists | null): RunFindings {
  const { changedPixels, comparedPixels, areas } = result;
  const differenceRatio = comparedPixels === 0 ? 0 : changedPixels / comparedPixels;
  const differences =
    regions === null
      ? null
      : compareRegions(regions, { ...result, changedIn: sharesOf(result, regions.after), threshold });
  const found = { differenceRatio, ...(differences !== null && { regions: countRegions(differences) }) };
  return {
    changed: changeVerdict(found, threshold).length > 0,
    transient: false,
    unconfirmed: false,
    belowThreshold: isBelowThreshold(found, threshold),
    differenceRatio,
    threshold,
    changedPixels,
    comparedPixels,
    regions:
      regions === null || differences === null
        ? areas
        : nameAreas(areas, regions, differences).map(({ region, ...area }) => ({
            ...area,
            ...(region !== null && { region: region.label }),
          })),
    regionsTruncated: result.areasTruncated,
    ...(regions !== null && differences !== null && { pageRegions: pageRegionsOf(differences, regions) }),
  };
}

/**
 * Changed pixels of each region; of a line of text, the pixels that the boxes of changed areas take of it, for letters
 * are thin, and another word in a line is more of a change than its ink.
 */
function sharesOf({ changedIn, areas }: Compared, regions: readonly PageRegion[]): number[] {
  return regions.map((region, index) => {
    const pixels = changedIn[index] ?? 0;
    if (!isText(region) || pixels === 0) return pixels;
    const covered = areas.reduce((sum, area) => sum + overlap(area, region), 0);
    return Math.min(region.width * region.height, Math.max(pixels, covered));
  });
}

function countRegions(differences: readonly RegionDifference[]) {
  const count = (change: "added" | "removed") => differences.filter(({ changes }) => changes.includes(change)).length;
  const stayed = differences.filter(({ changes }) => !changes.includes("added") && !changes.includes("removed"));
  return {
    added: count("added"),
    removed: count("removed"),
    differenceRatios: stayed.map(({ differenceRatio }) => differenceRatio),
  };
}

/** What tells most stands first, as much as the first of its changes does. */
const order: readonly RegionStatus[] = ["added", "removed", "changed", "resized", "moved"];

function pageRegionsOf(differences: readonly RegionDifference[], { before, after }: RegionLists): RegionChange[] {
  return differences
    .flatMap(({ region, changes, differenceRatio, previousLabel }): RegionChange[] => {
      const [status] = changes;
      if (status === undefined) return [];
      const holder = namedHolder(
        region,
        (status === "removed" ? before : after).filter((other) => other !== region),
      );
      const within = holder === undefined || holder.label === region.label ? {} : { within: holder.label };
      const previous = previousLabel === null ? {} : { previousLabel };
      return [{ ...region, ...previous, ...within, status, changes, differenceRatio }];
    })
    .toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
}
