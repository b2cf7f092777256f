import type { Database } from "#data/mongo.ts";

/** Notes that the workflows of these jobs have been started. */
export async function markDispatched(database: Database, { jobIds }: { jobIds: string[] }): Promise<void> {
  await database.jobs.updateMany({ _id: { $in: jobIds } }, { $set: { dispatchedAt: new Date() } });
}
