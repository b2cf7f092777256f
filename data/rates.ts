import { isDuplicateKey } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/** Requests to be counted; `second` is the one they came in, since 1970. */
export type RequestCount = {
  subject: string;
  second: number;
  count: number;
  /** Whether this process counts none in that second yet, so that it is likely to be the one that begins it. */
  first: boolean;
};

/** How far ahead another machine's clock may be to be followed, seconds. */
const aheadSeconds = 2;

/**
 * Counts requests of a subject in a second, for all processes, and returns how many there have been in it with these.
 * Where another process's clock has begun a later second, they count in that one, unless it is far ahead: a clock that is wrong must
 * not lock everybody out. Rejects where MongoDB is away.
 */
export async function countRequests(database: Database, wanted: RequestCount): Promise<number> {
  // More is needed only where another process begins the second in between.
  const steps = wanted.first ? [begin, add, begin, add] : [add, begin, add];
  for (const step of steps) {
    const record = await step(database, wanted);
    if (record !== null) return record.taken;
  }
  throw new Error(`The requests of ${wanted.subject} could not be counted.`);
}

function add({ rates }: Database, { subject, second, count }: RequestCount) {
  return rates.findOneAndUpdate(
    { _id: subject, second: { $gte: second, $lte: second + aheadSeconds } },
    { $inc: { taken: count } },
    { returnDocument: "after" },
  );
}

async function begin({ rates }: Database, { subject, second, count }: RequestCount) {
  try {
    return await rates.findOneAndUpdate(
      { _id: subject, $or: [{ second: { $lt: second } }, { second: { $gt: second + aheadSeconds } }] },
      { $set: { second, taken: count, usedAt: new Date(second * 1_000) } },
      { upsert: true, returnDocument: "after" },
    );
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}
