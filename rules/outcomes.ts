import type { RenderOutcome } from "#schemas/job.ts";
import type { OutputName } from "#schemas/outputs.ts";

/**
 * The index of the next page of a batch: the first page of the host with the fewest pages in progress, so that a batch spreads
 * over its hosts. -1 if every host has `perHost` pages in progress, as more would only wait for each other.
 */
export function nextItem(
  waiting: readonly { throttleKey: string }[],
  inProgress: ReadonlyMap<string, number>,
  perHost: number,
): number {
  let best = -1;
  let fewest = perHost;
  for (const [index, { throttleKey }] of waiting.entries()) {
    const count = inProgress.get(throttleKey) ?? 0;
    if (count < fewest) [best, fewest] = [index, count];
  }
  return best;
}

/**
 * The outcome of a job that was completed from the cache: page and outputs of the other job, with the waiting time only. The
 * outputs' locations in the other caller's storage are removed.
 */
export function sharedOutcome(
  { page, outputs, values }: RenderOutcome,
  { acceptedAt, now }: { acceptedAt: Date; now: Date },
): RenderOutcome {
  const waited = Math.max(0, now.getTime() - acceptedAt.getTime());
  return {
    page,
    outputs: outputs.map(({ location: _location, ...output }) => output),
    ...(values !== undefined && { values }),
    timings: { queued: waited, navigation: 0, capture: 0, extraction: 0, upload: 0, total: waited },
    startedAt: now.toISOString(),
  };
}

/** The outcome with the outputs' locations in the caller's storage. The upload took `ms` milliseconds. */
export function withStorageLocations(
  outcome: RenderOutcome,
  { locations, ms }: { locations: Partial<Record<OutputName, string>>; ms: number },
): RenderOutcome {
  const { timings, outputs } = outcome;
  return {
    ...outcome,
    timings: { ...timings, upload: timings.upload + ms, total: timings.total + ms },
    outputs: outputs.map((output) => {
      const location = locations[output.name];
      return location === undefined ? output : { ...output, location };
    }),
  };
}
