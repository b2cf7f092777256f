import type { Database } from "#data/mongo.ts";
import type { NotedEntry } from "#schemas/idempotency.ts";
import type { JobRecord } from "#schemas/job.ts";
import { ApiError } from "./apiError.ts";
import type { Caller } from "./auth.ts";
import type { ApiPorts } from "./ports.ts";
import { listJobs } from "./reads/jobs.ts";
import { retryJob } from "./writes/retryJob.ts";

/** What came of a retry of many: the jobs that run again, and how many were looked at and passed over. */
export type RetriedMany = { jobs: JobRecord[]; skipped: number };

/** Failed jobs looked at in one go, and at most. */
const pageSize = 100;
const mostLookedAt = 1_000;

/** Retries an account's newest failed jobs whose error is retryable, `limit` at most; without credits none is left but counted. */
export async function retryFailed(ports: ApiPorts, caller: Caller, limit: number): Promise<RetriedMany> {
  const outcome: RetriedMany = { jobs: [], skipped: 0 };
  let before: string | null = null;
  for (let seen = 0; seen < mostLookedAt; seen += pageSize) {
    const filter = { status: "failed" } as const;
    const failed: JobRecord[] = await listJobs(ports.database, caller.accountId, { filter, before, limit: pageSize });
    for (const job of failed) {
      if (outcome.jobs.length === limit) return outcome;
      const mayGo = job.error?.retryable === true && job.expiresAt > ports.now();
      const again = mayGo ? await retryOne(ports, job, caller) : "passed_over";
      if (again === "no_credits") return { ...outcome, skipped: outcome.skipped + 1 };
      if (again === "passed_over") outcome.skipped += 1;
      else outcome.jobs.push(again);
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
  return reached.length > 0 && isSettled ? { jobs: reached, skipped: begun.length - reached.length } : null;
}

async function retryOne(
  ports: ApiPorts,
  job: JobRecord,
  { plan }: Caller,
): Promise<JobRecord | "passed_over" | "no_credits"> {
  try {
    return (await retryJob(ports, job, plan)).record;
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_failed") return "passed_over";
    if (error instanceof ApiError && error.code === "insufficient_credits") return "no_credits";
    throw error;
  }
}
