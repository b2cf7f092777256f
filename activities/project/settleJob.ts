import type { JobOutcome, JobRecord } from "#schemas/job.ts";
import { appendRefund, periodOf } from "#data/credits.ts";
import type { Database } from "#data/mongo.ts";
import { offerRendered } from "#data/renderCache.ts";
import { creditPeriod } from "#workflows/rules/creditPeriod.ts";
import { toJobError } from "../failures.ts";
import { isSuperseded } from "./isSuperseded.ts";

/** How a job ended; `message` is null where the catalogue's sentence says it all. */
export type JobEnd =
  | {
      status: "completed";
      outcome: JobOutcome;
      /** ISO instant at which the outputs go, where they are another job's; null where they are the job's own. */
      sharedUntil: string | null;
    }
  | { status: "failed"; code: string; message: string | null }
  | { status: "cancelled" };

/** Whether the end was written, or the job has gone on to a later attempt, which it says nothing of. */
export type Settled = "settled" | "superseded";

export type SettleJobInput = { jobId: string; attempt: number; end: JobEnd; version: number; fingerprint: string };

/**
 * Writes the end of a job to its record, gives back the credits of one that rendered nothing, and offers what one has
 * rendered to identical jobs. Idempotent: the refund is keyed by job and attempt, and neither an older projection nor an
 * earlier attempt ever overwrites a newer one.
 */
export async function settleJob(database: Database, input: SettleJobInput): Promise<Settled> {
  const { jobId, attempt, end, version, fingerprint } = input;
  // It was refunded before there was a later one.
  if (await isSuperseded(database, { jobId, attempt })) return "superseded";
  const rendered = end.status === "completed" && end.sharedUntil === null;
  const refunded = rendered ? null : await refund(database, { jobId, attempt, version });
  // Before the record, so that whoever sees the job as completed finds its render too.
  if (rendered) await offerRendered(database, { fingerprint, jobId, at: new Date(version / 1000) });
  const { set, unset } = changesFor(end);
  await database.jobs.updateOne(
    { _id: jobId, attempts: { $lte: attempt }, version: { $lt: version } },
    {
      $set: {
        ...set,
        version,
        stage: "done",
        completedAt: new Date(version / 1000),
        ...(refunded !== null && { "credits.refunded": refunded }),
      },
      $unset: unset,
    },
  );
  return "settled";
}

type Changes = { set: Partial<JobRecord>; unset: { error?: ""; result?: "" } };

function changesFor(end: JobEnd): Changes {
  switch (end.status) {
    case "completed": {
      const { outcome, sharedUntil } = end;
      return {
        set: {
          status: "completed",
          progress: 100,
          startedAt: new Date(outcome.startedAt),
          result: outcome,
          cached: sharedUntil !== null,
          // Shared outputs go with the job that made them, so this one's record goes then too.
          ...(sharedUntil !== null && { expiresAt: new Date(sharedUntil) }),
        },
        unset: { error: "" },
      };
    }
    case "failed": {
      return {
        set: { status: "failed", error: toJobError(end.code, end.message) },
        unset: { result: "" },
      };
    }
    case "cancelled": {
      const error = toJobError("cancelled", null);
      return { set: { status: "cancelled", error }, unset: { result: "" } };
    }
  }
}

type Refund = { jobId: string; attempt: number; version: number };

/** Refunds one attempt once and returns what has been refunded of the job in all; null where a newer end is recorded. */
async function refund(database: Database, { jobId, attempt, version }: Refund): Promise<number | null> {
  const job = await database.jobs.findOne({ _id: jobId });
  if (job === null || job.version >= version) return null;
  if (job.price === 0) return 0;
  // A retry may be charged in a later month than the job was accepted in.
  const { accountId } = job;
  const period = await periodOf(database, { accountId, chargeId: `charge:${jobId}:${attempt}` });
  await appendRefund(database, {
    _id: `refund:${jobId}:${attempt}`,
    accountId,
    keyId: job.keyId,
    jobId,
    operation: job.kind,
    credits: -job.price,
    period: period ?? creditPeriod(job.createdAt),
    at: new Date(),
  });
  // Every attempt before this one was refunded too, or there would have been no further one.
  return job.price * attempt;
}
