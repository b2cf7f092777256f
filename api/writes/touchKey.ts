import type { Database } from "#data/mongo.ts";

/** Notes when a key was last used. */
export async function touchKey(database: Database, hash: string, at: Date): Promise<void> {
  await database.keys.updateOne({ _id: hash }, { $set: { lastUsedAt: at } });
}
