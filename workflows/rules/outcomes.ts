import type { RenderOutcome } from "#schemas/job.ts";
import type { OutputName } from "#schemas/outputs.ts";

/**
 * Which page of a batch to begin next: the first one, in the order given, of the host that has the fewest under way, and fewer
 * than `perHost`: more would only wait for each other. So a batch spreads over its hosts. -1 where there is none.
 */
export function nextItem(
  waiting: readonly { host: string }[],
  underWay: ReadonlyMap<string, number>,
  perHost: number,
): number {
  let best = -1;
  let fewest = perHost;
  for (const [index, { host }] of waiting.entries()) {
    const count = underWay.get(host) ?? 0;
    if (count < fewest) [best, fewest] = [index, count];
  }
  return best;
}

/**
 * The outcome of a job that was answered from the cache: the same page and outputs, but no work of its own.
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

/** A capture's outcome once its outputs lie in the caller's storage too: with their addresses there, and the time it took counted as upload. */
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
