import { appendRefund, chargeOnce, periodOf } from "#data/credits.ts";
import { chargeOf, findRendered, type Identity, insertJobs, offerRendered, unfinished } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import type { JobOutcome, JobRecord, JobStage, RenderOutcome } from "#schemas/job.ts";
import type { StoredPicture } from "#schemas/outputs.ts";
import { sharedOutcome } from "#rules/outcomes.ts";
import { creditPeriod } from "#rules/prices.ts";
import { toJobError } from "../failures.ts";

/** Why a job or a run failed. `picture` is of the page at that moment. */
export type FailedEnd = {
  status: "failed";
  code: string;
  message: string | null;
  tries?: number;
  evidence?: string[];
  retryable?: boolean;
  picture?: StoredPicture;
};

/** The end of a job. A `message` of null stands for the catalogue's sentence. `tries` counts the failed activity's tries. */
export type JobEnd =
  | {
      status: "completed";
      outcome: JobOutcome;
      /** ISO instant at which another job's outputs are removed; null if the outputs are the job's own. */
      sharedUntil: string | null;
    }
  | FailedEnd
  | { status: "cancelled" };

/** `superseded` if the job has gone on to a later attempt, so that nothing was written. */
export type Settled = "settled" | "superseded";

export type SettleJobInput = { jobId: string; attempt: number; end: JobEnd; version: number; fingerprint: string };

/**
 * Writes the end of a job to its record. Refunds a job that rendered nothing, and offers a render to identical jobs.
 * Idempotent: the refund's id has job and attempt, and the record changes only from an older version and no later attempt.
 */
export async function settleJob(database: Database, input: SettleJobInput): Promise<Settled> {
  const { jobId, attempt, end, version, fingerprint } = input;
  // The attempt was refunded before the later one began.
  if (await isSuperseded(database, { jobId, attempt })) return "superseded";
  const rendered = end.status === "completed" && end.sharedUntil === null;
  const refundedCredits = rendered ? null : await refund(database, { jobId, attempt, version });
  // First, because a client that sees the completed job must find its render in the cache.
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
        ...(refundedCredits !== null && { "credits.refunded": refundedCredits }),
      },
      $unset: unset,
    },
  );
  return "settled";
}

type Changes = { set: Partial<JobRecord>; unset: { error?: ""; failurePicture?: ""; result?: "" } };

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
          // Shared outputs are removed with the job that made them, so this record expires at the same time.
          ...(sharedUntil !== null && { expiresAt: new Date(sharedUntil) }),
        },
        unset: { error: "", failurePicture: "" },
      };
    }
    case "failed": {
      return {
        set: { status: "failed", ...failureOf(end) },
        unset: { result: "" },
      };
    }
    case "cancelled": {
      const error = toJobError("cancelled", null);
      return { set: { status: "cancelled", error }, unset: { result: "" } };
    }
  }
}

/** The fields of a failure in the record of a job or a run. */
export function failureOf({ code, message, evidence, picture }: FailedEnd) {
  return { error: toJobError(code, message, evidence), ...(picture !== undefined && { failurePicture: picture }) };
}

type Refund = { jobId: string; attempt: number; version: number };

/** Refunds one attempt, once. Returns the refunded credits of all attempts; null if a newer end is recorded. */
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
  // All earlier attempts were refunded too, as only failed jobs can be retried.
  return job.price * attempt;
}

/**
 * Charges a job and inserts its record. Returns false and writes nothing if the account has too few credits. Idempotent per job,
 * so a workflow may retry it.
 */
export async function chargeJob(database: Database, record: JobRecord): Promise<boolean> {
  if ((await database.jobs.findOne({ _id: record._id })) !== null) return true;
  if (!(await chargeOnce(database, chargeOf(record, record)))) return false;
  await insertJobs(database, [record]);
  return true;
}

/** Removes the outbox entries of work that has started. */
export async function clearOutbox(database: Database, { ids }: { ids: string[] }): Promise<void> {
  for (const _id of ids) await database.outbox.deleteOne({ _id });
}

/** Whether the caller has retried a job, so that it has a later attempt. */
export async function isSuperseded(
  { jobs }: Database,
  { jobId, attempt }: { jobId: string; attempt: number },
): Promise<boolean> {
  const job = await jobs.findOne({ _id: jobId });
  return job !== null && job.attempts > attempt;
}

/** The progress at the beginning of each stage, percent. */
const progressOf: Record<JobStage, number> = {
  waiting: 0,
  navigating: 10,
  capturing: 50,
  extracting: 70,
  uploading: 85,
  comparing: 90,
  storing: 95,
  done: 100,
};

/** The stage of an attempt. A report of an earlier attempt changes nothing. */
type Report = { jobId: string; attempt: number; stage: JobStage };

/** Marks a job as in progress. It does nothing after the end of the job, so a late report cannot reopen it. */
export async function markStarted(
  database: Database,
  { jobId, attempt, at, stage }: Report & { at: Date },
): Promise<void> {
  await database.jobs.updateOne(
    { _id: jobId, attempts: { $lte: attempt }, status: unfinished },
    { $set: { status: "in_progress", stage, progress: progressOf[stage], startedAt: at } },
  );
}

/** Writes the stage of a running job. */
export async function reportStage(database: Database, { jobId, attempt, stage }: Report): Promise<void> {
  await database.jobs.updateOne(
    { _id: jobId, attempts: { $lte: attempt }, status: "in_progress" },
    // A comparison has two captures, and the slower one may report last.
    { $set: { stage }, $max: { progress: progressOf[stage] } },
  );
}

/** A job with `cache: true`. `acceptedAt` is an ISO instant. */
export type FindCachedRenderInput = Identity & { acceptedAt: string; maxAgeSeconds?: number };

/** The outcome of an identical render, and the ISO instant at which its outputs are removed. */
export type CachedRender = { outcome: RenderOutcome; expiresAt: string };

/**
 * Finds an identical render that is not older than asked; null if there is none. The API checks the cache for single renders.
 * This check is for schedules, crawls, and jobs that store their outputs.
 */
export async function findCachedRender(
  database: Database,
  { acceptedAt, ...identity }: FindCachedRenderInput,
): Promise<CachedRender | null> {
  const now = new Date();
  const rendered = await findRendered(database, identity, now);
  if (rendered === null) return null;
  const outcome = sharedOutcome(rendered.result, { acceptedAt: new Date(acceptedAt), now });
  return { outcome, expiresAt: rendered.expiresAt.toISOString() };
}
