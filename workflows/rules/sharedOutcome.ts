import type { RenderOutcome } from "#schemas/job.ts";

/**
 * What a job has to show that was answered with another's render: the same page and outputs, but nobody worked on it.
 * The outputs stay where the other's lie; where that one's caller had them stored is not this one's address.
 */
export function sharedOutcome(
  { page, outputs }: RenderOutcome,
  { acceptedAt, now }: { acceptedAt: Date; now: Date },
): RenderOutcome {
  const waited = Math.max(0, now.getTime() - acceptedAt.getTime());
  return {
    page,
    outputs: outputs.map(({ location: _location, ...output }) => output),
    timings: { queued: waited, navigation: 0, capture: 0, extraction: 0, upload: 0, total: waited },
    startedAt: now.toISOString(),
  };
}
