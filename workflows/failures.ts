import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  TimeoutFailure,
} from "@temporalio/workflow";
import type { JobEnd } from "#activities/projections/jobs.ts";

/** How a job ended, from what its work threw: cancelled, or failed with the code the activity gave. */
export function toJobEnd(error: unknown): JobEnd {
  // Of an activity that was to be cancelled a worker that dies leaves no more than that it timed out.
  if (isCancellation(error) || CancellationScope.current().consideredCancelled) return { status: "cancelled" };
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure && cause.type) {
    const [tries] = cause.details ?? [];
    const end = { status: "failed", code: cause.type, message: cause.message } as const;
    return typeof tries === "number" ? { ...end, tries } : end;
  }
  const message = cause instanceof TimeoutFailure ? "The worker stopped answering while it worked on the job." : null;
  return { status: "failed", code: "internal_error", message };
}
