import type { HostAnswer } from "#schemas/pace.ts";

/** Milliseconds a host is left alone that answers 429 or 503 without saying for how long: the first time, and at most. */
const firstPause = 5_000;
const longestPause = 5 * 60_000;
/** However long a host asks to be left alone, it is asked again after this. */
const longestRetryAfter = 60 * 60_000;

/** Milliseconds a host wants to be left alone by its answer, the `refusals`th of its kind in a row; null for an answer that takes work. */
export function pauseAfter({ statusCode, retryAfter }: HostAnswer, refusals: number): number | null {
  if (statusCode !== 429 && statusCode !== 503) return null;
  if (retryAfter === undefined) return Math.min(firstPause * 2 ** Math.min(refusals - 1, 10), longestPause);
  return Math.min(Math.max(retryAfter, 1) * 1_000, longestRetryAfter);
}
