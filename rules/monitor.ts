import type { BelowThreshold } from "#schemas/events.ts";

/** The differences below the threshold since the last notification, after one more run. `run` is undefined if it found none. */
export function addBelowThreshold(
  before: BelowThreshold | null,
  run: Omit<BelowThreshold, "runs"> | undefined,
): BelowThreshold | null {
  if (run === undefined) return before;
  if (before === null) return { runs: 1, ...run };
  const largest = run.differenceRatio > before.differenceRatio ? run : before;
  return { ...before, runId: largest.runId, differenceRatio: largest.differenceRatio, runs: before.runs + 1 };
}

/** The findings of a comparison that decide its verdict. Ratios are from 0 to 1. */
export type Findings = {
  /** Changed share of the whole picture. */
  differenceRatio: number;
  /** The page's regions, if they were recorded: how many were added or removed, and the changed share of each other region. */
  regions?: { added: number; removed: number; differenceRatios: readonly number[] };
};

/** Why a comparison counts as a change. */
export type ChangeReason = "page" | "region_added" | "region_removed" | "region_changed";

/**
 * All reasons why a comparison counts as a change; empty if it does not. The threshold applies to the page and to each region,
 * so a small change in a heading counts also on a tall page. A ratio of 0 never counts.
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
  return rules.flatMap(([reason, applies]) => (applies ? [reason] : []));
}

/** Whether a comparison found a difference that does not count as a change. */
export function isBelowThreshold(findings: Findings, threshold: number): boolean {
  return findings.differenceRatio > 0 && changeVerdict(findings, threshold).length === 0;
}
