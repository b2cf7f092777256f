import { ApiError } from "../http/errors.ts";

/** Runs pieces of work in the order of their arrival, a few at once. */
export type WorkQueue = {
  /** @throws ApiError `unavailable` if too many wait already, or if the signal aborts during the wait. */
  run<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value>;
};

/** Creates a queue. `maxWaiting` does not count the work that runs. */
export function createWorkQueue({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): WorkQueue {
  const waiting = new Set<() => void>();
  let running = 0;

  async function waitForPlace(signal: AbortSignal): Promise<void> {
    if (waiting.size >= maxWaiting) throw new ApiError("unavailable", { message: "Too many pictures are being made." });
    const place = Promise.withResolvers<void>();
    const leave = (): void => {
      waiting.delete(place.resolve);
      place.reject(new ApiError("unavailable"));
    };
    waiting.add(place.resolve);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    await place.promise.finally(() => signal.removeEventListener("abort", leave));
  }

  /** Hands the place to the next, or frees it. */
  function passOn(): void {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return {
    async run(work, signal) {
      // Work that waits gets the place of work that ends, so the number of running ones stays.
      if (running >= atOnce) await waitForPlace(signal);
      else running += 1;
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}
