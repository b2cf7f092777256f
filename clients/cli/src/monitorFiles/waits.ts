import type { Capture } from "./entry.ts";

/** Longest wait that a step or `delay` takes, in seconds. */
export const maxWaitSeconds = 30;

/** Bounds of `timeout`, in seconds. Waits may take half of it. */
const timeouts = { standard: 30, max: 60 };

/** A `timeout` that leaves time for so many seconds of waiting, unless the usual one does. */
export function timeoutFor(seconds: number): Pick<Capture, "timeout"> {
  return seconds <= timeouts.standard / 2 ? {} : { timeout: Math.min(timeouts.max, Math.ceil(2 * seconds)) };
}
