import type { Capture } from "./entry.ts";

/** Longest wait that a step or `delay` takes, in seconds. */
export const maxWaitSeconds = 30;

/** Bounds of `timeout` and its default, in seconds. Waits may take half of it. */
export const timeouts = { min: 10, standard: 30, max: 60 };

/** Seconds of a wait as the API takes them; 0 for what is no number. */
export function waitOf(seconds: number): number {
  return seconds > 0 ? Math.min(maxWaitSeconds, seconds) : 0;
}

/** A `timeout` that leaves time for so many seconds of waiting, unless the usual one does. */
export function timeoutFor(seconds: number): Pick<Capture, "timeout"> {
  return seconds <= timeouts.standard / 2 ? {} : { timeout: Math.min(timeouts.max, Math.ceil(2 * seconds)) };
}
