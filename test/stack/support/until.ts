import { setTimeout as pause } from "node:timers/promises";

/** Waits until the condition gives something other than undefined or false; fails with `what` after the limit. */
export async function until<T>(
  what: string,
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  limitMs = 60_000,
): Promise<T> {
  for (const end = Date.now() + limitMs; Date.now() < end; await pause(25)) {
    const value = await condition();
    if (value !== undefined && value !== false) return value;
  }
  throw new Error(`${limitMs} ms are over and it has not come true: ${what}`);
}
