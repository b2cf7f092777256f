import { createTurns } from "#async/turns.ts";
import { ApiError } from "./errors.ts";

/**
 * The groups that work belongs to, from the widest to the single client. At each level the groups take turns. `maxWaiting`
 * bounds the waiting work of the single client. Running work does not count.
 */
export type Share = { path: readonly string[]; maxWaiting: number };

type Order = { share: Share; signal: AbortSignal };

/** Runs pieces of work, a few at once. Clients take turns, so the work of one never waits for all the work of another. */
export type WorkQueue = {
  /** @throws ApiError `unavailable` if too much of the client's work waits, or if the signal aborts during the wait. */
  run<Value>(work: () => Promise<Value>, order: Order): Promise<Value>;
};

type Waiter = PromiseWithResolvers<void>;

/** Creates a queue. `refusal` names the work that a client has too much of, and the remedy. */
export function createWorkQueue({ atOnce, refusal }: { atOnce: number; refusal: string }): WorkQueue {
  const turns = createTurns<Waiter>();
  let runningCount = 0;

  async function waitForSlot({ share: { path, maxWaiting }, signal }: Order): Promise<void> {
    if (turns.count(path) >= maxWaiting)
      throw new ApiError("unavailable", { message: `At most ${maxWaiting} ${refusal}` });
    const waiter = Promise.withResolvers<void>();
    const remove = turns.add(path, waiter);
    const leave = (): void => {
      remove();
      waiter.reject(new ApiError("unavailable"));
    };
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    await waiter.promise.finally(() => signal.removeEventListener("abort", leave));
  }

  /** Hands the place to the next, or frees it. */
  function passOn(): void {
    const next = turns.take();
    if (next === undefined) runningCount -= 1;
    else next.resolve();
  }

  return {
    async run(work, order) {
      // Work that waits gets the place of work that ends, so the number of running ones stays.
      if (runningCount >= atOnce) await waitForSlot(order);
      else runningCount += 1;
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}
