import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds of work after which others have their turn. */
const turn = 10;

/**
 * Goes through a list of a stranger's length and lets whatever else the process has to do come in between: heartbeats, other crawls.
 * Rejects with the signal's reason once nobody waits for it any more.
 */
export async function* yieldingIterator<Item>(items: Iterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began > turn) {
      await nextTurn();
      began = performance.now();
    }
    signal.throwIfAborted();
    yield item;
  }
}
