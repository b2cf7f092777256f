/** Limits of a wait. A limit that is not given does not apply. */
export type WaitLimits = {
  /** Ends the wait with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds after which the wait ends with `timeoutError()`. */
  ms?: number;
  /** Default: an Error that names the milliseconds. */
  timeoutError?: () => Error;
};

/**
 * Settles as `work` does, unless the signal aborts or the time is up first. The work itself goes on; its late result or
 * failure is dropped. An aborted signal wins over work that has settled. The timer keeps no process alive.
 * @throws The signal's reason, or `timeoutError()`.
 */
export async function raceAbort<Value>(
  work: Promise<Value>,
  { signal, ms, timeoutError = () => new Error(`No result within ${ms} ms.`) }: WaitLimits,
): Promise<Value> {
  const limit = Promise.withResolvers<never>();
  const onAbort = () => limit.reject(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  const timer = ms === undefined ? undefined : setTimeout(() => limit.reject(timeoutError()), ms).unref();
  try {
    return await Promise.race([limit.promise, work]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
