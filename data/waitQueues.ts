import type { Waiter, WaitQueueRecord } from "#schemas/coordination.ts";
import { isDuplicateKey } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/** A waiting capture, and the slot key and lease it waits for. */
export type QueueEntry = { slotKey: string; leaseId: string; waiter: Waiter };

/** Waiters per queue. A queue is one document and is read whole. */
const maxWaiters = 2_000;

/** Attempts while other processes create the queue or fill it at the same time. Chosen by eye. */
const maxAttempts = 20;

/**
 * Adds a waiter to the queue, once. Returns false if the queue is full. One account must not lock out the others: in a full
 * queue, the account with the most waiters loses its last one to a waiter of another account. The removed waiter's workflow
 * asks again.
 */
export async function enqueue(database: Database, entry: QueueEntry): Promise<boolean> {
  const { slotKey, leaseId, waiter } = entry;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (await addWaiter(database, entry)) return true;
    const record = await database.waitQueues.findOne({ _id: slotKey });
    if (record?.waiters[leaseId] !== undefined) return true;
    if (record === null || record.count < maxWaiters) continue;
    const last = lastOfLargestAccount(record.waiters, waiter);
    if (last === null) return false;
    await dequeue(database, { slotKey, leaseId: last });
  }
  return false;
}

/** Returns false if the queue is full, has the waiter already, or was created by another process at the same time. */
async function addWaiter({ waitQueues }: Database, { slotKey, leaseId, waiter }: QueueEntry): Promise<boolean> {
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
    // The queue exists but does not match, so the upsert tried to insert it a second time.
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

/** The lease id of the last waiter of the account with the most waiters, `newcomer` counted in; null if that is the newcomer. */
function lastOfLargestAccount(waiters: WaitQueueRecord["waiters"], newcomer: Waiter): string | null {
  const all: [leaseId: string | null, waiter: Waiter][] = [[null, newcomer], ...Object.entries(waiters)];
  const byAccount = Map.groupBy(all, ([, { accountId }]) => accountId);
  const [largest = []] = [...byAccount.values()].toSorted((a, b) => b.length - a.length);
  const [last] = largest.toSorted(([, a], [, b]) => byRank(b, a));
  return last?.[0] ?? null;
}

/** Sorts the waiters of one account: by priority, then by waiting time. */
function byRank(a: Waiter, b: Waiter): number {
  return a.priority - b.priority || a.since.getTime() - b.since.getTime();
}

/**
 * Removes a waiter from the queue. Returns false if it was not in the queue. `served` names the waiter that got its slot; its
 * account then goes behind all others.
 */
export async function dequeue(
  { waitQueues }: Database,
  { slotKey, leaseId }: Omit<QueueEntry, "waiter">,
  served?: Waiter,
): Promise<boolean> {
  const field = `waiters.${leaseId}`;
  const servedNow = served === undefined ? {} : { $set: { [`served.${served.accountId}`]: new Date() } };
  const { matchedCount } = await waitQueues.updateOne(
    { _id: slotKey, [field]: { $exists: true } },
    { $unset: { [field]: "" }, $inc: { count: -1 }, ...servedNow },
  );
  return matchedCount === 1;
}

/** The first waiter of a queue, or null. Accounts take turns; within an account, priority decides, then waiting time. */
export async function peek({ waitQueues }: Database, slotKey: string): Promise<QueueEntry | null> {
  const { waiters = {}, served = {} } = (await waitQueues.findOne({ _id: slotKey })) ?? {};
  const servedAt = ({ accountId }: Waiter): number => served[accountId]?.getTime() ?? 0;
  const byTurn = (a: Waiter, b: Waiter): number => servedAt(a) - servedAt(b) || byRank(a, b);
  const [first = null] = Object.entries(waiters).toSorted(([, a], [, b]) => byTurn(a, b));
  return first === null ? null : { slotKey, leaseId: first[0], waiter: first[1] };
}

/** Removes an empty queue and the turns of its accounts. */
export async function deleteQueue({ waitQueues }: Database, slotKey: string): Promise<void> {
  await waitQueues.deleteOne({ _id: slotKey, count: 0 });
}

/** The slot keys of all queues with waiters. */
export async function listQueues({ waitQueues }: Database): Promise<string[]> {
  const records: Pick<WaitQueueRecord, "_id">[] = await waitQueues
    .find({ count: { $gt: 0 } }, { projection: { _id: 1 } })
    .toArray();
  return records.map(({ _id }) => _id);
}
