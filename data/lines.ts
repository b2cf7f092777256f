import type { LineRecord, Waiter } from "#schemas/limits.ts";
import { isDuplicateKey } from "./duplicateKey.ts";
import type { Database } from "./mongo.ts";

/** A waiter, the place it is to have, and what of. */
export type Waiting = { subject: string; place: string; waiter: Waiter };

/** Waiters a line has room for: its document is read whole. */
const most = 2_000;

/** Puts a waiter in line, once; false where the line is full. */
export async function joinLine({ lines }: Database, { subject, place, waiter }: Waiting): Promise<boolean> {
  const field = `waiters.${place}`;
  const usedAt = new Date();
  try {
    await lines.updateOne(
      { _id: subject, count: { $lt: most }, [field]: { $exists: false } },
      { $set: { [field]: waiter, usedAt }, $inc: { count: 1 }, $setOnInsert: { served: {} } },
      { upsert: true },
    );
    return true;
  } catch (error) {
    // The line is there, so the upsert tried to make it a second time: it is full, or the waiter stands in it.
    if (!isDuplicateKey(error)) throw error;
  }
  return (await lines.findOne({ _id: subject }))?.waiters[place] !== undefined;
}

/** Takes a waiter out of the line, if it stands there. */
export async function leaveLine({ lines }: Database, { subject, place }: Omit<Waiting, "waiter">): Promise<void> {
  const field = `waiters.${place}`;
  await lines.updateOne({ _id: subject, [field]: { $exists: true } }, { $unset: { [field]: "" }, $inc: { count: -1 } });
}

/** Takes a waiter out of the line that has its place, and puts its account behind all others. */
export async function serveWaiter({ lines }: Database, { subject, place, waiter }: Waiting): Promise<void> {
  const field = `waiters.${place}`;
  await lines.updateOne(
    { _id: subject, [field]: { $exists: true } },
    { $unset: { [field]: "" }, $inc: { count: -1 }, $set: { [`served.${waiter.accountId}`]: new Date() } },
  );
}

/** Who comes first in a line, null where nobody stands there. Accounts take turns; of one account's the order is by priority, then by how long they wait. */
export async function firstInLine({ lines }: Database, subject: string): Promise<Waiting | null> {
  const { waiters = {}, served = {} } = (await lines.findOne({ _id: subject })) ?? {};
  const servedAt = ({ accountId }: Waiter): number => served[accountId]?.getTime() ?? 0;
  const comesBefore = (a: Waiter, b: Waiter): number =>
    servedAt(a) - servedAt(b) || a.priority - b.priority || a.since.getTime() - b.since.getTime();
  const [first = null] = Object.entries(waiters).toSorted(([, a], [, b]) => comesBefore(a, b));
  return first === null ? null : { subject, place: first[0], waiter: first[1] };
}

/** Forgets a line in which nobody stands, and whose turns there were. */
export async function forgetLine({ lines }: Database, subject: string): Promise<void> {
  await lines.deleteOne({ _id: subject, count: 0 });
}

/** What lines there are in which somebody stands. */
export async function openLines({ lines }: Database): Promise<string[]> {
  const records: Pick<LineRecord, "_id">[] = await lines
    .find({ count: { $gt: 0 } }, { projection: { _id: 1 } })
    .toArray();
  return records.map(({ _id }) => _id);
}
