/** Seconds before each try, as in Standard Webhooks and Svix. */
const deliveryDelays = [0, 5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600] as const;

/** Tries of a sample. Somebody waits for its result, and nothing is lost if it fails. */
const maxSampleTries = 2;

/** Longest Retry-After that is respected: a day. */
const maxRetryAfterSeconds = 86_400;

/**
 * Milliseconds to wait before try `attempt` (1 is the first); null if there are no more. `random` is from 0 to 1 and gives a
 * jitter of 20 %, so that not all deliveries reach a recovered receiver at once. The wait is at least `retryAfter` (seconds).
 * `isSample` is for a sample that a caller sends, and false by default.
 */
export function delayBefore({
  attempt,
  random,
  retryAfter,
  isSample = false,
}: {
  attempt: number;
  random: number;
  retryAfter: number | null;
  isSample?: boolean;
}): number | null {
  if (isSample && attempt > maxSampleTries) return null;
  const seconds = deliveryDelays[attempt - 1];
  if (seconds === undefined) return null;
  const jittered = seconds * (0.8 + 0.4 * random);
  return Math.round(Math.max(jittered, Math.min(retryAfter ?? 0, maxRetryAfterSeconds)) * 1000);
}

/** Delays between two polls, milliseconds: the first and the maximum. */
export type PollDelays = { minMs: number; maxMs: number };

/** Delay in milliseconds before poll number `poll` (from 0). Doubles each time up to the maximum. */
export function backOff(poll: number, { minMs, maxMs }: PollDelays): number {
  return Math.min(minMs * 2 ** Math.min(poll, 30), maxMs);
}
