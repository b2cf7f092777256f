import type { BelowThreshold } from "#schemas/events.ts";

/** What the next message says after one more run; `run` is missing where it found no difference below the threshold. */
export function addBelowThreshold(
  before: BelowThreshold | null,
  run: Omit<BelowThreshold, "runs"> | undefined,
): BelowThreshold | null {
  if (run === undefined) return before;
  if (before === null) return { runs: 1, ...run };
  const largest = run.differenceRatio > before.differenceRatio ? run : before;
  return { ...before, runId: largest.runId, differenceRatio: largest.differenceRatio, runs: before.runs + 1 };
}
