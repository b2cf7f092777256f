import type { JobRecord } from "#schemas/job.ts";
import { expiryOf } from "./jobs.ts";
import type { Database } from "./mongo.ts";

/**
 * Makes a failed job, whose next attempt was accepted and charged at `at`, a queued one again, kept as long as a new one;
 * null where it is none any more.
 */
export function reopenJob(
  { jobs }: Database,
  { _id, attempts, price }: JobRecord,
  at: Date,
): Promise<JobRecord | null> {
  return jobs.findOneAndUpdate(
    { _id, status: "failed", attempts },
    {
      $set: {
        status: "queued",
        stage: "waiting",
        progress: 0,
        attempts: attempts + 1,
        startedAt: null,
        completedAt: null,
        cancelRequestedAt: null,
        expiresAt: expiryOf(at),
      },
      $inc: { "credits.charged": price },
      $unset: { error: "" },
    },
    { returnDocument: "after" },
  );
}
