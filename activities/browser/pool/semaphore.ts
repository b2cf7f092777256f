/** A counting semaphore. Waiters acquire it in first-in, first-out order. */
export type Semaphore = {
  /**
   * Resolves to an idempotent release function.
   * @throws the signal's reason when it aborts before.
   */
  acquire(signal: AbortSignal): Promise<() => void>;
  /** Number of current holders and of waiters. */
  counts(): { active: number; waiting: number };
};

/** Creates a semaphore with `size` permits. */
export function createSemaphore(size: number): Semaphore {
  const queue: Array<() => void> = [];
  let active = 0;

  function grant(): () => void {
    active += 1;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      active -= 1;
      queue.shift()?.();
    };
  }

  return {
    acquire(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (active < size) return Promise.resolve(grant());
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const onFree = () => {
        signal.removeEventListener("abort", onAbort);
        resolve(grant());
      };
      const onAbort = () => {
        queue.splice(queue.indexOf(onFree), 1);
        reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      queue.push(onFree);
      return promise;
    },
    counts: () => ({ active, waiting: queue.length }),
  };
}
