import { isDatabaseDown } from "./databaseAway.ts";
import type { Database } from "./mongo.ts";

/** Seconds since the oldest acceptance whose workflow has not been seen to start, 0 where there is none; null while the database is away. */
export async function oldestInOutbox({ outbox }: Database, now: Date): Promise<number | null> {
  try {
    const [oldest] = await outbox.find().sort({ createdAt: 1 }).limit(1).toArray();
    return oldest === undefined ? 0 : Math.max(0, (now.getTime() - oldest.createdAt.getTime()) / 1_000);
  } catch (error) {
    if (isDatabaseDown(error)) return null;
    throw error;
  }
}
