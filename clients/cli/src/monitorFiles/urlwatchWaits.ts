import type { Capture } from "./entry.ts";
import { textOf, textsOf } from "./values.ts";
import { maxWaitSeconds, timeoutFor, timeouts, waitOf } from "./waits.ts";

/**
 * How a job waits and what it accepts: its timeout, user agent, script and statuses, and the waits of jobs in a browser, which
 * only webchanges has.
 */
export function readWaiting(job: Record<string, unknown>): { capture: Capture; warnings: string[] } {
  const seconds = Number(job["timeout"] ?? 0) || 0;
  const asked = Number(job["wait_for_timeout"] ?? 0) || 0;
  const delay = waitOf(asked);
  const [waitForSelector] = textsOf(job["wait_for_selector"]);
  const [userAgent] = textsOf(job["useragent"] ?? job["user_agent"]);
  const [script] = textsOf(job["initialization_js"]);
  const codes = textsOf(job["ignore_http_error_codes"] ?? textOf(job["ignore_http_error_codes"]));
  const statuses = codes.flatMap((text) => text.split(",")).map((code) => code.trim().toLowerCase());
  const ranges = statuses.map(rangeOf).filter((range) => range !== null);
  return {
    capture: {
      ...(seconds > 0 && { timeout: Math.min(timeouts.max, Math.max(timeouts.min, Math.round(seconds))) }),
      ...(delay > 0 && { delay, ...timeoutFor(delay) }),
      ...(waitForSelector !== undefined && { waitForSelector }),
      ...(userAgent !== undefined && { userAgent }),
      ...(script !== undefined && { script }),
      ...(ranges.length > 0 && { okStatus: ["200-399", ...ranges] }),
    },
    warnings: [
      ...(seconds > 0 && (seconds < timeouts.min || seconds > timeouts.max)
        ? [`timeout: ${seconds} s are moved into ${timeouts.min} to ${timeouts.max}.`]
        : []),
      ...(asked > maxWaitSeconds ? [`wait_for_timeout: ${asked} s are cut to ${maxWaitSeconds}.`] : []),
      ...statuses.flatMap((code) => (rangeOf(code) === null ? [`ignore_http_error_codes: ${code} is no status.`] : [])),
    ],
  };
}

/** A status such as `404`, or all of a kind such as `4xx`. */
function rangeOf(code: string): string | number | null {
  const [, kind] = /^([1-5])xx$/u.exec(code) ?? [];
  if (kind !== undefined) return `${kind}00-${kind}99`;
  return /^[1-5]\d\d$/u.test(code) ? Number(code) : null;
}
