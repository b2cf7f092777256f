import type { Database } from "#data/mongo.ts";
import type { NotedEntry } from "#schemas/idempotency.ts";
import type { JobRecord, RetrySkipReason, SkippedJob } from "#schemas/job.ts";
import { ApiError } from "./apiError.ts";
import type { Caller } from "./auth.ts";
import type { ApiPorts } from "./ports.ts";
import { findJobs } from "./reads/jobs.ts";
import { startRetry } from "./writes/retryJob.ts";

/** What came of a retry of many: the jobs that run again, and those that were looked at and passed over. */
export type RetriedMany = { jobs: JobRecord[]; skipped: SkippedJob[] };

/** Failed jobs looked at in one go, and at most. */
const pageSize = 100;
const maxExamined = 1_000;

/** Retries an account's newest failed jobs whose error is retryable, `limit` at most. The first one without credits ends it. */
export async function retryFailedJobs(ports: ApiPorts, caller: Caller, limit: number): Promise<RetriedMany> {
  const outcome: RetriedMany = { jobs: [], skipped: [] };
  let before: string | null = null;
  for (let seen = 0; seen < maxExamined; seen += pageSize) {
    const filter = { status: "failed" } as const;
    const failed: JobRecord[] = await findJobs(ports.database, caller.accountId, { filter, before, limit: pageSize });
    for (const job of failed) {
      if (outcome.jobs.length === limit) return outcome;
      const again = await retryOne(ports, job, caller);
      if (typeof again !== "string") outcome.jobs.push(again);
      else outcome.skipped.push({ id: job._id, reason: again });
      if (again === "insufficient_credits") return outcome;
    }
    before = failed.at(-1)?._id ?? null;
    if (failed.length < pageSize) break;
  }
  return outcome;
}

/**
 * What came of a retry of many that broke off, from the attempts that it began: those that run again. Null where none does, or the
 * one with which it broke off may yet.
 */
export async function findRetried(
  { jobs, outbox }: Database,
  begun: readonly NotedEntry[],
): Promise<RetriedMany | null> {
  const ids = begun.map(({ id }) => id);
  const waiting = await outbox.findOne({ _id: ids.at(-1) ?? "" });
  const found = await jobs.find({ _id: { $in: ids } }).toArray();
  const reached = begun.flatMap(({ id, attempt }) => found.filter((job) => job._id === id && job.attempts >= attempt));
  const isSettled = waiting === null || reached.at(-1)?._id === waiting._id;
  if (reached.length === 0 || !isSettled) return null;
  const retried = new Set(reached.map(({ _id }) => _id));
  const skipped = ids.filter((id) => !retried.has(id)).map((id): SkippedJob => ({ id, reason: "interrupted" }));
  return { jobs: reached, skipped };
}

/** The job as it runs again, or why it does not. */
async function retryOne(ports: ApiPorts, job: JobRecord, { plan }: Caller): Promise<JobRecord | RetrySkipReason> {
  if (job.error?.retryable !== true) return "not_retryable";
  if (job.expiresAt <= ports.now()) return "expired";
  try {
    return (await startRetry(ports, job, plan)).record;
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_failed") return "already_running";
    if (error instanceof ApiError && error.code === "insufficient_credits") return "insufficient_credits";
    throw error;
  }
}
