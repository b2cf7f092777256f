import type { RenderOutcome } from "#schemas/job.ts";
import type { OutputName } from "#schemas/outputs.ts";

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
