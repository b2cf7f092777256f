import { isDuplicateKey } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/** Requests to count. */
export type RequestCount = {
  /** `key:<keyId>`, `address:<address>` or `login:<address>`. */
  rateKey: string;
  /** Number of the window in which they arrived, since 1970. */
  window: number;
  /** Length of the window. */
  windowSeconds: number;
  count: number;
  /** Whether these are the first of this process in that window. It then probably has to begin the record. */
  first: boolean;
};

/** Windows by which another machine's clock may run ahead and still be followed. */
const maxAheadWindows = 2;

/**
 * Counts requests in a window across all processes. Returns the total of that window, these requests included.
 * If another process has begun a later window, they count in that one, unless it is too far ahead. Otherwise one wrong clock
 * would lock out all callers. Rejects while MongoDB is unavailable.
 */
export async function countRequests(database: Database, requestCount: RequestCount): Promise<number> {
  // The later steps are needed only if another process begins the window in between.
  const steps = requestCount.first ? [begin, add, begin, add] : [add, begin, add];
  for (const step of steps) {
    const record = await step(database, requestCount);
    if (record !== null) return record.taken;
  }
  throw new Error(`The requests of ${requestCount.rateKey} could not be counted.`);
}

function add({ rates }: Database, { rateKey, window, count }: RequestCount) {
  return rates.findOneAndUpdate(
    { _id: rateKey, window: { $gte: window, $lte: window + maxAheadWindows } },
    { $inc: { taken: count } },
    { returnDocument: "after" },
  );
}

async function begin({ rates }: Database, { rateKey, window, windowSeconds, count }: RequestCount) {
  const usedAt = new Date(window * windowSeconds * 1_000);
  try {
    return await rates.findOneAndUpdate(
      { _id: rateKey, $or: [{ window: { $lt: window } }, { window: { $gt: window + maxAheadWindows } }] },
      { $set: { window, taken: count, usedAt } },
      { upsert: true, returnDocument: "after" },
    );
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}
