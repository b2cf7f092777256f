import { useSyncExternalStore } from "react";

/** Milliseconds between updates of relative times. All of them share one timer. */
const tickMs = 15_000;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  // The time stood still while nothing showed it. React reads it once more after the subscription.
  if (listeners.size === 0) now = Date.now();
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const notify of listeners) notify();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time in milliseconds. It changes every 15 s. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
