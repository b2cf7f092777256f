import type { Database } from "#data/mongo.ts";

/** Notes that a job is to be cancelled, so that it is even when its workflow can't be told now. */
export async function requestCancel(database: Database, jobId: string, at: Date): Promise<void> {
  await database.jobs.updateOne({ _id: jobId }, { $set: { cancelRequestedAt: at } });
}
