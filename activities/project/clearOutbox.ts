import type { Database } from "#data/mongo.ts";

/** Removes the outbox entries of acceptances whose workflows have been started. */
export async function clearOutbox(database: Database, { ids }: { ids: string[] }): Promise<void> {
  for (const _id of ids) await database.outbox.deleteOne({ _id });
}
