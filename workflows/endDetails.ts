// What operators read in Temporal of a workflow that has ended (`setCurrentDetails`). No address and no secret stands in it.

import type { JobEnd } from "#activities/projections/jobs.ts";
import type { RunEnd } from "#activities/projections/runs.ts";
import type { stopReasons } from "#schemas/crawl.ts";
import type { JobOutcome } from "#schemas/job.ts";

/** How a job ended; `price` is what it was charged. */
export function describeJobEnd(end: JobEnd, price: number): string {
  const refunded = price > 0 ? ", refunded" : "";
  switch (end.status) {
    case "completed":
      return end.sharedUntil === null
        ? `completed: ${describeOutcome(end.outcome)}`
        : `completed: shows the outputs of an identical render${refunded}`;
    case "failed":
      return describeFailure(end, refunded);
    case "cancelled":
      return `cancelled${refunded}`;
  }
}

/** How a monitor's run ended; a run that fails or that its monitor is deleted before is refunded. */
export function describeRunEnd(end: RunEnd): string {
  if (end.status === "failed") return describeFailure(end, ", refunded");
  const { findings } = end;
  if (findings === null) return "completed: compared with nothing, the new baseline";
  const share = `${(100 * findings.differenceRatio).toFixed(2)} % differ`;
  if (findings.transient) return `completed: a change that was gone in the second capture, ${share}`;
  if (findings.unconfirmed) return `completed: a change that the second capture could not confirm, ${share}`;
  return `completed: ${findings.changed ? "changed" : "not changed"}, ${share}`;
}

/** A copy of `stopReasons`: workflows import schemas as types only, and the type keeps both equal. */
const crawlStatuses = {
  no_more_pages: "completed",
  max_pages: "completed",
  max_duration: "completed",
  cancelled: "cancelled",
  out_of_credits: "out_of_credits",
  start_page_failed: "failed",
  robots_disallowed: "failed",
  robots_unreachable: "failed",
  terminated: "failed",
  internal_error: "failed",
} as const satisfies typeof stopReasons;

/** How a crawl ended. */
export function describeCrawlEnd(reason: keyof typeof crawlStatuses): string {
  const status = crawlStatuses[reason];
  return status === reason ? status : `${status}: ${reason}`;
}

/** A number of things in words. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

type Failure = { code: string; message: string | null; tries?: number };

function describeFailure({ code, message, tries }: Failure, refunded: string): string {
  const after = tries === undefined ? "" : ` after ${tries === 1 ? "1 try" : `${tries} tries`}`;
  return `failed: ${code}${after}${refunded}${message === null ? "" : `. ${message}`}`;
}

function describeOutcome(outcome: JobOutcome): string {
  if (outcome.comparison !== undefined) return outcome.comparison.changed ? "changed" : "not changed";
  const names = outcome.outputs.map(({ name }) => name);
  return `the page answered ${outcome.page.statusCode}, stored ${names.length === 0 ? "nothing" : names.join(", ")}`;
}
