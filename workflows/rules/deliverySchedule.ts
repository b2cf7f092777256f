/** Seconds before each try, as Standard Webhooks and Svix space them. */
const deliveryDelays = [0, 5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600] as const;

/**
 * Milliseconds to wait before try `attempt` (1 is the first); null when there are no more.
 * Jitter of a fifth either way keeps receivers that come back from being hit by everyone at once; `retryAfter` (seconds) is never undercut.
 */
export function delayBefore({
  attempt,
  random,
  retryAfter,
}: {
  attempt: number;
  random: number;
  retryAfter: number | null;
}): number | null {
  const seconds = deliveryDelays[attempt - 1];
  if (seconds === undefined) return null;
  const jittered = seconds * (0.8 + 0.4 * random);
  return Math.round(Math.max(jittered, Math.min(retryAfter ?? 0, 86_400)) * 1000);
}

/** Milliseconds between two questions: the first time, and at most. */
export type Waits = { first: number; longest: number };

/** Delay in milliseconds before poll number `turn` (from 0). Doubles each time up to the longest. */
export function backOff(turn: number, { first, longest }: Waits): number {
  return Math.min(first * 2 ** Math.min(turn, 30), longest);
}
