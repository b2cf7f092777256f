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

/** Groups in the order of their next turn. The innermost map has the places of one client in the order of arrival. */
type Turns = Map<string, Turns | Waiter>;

/** Creates a queue. `refusal` names the work that a client has too much of, and the remedy. */
export function createWorkQueue({ atOnce, refusal }: { atOnce: number; refusal: string }): WorkQueue {
  const turns: Turns = new Map();
  let running = 0;
  let arrivals = 0;

  async function waitForSlot({ share: { path, maxWaiting }, signal }: Order): Promise<void> {
    if (countAt(turns, path) >= maxWaiting)
      throw new ApiError("unavailable", { message: `At most ${maxWaiting} ${refusal}` });
    const waiter = Promise.withResolvers<void>();
    const ticket = [...path, String(arrivals++)];
    const leave = (): void => {
      remove(turns, ticket);
      waiter.reject(new ApiError("unavailable"));
    };
    add(turns, ticket, waiter);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    await waiter.promise.finally(() => signal.removeEventListener("abort", leave));
  }

  /** Hands the place to the next, or frees it. */
  function passOn(): void {
    const next = takeNext(turns);
    if (next === undefined) running -= 1;
    else next.resolve();
  }

  return {
    async run(work, order) {
      // Work that waits gets the place of work that ends, so the number of running ones stays.
      if (running >= atOnce) await waitForSlot(order);
      else running += 1;
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}

function countAt(turns: Turns, path: readonly string[]): number {
  const [name, ...rest] = path;
  if (name === undefined) return turns.size;
  const group = turns.get(name);
  return group instanceof Map ? countAt(group, rest) : 0;
}

function add(turns: Turns, [name = "", ...rest]: readonly string[], waiter: Waiter): void {
  if (rest.length === 0) {
    turns.set(name, waiter);
    return;
  }
  const known = turns.get(name);
  const group = known instanceof Map ? known : new Map();
  turns.set(name, group);
  add(group, rest, waiter);
}

function remove(turns: Turns, [name = "", ...rest]: readonly string[]): void {
  const group = turns.get(name);
  if (group instanceof Map) remove(group, rest);
  if (!(group instanceof Map) || group.size === 0) turns.delete(name);
}

/** The place with the next turn. Its groups go to the end of their lines. */
function takeNext(turns: Turns): Waiter | undefined {
  const [first] = turns;
  if (first === undefined) return undefined;
  const [name, group] = first;
  turns.delete(name);
  if (!(group instanceof Map)) return group;
  const waiter = takeNext(group);
  if (group.size > 0) turns.set(name, group);
  return waiter;
}
