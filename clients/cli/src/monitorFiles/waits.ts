import type { Capture } from "./entry.ts";

/** Longest wait that a step or `delay` takes, in seconds. */
export const maxWaitSeconds = 30;

/** Bounds of `timeout` and its default, in seconds. Waits may take half of it. */
export const timeouts = { min: 10, standard: 30, max: 60 };

/** Seconds of a wait as the API takes them; 0 for what is no number. */
export function waitOf(seconds: number): number {
  return seconds > 0 ? Math.min(maxWaitSeconds, seconds) : 0;
}

/** A `timeout` of the asked seconds, or more if `waits` seconds of waiting need it. Nothing if the usual one does. */
export function timeoutFor(waits: number, asked = 0): Pick<Capture, "timeout"> {
  const least = Math.max(asked, 2 * waits);
  if (asked <= 0 && least <= timeouts.standard) return {};
  return { timeout: Math.min(timeouts.max, Math.max(timeouts.min, Math.ceil(least))) };
}
