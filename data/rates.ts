import { isDuplicateKey } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/** Requests to count. */
export type RequestCount = {
  /** `key:<keyId>` or `address:<address>`. */
  rateKey: string;
  /** The second in which they arrived, since 1970. */
  second: number;
  count: number;
  /** Whether these are the first of this process in that second. It then probably has to begin the record. */
  first: boolean;
};

/** Seconds by which another machine's clock may run ahead and still be followed. */
const maxAheadSeconds = 2;

/**
 * Counts requests in a second across all processes. Returns the total of that second, these requests included.
 * If another process has begun a later second, they count in that one, unless it is too far ahead. Otherwise one wrong clock
 * would lock out all callers. Rejects while MongoDB is unavailable.
 */
export async function countRequests(database: Database, wanted: RequestCount): Promise<number> {
  // The later steps are needed only if another process begins the second in between.
  const steps = wanted.first ? [begin, add, begin, add] : [add, begin, add];
  for (const step of steps) {
    const record = await step(database, wanted);
    if (record !== null) return record.taken;
  }
  throw new Error(`The requests of ${wanted.rateKey} could not be counted.`);
}

function add({ rates }: Database, { rateKey, second, count }: RequestCount) {
  return rates.findOneAndUpdate(
    { _id: rateKey, second: { $gte: second, $lte: second + maxAheadSeconds } },
    { $inc: { taken: count } },
    { returnDocument: "after" },
  );
}

async function begin({ rates }: Database, { rateKey, second, count }: RequestCount) {
  try {
    return await rates.findOneAndUpdate(
      { _id: rateKey, $or: [{ second: { $lt: second } }, { second: { $gt: second + maxAheadSeconds } }] },
      { $set: { second, taken: count, usedAt: new Date(second * 1_000) } },
      { upsert: true, returnDocument: "after" },
    );
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}
