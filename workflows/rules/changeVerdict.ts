/** What a comparison found, as far as its verdict depends on it. Ratios are shares of 1. */
export type Findings = {
  /** Changed share of the whole picture. */
  differenceRatio: number;
  /** Of the page's own regions, where they were recorded: how many came or went, and the changed share of each of the others. */
  regions?: { added: number; removed: number; differenceRatios: readonly number[] };
};

/** Why a comparison counts as a change. */
export type ChangeReason = "page" | "region_added" | "region_removed" | "region_changed";

/**
 * Every reason for which a comparison counts as a change at a threshold; none where it doesn't. The page counts from the
 * threshold on; so does any one of its regions, so that a tall page does not drown a heading. Nothing is never a change.
 */
export function changeVerdict({ differenceRatio, regions }: Findings, threshold: number): ChangeReason[] {
  const reached = (ratio: number) => ratio > 0 && ratio >= threshold;
  const { added, removed, differenceRatios } = regions ?? { added: 0, removed: 0, differenceRatios: [] };
  const rules: [ChangeReason, boolean][] = [
    ["page", reached(differenceRatio)],
    ["region_added", added > 0],
    ["region_removed", removed > 0],
    ["region_changed", differenceRatios.some(reached)],
  ];
  return rules.flatMap(([reason, holds]) => (holds ? [reason] : []));
}
