import type { JobRecord } from "#schemas/job.ts";
import type { Database } from "./mongo.ts";

/** Makes a failed job, whose next attempt is charged, a queued one again; null where it is none any more. */
export function reopenJob({ jobs }: Database, { _id, attempts, price }: JobRecord): Promise<JobRecord | null> {
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
      },
      $inc: { "credits.charged": price },
      $unset: { error: "" },
    },
    { returnDocument: "after" },
  );
}
