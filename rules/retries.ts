/** A further try of a failed run: its instant, and how many tries of the failed run there were with it. Milliseconds. */
export type PendingRetry = { at: number; tries: number };

/** A failed run that may be tried again. Instants and durations are milliseconds. */
export type FailedRun = {
  /** Whether its failure may pass by itself. */
  retryable: boolean;
  /** Tries after the first run of this failure. */
  tries: number;
  now: number;
  /** The next due run; null if none follows. */
  due: number | null;
  /** Deadline of a capture. */
  timeout: number;
  /** Whether its outage was told already, so that nothing depends on a further try. */
  isTold: boolean;
};

/** The next try of a failed run; null if its failure counts now. A try ends before the next due run begins. */
export function nextRetry(delays: readonly number[], run: FailedRun): PendingRetry | null {
  const { retryable, tries, now, due, timeout, isTold } = run;
  const delay = delays[tries];
  if (delay === undefined || !retryable || isTold || due === null) return null;
  const at = now + delay;
  return at + timeout <= due ? { at, tries: tries + 1 } : null;
}

/** A pending try at a plan that was made at `now`. A monitor that is paused, or whose next run comes first, gives it up. */
export function keepRetry(
  retry: PendingRetry | null,
  { now, due }: { now: number; due: number | null },
): PendingRetry | null {
  if (retry === null || due === null) return null;
  return due <= Math.max(now, retry.at) ? null : retry;
}
