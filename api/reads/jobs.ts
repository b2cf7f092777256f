import type { Filter } from "mongodb";
import type { Database } from "#data/mongo.ts";
import type { JobKind, JobRecord, JobStatus } from "#schemas/job.ts";
import { ApiError } from "../apiError.ts";

/** A job of an account; rejects with `not_found` for an unknown or foreign id alike. */
export async function readJob(database: Database, accountId: string, jobId: string): Promise<JobRecord> {
  const record = await readAnyJob(database, jobId);
  if (record.accountId !== accountId) throw new ApiError("not_found");
  return record;
}

/** A job whoever it belongs to, for signed addresses; by id alone, which every MongoDB finds fastest. */
export async function readAnyJob(database: Database, jobId: string): Promise<JobRecord> {
  const record = await database.jobs.findOne({ _id: jobId.toLowerCase() });
  if (record === null) throw new ApiError("not_found");
  return record;
}

/** Whether a job has ended. */
export function isTerminal({ status }: Pick<JobRecord, "status">): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** Which jobs to list. */
export type JobFilter = {
  status?: JobStatus | undefined;
  kind?: JobKind | undefined;
  batchId?: string | undefined;
  scheduleId?: string | undefined;
  crawlId?: string | undefined;
};

/** An account's jobs, newest first, those older than `before` where given. Ids sort by time, so a page stays the same under inserts. */
export function findJobs(
  database: Database,
  accountId: string,
  { filter, before, limit }: { filter: JobFilter; before: string | null; limit: number },
): Promise<JobRecord[]> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const query: Filter<JobRecord> = {
    accountId,
    ...Object.fromEntries(given),
    ...(before !== null && { _id: { $lt: before } }),
  };
  return database.jobs.find(query).sort({ _id: -1 }).limit(limit).toArray();
}
