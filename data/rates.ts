import { isDuplicateKey } from "./duplicateKey.ts";
import type { Database } from "./mongo.ts";

/** Requests to be counted; `second` is the one they came in, since 1970. */
export type RequestCount = { subject: string; second: number; count: number };

/**
 * Counts requests of a subject in a second, for all processes, and returns how many there have been in it with these.
 * Where another process's clock has begun a later second, they count in that one. Rejects where MongoDB is away.
 */
export async function countRequests(database: Database, wanted: RequestCount): Promise<number> {
  // A second turn is needed where another process begins the second in between.
  for (let turn = 0; turn < 3; turn += 1) {
    const record = (await add(database, wanted)) ?? (await begin(database, wanted));
    if (record !== null) return record.taken;
  }
  throw new Error(`The requests of ${wanted.subject} could not be counted.`);
}

function add({ rates }: Database, { subject, second, count }: RequestCount) {
  return rates.findOneAndUpdate(
    { _id: subject, second: { $gte: second } },
    { $inc: { taken: count } },
    { returnDocument: "after" },
  );
}

async function begin({ rates }: Database, { subject, second, count }: RequestCount) {
  try {
    return await rates.findOneAndUpdate(
      { _id: subject, second: { $lt: second } },
      { $set: { second, taken: count, usedAt: new Date(second * 1_000) } },
      { upsert: true, returnDocument: "after" },
    );
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}
