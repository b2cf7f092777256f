import type { Capture } from "./entry.ts";
import { textOf, textsOf } from "./values.ts";
import { maxWaitSeconds, timeoutFor, timeouts, waitOf } from "./waits.ts";

/**
 * How a job waits and what it accepts: its timeout, user agent, script and statuses, and the waits of jobs in a browser, which
 * only webchanges has.
 */
export function readWaiting(job: Record<string, unknown>): { capture: Capture; warnings: string[] } {
  const seconds = Number(job["timeout"] ?? 0) || 0;
  const askedSeconds = Number(job["wait_for_timeout"] ?? 0) || 0;
  const delay = waitOf(askedSeconds);
  const timeout = timeoutFor(delay, seconds);
  const [waitForSelector] = textsOf(job["wait_for_selector"]);
  const [userAgent] = textsOf(job["useragent"] ?? job["user_agent"]);
  const [script] = textsOf(job["initialization_js"]);
  const codes = textsOf(job["ignore_http_error_codes"] ?? textOf(job["ignore_http_error_codes"]));
  const statuses = codes.flatMap((text) => text.split(",")).map((code) => code.trim().toLowerCase());
  const ranges = statuses.map(rangeOf).filter((range) => range !== null);
  return {
    capture: {
      ...(delay > 0 && { delay }),
      ...timeout,
      ...(waitForSelector !== undefined && { waitForSelector }),
      ...(userAgent !== undefined && { userAgent }),
      ...(script !== undefined && { script }),
      ...(ranges.length > 0 && { okStatus: ["200-399", ...ranges] }),
    },
    warnings: [
      ...movedTimeout(seconds, timeout.timeout),
      ...(askedSeconds > maxWaitSeconds ? [`wait_for_timeout: ${askedSeconds} s are cut to ${maxWaitSeconds}.`] : []),
      ...statuses.flatMap((code) => (rangeOf(code) === null ? [`ignore_http_error_codes: ${code} is no status.`] : [])),
    ],
  };
}

/** A sentence for a timeout that the API does not take as it is. */
function movedTimeout(seconds: number, timeout = seconds): string[] {
  if (Math.ceil(seconds) === timeout || seconds <= 0) return [];
  const isMoved = seconds < timeouts.min || seconds > timeouts.max;
  const reason = isMoved ? `as it takes ${timeouts.min} to ${timeouts.max}` : "to leave time for the wait";
  return [`timeout: ${seconds} s are changed to ${timeout}, ${reason}.`];
}

/** A status such as `404`, or all of a kind such as `4xx`. */
function rangeOf(code: string): string | number | null {
  const [, kind] = /^([1-5])xx$/u.exec(code) ?? [];
  if (kind !== undefined) return `${kind}00-${kind}99`;
  return /^[1-5]\d\d$/u.test(code) ? Number(code) : null;
}
