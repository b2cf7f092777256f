import { appendRefund, chargeOnce, periodOf } from "#data/credits.ts";
import { chargeOf, findRendered, type Identity, insertJobs, offerRendered, unfinished } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import type { JobOutcome, JobRecord, JobStage, RenderOutcome } from "#schemas/job.ts";
import { sharedOutcome } from "#workflows/rules/outcomes.ts";
import { creditPeriod } from "#workflows/rules/prices.ts";
import { toJobError } from "../failures.ts";

/**
 * How a job ended; `message` is null where the catalogue's sentence says it all. `tries` counts those of the activity that
 * failed, where that is known.
 */
export type JobEnd =
  | {
      status: "completed";
      outcome: JobOutcome;
      /** ISO instant at which the outputs go, where they are another job's; null where they are the job's own. */
      sharedUntil: string | null;
    }
  | { status: "failed"; code: string; message: string | null; tries?: number }
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
  // Before the record: a reader who sees the job as completed must find its render in the cache.
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

/**
 * Charges a job that a workflow is about to start and inserts its record; false where the account is short, and then
 * nothing is written. Doing it again for the same job changes nothing, so the workflow may retry it.
 */
export async function chargeJob(database: Database, record: JobRecord): Promise<boolean> {
  if ((await database.jobs.findOne({ _id: record._id })) !== null) return true;
  if (!(await chargeOnce(database, chargeOf(record, record)))) return false;
  await insertJobs(database, [record]);
  return true;
}

/** Removes the outbox entries of acceptances whose workflows have been started. */
export async function clearOutbox(database: Database, { ids }: { ids: string[] }): Promise<void> {
  for (const _id of ids) await database.outbox.deleteOne({ _id });
}

/** Whether a job has gone on to a later attempt, at the wish of its owner. */
export async function isSuperseded(
  { jobs }: Database,
  { jobId, attempt }: { jobId: string; attempt: number },
): Promise<boolean> {
  const job = await jobs.findOne({ _id: jobId });
  return job !== null && job.attempts > attempt;
}

/** Share of the work behind each stage, percent. */
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

/** What an attempt at a job is doing; an earlier attempt has nothing to say of a later one. */
type Report = { jobId: string; attempt: number; stage: JobStage };

/** Marks a job as taken up by a browser. Does nothing once the job has ended, so a late report can't reopen it. */
export async function markStarted(
  database: Database,
  { jobId, attempt, at, stage }: Report & { at: Date },
): Promise<void> {
  await database.jobs.updateOne(
    { _id: jobId, attempts: { $lte: attempt }, status: unfinished },
    { $set: { status: "in_progress", stage, progress: progressOf[stage], startedAt: at } },
  );
}

/** Shows what a running job is doing. */
export async function reportStage(database: Database, { jobId, attempt, stage }: Report): Promise<void> {
  await database.jobs.updateOne(
    { _id: jobId, attempts: { $lte: attempt }, status: "in_progress" },
    // Of two captures the one that is behind may report last.
    { $set: { stage }, $max: { progress: progressOf[stage] } },
  );
}

/** A job with `cache: true`. `acceptedAt` is an ISO instant. */
export type FindCachedRenderInput = Identity & { acceptedAt: string };

/** The outcome of an identical render, and the ISO instant at which its outputs are deleted. */
export type CachedRender = { outcome: RenderOutcome; expiresAt: string };

/**
 * Finds an identical render that completed within the last 24 hours; null where there is none. The API answers single renders
 * from the cache at acceptance. This serves schedules, crawls, and jobs whose outputs are to be stored.
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
