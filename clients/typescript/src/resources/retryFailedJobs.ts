import { ApiError } from "../errors.ts";
import type { Operations } from "../generated/operations.ts";
import type { JobReference } from "../generated/shapes.ts";
import type { CallOptions } from "../transport.ts";

/** The batch or crawl of the jobs. */
type Group = { batchId: string } | { crawlId: string };

/** Jobs on one page of the list. */
const pageSize = 100;
/** Retries of each call. A group can have more jobs than a key may send calls in a second. */
const maxRetries = 5;

/**
 * Retries the failed jobs of a group, one after another. Returns those that run again.
 * @throws ApiError of the first job that the API refuses, such as `insufficient_credits`; earlier jobs run again.
 */
export async function retryFailedJobs(
  operations: Operations,
  group: Group,
  options: CallOptions = {},
): Promise<JobReference[]> {
  const { idempotencyKey: _oneKeyFitsOneJob, ...rest } = options;
  const call = { maxRetries, ...rest };
  const retried: JobReference[] = [];
  for (const id of await failedIds(operations, group, call)) {
    const reference = await retryUnlessRetried(operations, id, call);
    if (reference !== null) retried.push(reference);
  }
  return retried;
}

/** All ids first, because a retried job leaves the list that the cursor is for. */
async function failedIds(operations: Operations, group: Group, call: CallOptions): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query = { ...group, status: "failed" as const, limit: pageSize, ...(cursor !== null && { cursor }) };
    const page: Awaited<ReturnType<Operations["listJobs"]>> = await operations.listJobs(query, call);
    ids.push(...page.jobs.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

/** Null if another call retried the job first. */
async function retryUnlessRetried(operations: Operations, id: string, call: CallOptions): Promise<JobReference | null> {
  try {
    return await operations.retryJob(id, call);
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_failed") return null;
    throw error;
  }
}
