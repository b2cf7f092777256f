/** Milliseconds between two steps. */
const stepMs = 10;

/**
 * Waits for `work` and measures it by a timer of this process. A stretch in which the process gets no processor counts as
 * one step of 10 ms, so other programs on the machine do not count.
 */
export async function withOwnTime<Value>(work: Promise<Value>): Promise<[value: Value, ownMs: number]> {
  let steps = 0;
  const timer = setInterval(() => (steps += 1), stepMs);
  try {
    return [await work, steps * stepMs];
  } finally {
    clearInterval(timer);
  }
}
