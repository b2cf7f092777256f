import { unfinished } from "#data/jobs.ts";
import { withoutFields } from "#data/listFields.ts";
import type { Database } from "#data/mongo.ts";
import type { BatchRecord } from "#schemas/batch.ts";
import type { JobRecord } from "#schemas/job.ts";
import type { BatchJob } from "#rules/totals.ts";
import { ApiError } from "../http/errors.ts";

/**
 * A batch of an account.
 * @throws ApiError `not_found` for an unknown id and for another account's id.
 */
export async function readBatch({ batches }: Database, accountId: string, batchId: string): Promise<BatchRecord> {
  const record = await batches.findOne({ _id: batchId.toLowerCase() });
  if (record === null || record.accountId !== accountId) throw new ApiError("not_found");
  return record;
}

/** Fields of a batch that its reply does not show: the options, and all of its items but their number. */
const unlistedOfBatch = withoutFields<BatchRecord>()("spec", "webhook", "items.url");

/** An account's batches, newest first, from behind the id `before`. */
export function findBatches(
  { batches }: Database,
  accountId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<BatchRecord[]> {
  const query = { accountId, ...(before !== null && { _id: { $lt: before } }) };
  return batches.find(query, { projection: unlistedOfBatch }).sort({ _id: -1 }).limit(limit).toArray();
}

/** The fields of jobs that batches' figures and items need. Outputs and options are not read. */
const figures = {
  batchId: 1,
  url: 1,
  host: 1,
  status: 1,
  credits: 1,
  startedAt: 1,
  error: 1,
  "result.page.statusCode": 1,
  "result.page.title": 1,
  "result.timings": 1,
} as const;

/** The jobs of batches by batch, in the order of `urls`. */
export async function readBatchJobs(
  { jobs }: Database,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, BatchJob[]>> {
  const found = await jobs
    .find<Pick<JobRecord, "batchId"> & BatchJob>({ batchId: { $in: [...batchIds] } }, { projection: figures })
    .sort({ _id: 1 })
    .toArray();
  return Map.groupBy(found, ({ batchId = "" }) => batchId);
}

/** The complete records of a batch's jobs, in any order. */
export function readJobs({ jobs }: Database, batchId: string): Promise<JobRecord[]> {
  return jobs.find({ batchId }).toArray();
}

/** Retried jobs of a batch that have not ended. */
export function readRetried({ jobs }: Database, batchId: string): Promise<JobRecord[]> {
  return jobs.find({ batchId, status: unfinished, attempts: { $gt: 1 } }).toArray();
}
