import type { JobRecord } from "#schemas/job.ts";
import { isDuplicateKey } from "./duplicateKey.ts";
import type { Database } from "./mongo.ts";

/** Writes the charge of a failed job's next attempt, whose credits are reserved in `period`; false where it was written before. */
export async function chargeRetry(
  { ledger }: Database,
  { _id, accountId, keyId, kind, price, attempts }: JobRecord,
  { period, at }: { period: string; at: Date },
): Promise<boolean> {
  if (price === 0) return true;
  try {
    const charge = { accountId, keyId, jobId: _id, operation: kind, credits: price, period, at };
    await ledger.insertOne({ _id: `charge:${_id}:${attempts + 1}`, ...charge });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

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
