import type { LineRecord, Waiter } from "#schemas/limits.ts";
import { isDuplicateKey } from "./duplicateKey.ts";
import type { Database } from "./mongo.ts";

/** A waiter and the place it is to have. */
export type Waiting = { accountId: string; place: string; waiter: Waiter };

/** Waiters a line has room for: its document is read whole. */
const most = 2_000;

/** Puts a waiter in line, once; false where the line is full. */
export async function joinLine({ lines }: Database, { accountId, place, waiter }: Waiting): Promise<boolean> {
  const field = `waiters.${place}`;
  const usedAt = new Date();
  try {
    await lines.updateOne(
      { _id: accountId, count: { $lt: most }, [field]: { $exists: false } },
      { $set: { [field]: waiter, usedAt }, $inc: { count: 1 } },
      { upsert: true },
    );
    return true;
  } catch (error) {
    // The line is there, so the upsert tried to make it a second time: it is full, or the waiter stands in it.
    if (!isDuplicateKey(error)) throw error;
  }
  return (await lines.findOne({ _id: accountId }))?.waiters[place] !== undefined;
}

/** Takes a waiter out of the line, if it stands there. */
export async function leaveLine({ lines }: Database, accountId: string, place: string): Promise<void> {
  const field = `waiters.${place}`;
  await lines.updateOne(
    { _id: accountId, [field]: { $exists: true } },
    { $unset: { [field]: "" }, $inc: { count: -1 } },
  );
}

/** Who comes first in an account's line, null where nobody stands there: by priority, then by how long they wait. */
export async function firstInLine({ lines }: Database, accountId: string): Promise<Waiting | null> {
  const { waiters = {} } = (await lines.findOne({ _id: accountId })) ?? {};
  const [first = null] = Object.entries(waiters).toSorted(([, a], [, b]) => comesBefore(a, b));
  return first === null ? null : { accountId, place: first[0], waiter: first[1] };
}

function comesBefore(a: Waiter, b: Waiter): number {
  return a.priority - b.priority || a.since.getTime() - b.since.getTime();
}

/** Accounts in whose lines somebody stands. */
export async function accountsInLine({ lines }: Database): Promise<string[]> {
  const records: Pick<LineRecord, "_id">[] = await lines
    .find({ count: { $gt: 0 } }, { projection: { _id: 1 } })
    .toArray();
  return records.map(({ _id }) => _id);
}
