import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  TimeoutFailure,
} from "@temporalio/workflow";
import type { JobEnd } from "#activities/projections/jobs.ts";
import type { RunEnd } from "#activities/projections/runs.ts";
import { hasFigures } from "#rules/pictureFigures.ts";
import type { stopReasons } from "#schemas/crawl.ts";
import type { JobOutcome } from "#schemas/job.ts";
import type { StoredPicture } from "#schemas/outputs.ts";

/** The end of a job after an error of its work: cancelled, or failed with the code of the activity's failure. */
export function toJobEnd(error: unknown): JobEnd {
  // A cancelled activity only times out if its worker dies, so the scope is checked too.
  if (isCancellation(error) || CancellationScope.current().consideredCancelled) return { status: "cancelled" };
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure && cause.type) {
    const [tries, evidence, retryable, picture] = cause.details ?? [];
    const end = { status: "failed", code: cause.type, message: cause.message } as const;
    return {
      ...end,
      ...(typeof tries === "number" && { tries }),
      ...(isEvidence(evidence) && { evidence }),
      ...(typeof retryable === "boolean" && { retryable }),
      ...(isPicture(picture) && { picture }),
    };
  }
  const message =
    cause instanceof TimeoutFailure ? "The workers stopped answering while they worked on the job." : null;
  // A worker's own failure may pass.
  return { status: "failed", code: "internal_error", message, retryable: true };
}

// The texts below are the details of ended workflows in Temporal's UI (`setCurrentDetails`). They hold no address or secret.

function isEvidence(detail: unknown): detail is string[] {
  return Array.isArray(detail) && detail.length > 0 && detail.every((sign) => typeof sign === "string");
}

function isPicture(detail: unknown): detail is StoredPicture {
  return typeof detail === "object" && detail !== null && "key" in detail && "sha256" in detail;
}

/** The end of a job. `price` is its charge in credits. */
export function describeJobEnd(end: JobEnd, price: number): string {
  const refundNote = price > 0 ? ", refunded" : "";
  switch (end.status) {
    case "completed":
      return end.sharedUntil === null
        ? `completed: ${describeOutcome(end.outcome)}`
        : `completed: shows the outputs of an identical render${refundNote}`;
    case "failed":
      return describeFailure(end, refundNote);
    case "cancelled":
      return `cancelled${refundNote}`;
  }
}

/** The end of a monitor's run. A failed run is refunded. */
export function describeRunEnd(end: RunEnd): string {
  if (end.status === "failed") return describeFailure(end, ", refunded");
  const { findings } = end;
  if (findings === null) return "completed: compared with nothing, the new baseline";
  const share = hasFigures(findings) ? `, ${(100 * findings.differenceRatio).toFixed(2)} % differ` : "";
  if (findings.transient) return `completed: a change that was gone in the second capture${share}`;
  if (findings.unconfirmed) return `completed: a change that the second capture could not confirm${share}`;
  return `completed: ${findings.changed ? "changed" : "not changed"}${share}`;
}

/** A copy of `stopReasons`, because workflows import schemas as types only. The type keeps both equal. */
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

/** The end of a crawl. */
export function describeCrawlEnd(reason: keyof typeof crawlStatuses): string {
  const status = crawlStatuses[reason];
  return status === reason ? status : `${status}: ${reason}`;
}

/** A count with its noun in singular or plural. */
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
