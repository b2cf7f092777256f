import type { LineRecord, Waiter } from "#schemas/limits.ts";
import { isDuplicateKey } from "./duplicateKey.ts";
import type { Database } from "./mongo.ts";

/** A waiter, the place it is to have, and what of. */
export type Waiting = { subject: string; place: string; waiter: Waiter };

/** Waiters a line has room for: its document is read whole. */
const most = 2_000;

/** Tries against others who begin the line, or take the room in it, at the same time. */
const mostTries = 20;

/**
 * Puts a waiter in line, once; false where the line is full. So that one account can't keep all others out, the last of the account
 * that has most in a full line makes room for whoever comes before it; its workflow asks again.
 */
export async function joinLine(database: Database, waiting: Waiting): Promise<boolean> {
  const { subject, place, waiter } = waiting;
  for (let turn = 0; turn < mostTries; turn += 1) {
    if (await add(database, waiting)) return true;
    const record = await database.lines.findOne({ _id: subject });
    if (record?.waiters[place] !== undefined) return true;
    if (record === null || record.count < most) continue;
    const last = lastOfMost(record.waiters, waiter);
    if (last === null) return false;
    await leaveLine(database, { subject, place: last });
  }
  return false;
}

/** False where the line is full, the waiter stands in it already, or another one has begun the line at the same time. */
async function add({ lines }: Database, { subject, place, waiter }: Waiting): Promise<boolean> {
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
    // The line is there, so the upsert tried to make it a second time.
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

/** The place of the last of the account that has most in line, the one who comes counted in; null where that one would be the last. */
function lastOfMost(waiters: LineRecord["waiters"], coming: Waiter): string | null {
  const all: [place: string | null, waiter: Waiter][] = [[null, coming], ...Object.entries(waiters)];
  const byAccount = Map.groupBy(all, ([, { accountId }]) => accountId);
  const [fullest = []] = [...byAccount.values()].toSorted((a, b) => b.length - a.length);
  const [last] = fullest.toSorted(([, a], [, b]) => byRank(b, a));
  return last?.[0] ?? null;
}

/** The order among those of one account. */
function byRank(a: Waiter, b: Waiter): number {
  return a.priority - b.priority || a.since.getTime() - b.since.getTime();
}

/** Takes a waiter out of the line; false where it does not stand there. The account of one that was `served` comes behind all others. */
export async function leaveLine(
  { lines }: Database,
  { subject, place }: Omit<Waiting, "waiter">,
  served?: Waiter,
): Promise<boolean> {
  const field = `waiters.${place}`;
  const turn = served === undefined ? {} : { $set: { [`served.${served.accountId}`]: new Date() } };
  const { matchedCount } = await lines.updateOne(
    { _id: subject, [field]: { $exists: true } },
    { $unset: { [field]: "" }, $inc: { count: -1 }, ...turn },
  );
  return matchedCount === 1;
}

/** Who comes first in a line, null where nobody stands there. Accounts take turns; of one account's the order is by priority, then by how long they wait. */
export async function firstInLine({ lines }: Database, subject: string): Promise<Waiting | null> {
  const { waiters = {}, served = {} } = (await lines.findOne({ _id: subject })) ?? {};
  const servedAt = ({ accountId }: Waiter): number => served[accountId]?.getTime() ?? 0;
  const comesBefore = (a: Waiter, b: Waiter): number => servedAt(a) - servedAt(b) || byRank(a, b);
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
