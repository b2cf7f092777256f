/** Lets a fixed number in at once, the others in the order they came. */
export type Semaphore = {
  /** Resolves to the function that gives the place back; rejects with the signal's reason when aborted before. */
  enter(signal: AbortSignal): Promise<() => void>;
  /** Those inside and those in the queue. */
  counts(): { active: number; waiting: number };
};

/** A semaphore of `size` places. */
export function createSemaphore(size: number): Semaphore {
  const queue: Array<() => void> = [];
  let active = 0;

  function leave(): void {
    active -= 1;
    queue.shift()?.();
  }

  function admit(): () => void {
    active += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      leave();
    };
  }

  return {
    enter(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (active < size) return Promise.resolve(admit());
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const onTurn = () => {
        signal.removeEventListener("abort", onAbort);
        resolve(admit());
      };
      const onAbort = () => {
        queue.splice(queue.indexOf(onTurn), 1);
        reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      queue.push(onTurn);
      return promise;
    },
    counts: () => ({ active, waiting: queue.length }),
  };
}
