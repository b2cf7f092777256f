import type { Waiter, WaitQueueRecord } from "#schemas/coordination.ts";
import { isDuplicateKey } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/** A waiter, the place it is to have, and what of. */
export type QueueEntry = { slotKey: string; leaseId: string; waiter: Waiter };

/** Waiters a line has room for: its document is read whole. */
const maxWaiters = 2_000;

/** Tries against others who begin the line, or take the room in it, at the same time. */
const maxTries = 20;

/**
 * Puts a waiter in line, once; false where the line is full. So that one account can't keep all others out, the last of the account
 * that has most in a full line makes room for whoever comes before it; its workflow asks again.
 */
export async function enqueue(database: Database, entry: QueueEntry): Promise<boolean> {
  const { slotKey, leaseId, waiter } = entry;
  for (let turn = 0; turn < maxTries; turn += 1) {
    if (await add(database, entry)) return true;
    const record = await database.waitQueues.findOne({ _id: slotKey });
    if (record?.waiters[leaseId] !== undefined) return true;
    if (record === null || record.count < maxWaiters) continue;
    const last = lastOfLargestAccount(record.waiters, waiter);
    if (last === null) return false;
    await dequeue(database, { slotKey, leaseId: last });
  }
  return false;
}

/** False where the line is full, the waiter stands in it already, or another one has begun the line at the same time. */
async function add({ waitQueues }: Database, { slotKey, leaseId, waiter }: QueueEntry): Promise<boolean> {
  const field = `waiters.${leaseId}`;
  const usedAt = new Date();
  try {
    await waitQueues.updateOne(
      { _id: slotKey, count: { $lt: maxWaiters }, [field]: { $exists: false } },
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
function lastOfLargestAccount(waiters: WaitQueueRecord["waiters"], coming: Waiter): string | null {
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
export async function dequeue(
  { waitQueues }: Database,
  { slotKey, leaseId }: Omit<QueueEntry, "waiter">,
  served?: Waiter,
): Promise<boolean> {
  const field = `waiters.${leaseId}`;
  const turn = served === undefined ? {} : { $set: { [`served.${served.accountId}`]: new Date() } };
  const { matchedCount } = await waitQueues.updateOne(
    { _id: slotKey, [field]: { $exists: true } },
    { $unset: { [field]: "" }, $inc: { count: -1 }, ...turn },
  );
  return matchedCount === 1;
}

/** Who comes first in a line, null where nobody stands there. Accounts take turns; of one account's the order is by priority, then by how long they wait. */
export async function peek({ waitQueues }: Database, slotKey: string): Promise<QueueEntry | null> {
  const { waiters = {}, served = {} } = (await waitQueues.findOne({ _id: slotKey })) ?? {};
  const servedAt = ({ accountId }: Waiter): number => served[accountId]?.getTime() ?? 0;
  const comesBefore = (a: Waiter, b: Waiter): number => servedAt(a) - servedAt(b) || byRank(a, b);
  const [first = null] = Object.entries(waiters).toSorted(([, a], [, b]) => comesBefore(a, b));
  return first === null ? null : { slotKey, leaseId: first[0], waiter: first[1] };
}

/** Forgets a line in which nobody stands, and whose turns there were. */
export async function deleteQueue({ waitQueues }: Database, slotKey: string): Promise<void> {
  await waitQueues.deleteOne({ _id: slotKey, count: 0 });
}

/** What lines there are in which somebody stands. */
export async function listQueues({ waitQueues }: Database): Promise<string[]> {
  const records: Pick<WaitQueueRecord, "_id">[] = await waitQueues
    .find({ count: { $gt: 0 } }, { projection: { _id: 1 } })
    .toArray();
  return records.map(({ _id }) => _id);
}
