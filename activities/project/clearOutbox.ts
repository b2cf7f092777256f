import type { Database } from "#data/mongo.ts";

/** Removes the outbox entries of jobs whose workflows have been started. */
export async function clearOutbox(database: Database, { jobIds }: { jobIds: string[] }): Promise<void> {
  for (const _id of jobIds) await database.outbox.deleteOne({ _id });
}
