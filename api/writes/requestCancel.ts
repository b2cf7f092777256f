import type { Database } from "#data/mongo.ts";

/** Notes that a job is to be cancelled, so that it is even when its workflow can't be told now. */
export async function requestCancel(database: Database, jobId: string, at: Date): Promise<void> {
  await database.jobs.updateOne({ _id: jobId }, { $set: { cancelRequestedAt: at } });
}

/** Notes that a batch is to be cancelled. */
export async function requestBatchCancel(database: Database, batchId: string, at: Date): Promise<void> {
  await database.batches.updateOne({ _id: batchId }, { $set: { cancelRequestedAt: at } });
}
