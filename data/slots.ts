import type { SlotLeasesRecord } from "#schemas/coordination.ts";
import { insertIfAbsent } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/** A lease on one slot of a slot key. The slot is free again at `until`, even if the lease is never released. */
export type SlotLease = { slotKey: string; leaseId: string; until: Date };

/** The number of slots, the current time, and whether the lease may pass the captures in the wait queue. */
type LeaseTerms = { limit: number; now: Date; skipsQueue: boolean };

/** Attempts while other processes remove expired leases or create the record at the same time. Chosen by eye. */
const maxAttempts = 20;

/** `new`: the lease was acquired now. `kept`: it was held before. `none`: no slot is free. */
export type LeaseOutcome = "new" | "kept" | "none";

/**
 * Acquires a slot for all processes together. Returns `none` if all slots are leased, or if captures wait for them. A lease
 * that is held already is renewed. If a slot is free, one conditional update is enough.
 * @throws Error after 20 attempts.
 */
export async function acquireLease(database: Database, lease: SlotLease, terms: LeaseTerms): Promise<LeaseOutcome> {
  const { slotKey, leaseId } = lease;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (await addLease(database, lease, terms)) return "new";
    const record = await database.slotLeases.findOne({ _id: slotKey });
    if (record === null) {
      if (await createRecord(database, lease, terms)) return "new";
      continue;
    }
    if (record.leases[leaseId] !== undefined) {
      if (await renewLease(database, lease)) return "kept";
      continue;
    }
    const expired = Object.entries(record.leases).filter(([, until]) => until <= terms.now);
    for (const [id, until] of expired) await dropExpired(database, { slotKey, leaseId: id, until });
    const isFull = record.count >= terms.limit || (record.hasWaiters && !terms.skipsQueue);
    if (expired.length === 0 && isFull) return "none";
  }
  throw new Error(`No slot of ${slotKey} could be acquired: too many processes tried at once.`);
}

/** Extends a lease to `until`, if that is later. Returns false if the lease is not held. */
export async function renewLease({ slotLeases }: Database, { slotKey, leaseId, until }: SlotLease): Promise<boolean> {
  const field = `leases.${leaseId}`;
  const { matchedCount } = await slotLeases.updateOne(
    { _id: slotKey, [field]: { $exists: true } },
    { $max: { [field]: until } },
  );
  return matchedCount === 1;
}

/** Adds a lease to the record. Returns false if the record does not exist, is full, or has the lease already. */
async function addLease(
  { slotLeases }: Database,
  { slotKey, leaseId, until }: SlotLease,
  terms: LeaseTerms,
): Promise<boolean> {
  const { limit, now, skipsQueue } = terms;
  const free = { _id: slotKey, count: { $lt: limit }, ...(!skipsQueue && { hasWaiters: false }) };
  const { matchedCount } = await slotLeases.updateOne(
    { ...free, [`leases.${leaseId}`]: { $exists: false } },
    { $inc: { count: 1 }, $set: { [`leases.${leaseId}`]: until, usedAt: now } },
  );
  return matchedCount === 1;
}

/** Creates the record with its first lease. Returns false if another process was faster. */
function createRecord(
  { slotLeases }: Database,
  { slotKey, leaseId, until }: SlotLease,
  { now }: LeaseTerms,
): Promise<boolean> {
  const leases = { [leaseId]: until };
  const record: SlotLeasesRecord = { _id: slotKey, leases, count: 1, hasWaiters: false, usedAt: now };
  return insertIfAbsent(slotLeases, record);
}

/** Removes an expired lease, unless it was renewed since it was read. */
async function dropExpired({ slotLeases }: Database, { slotKey, leaseId, until }: SlotLease): Promise<void> {
  const field = `leases.${leaseId}`;
  await slotLeases.updateOne({ _id: slotKey, [field]: until }, { $unset: { [field]: "" }, $inc: { count: -1 } });
}

/** Releases a lease; idempotent. Returns whether captures wait for the slot. */
export async function releaseLease(
  { slotLeases }: Database,
  { slotKey, leaseId }: Omit<SlotLease, "until">,
): Promise<boolean> {
  const field = `leases.${leaseId}`;
  const record = await slotLeases.findOneAndUpdate(
    { _id: slotKey, [field]: { $exists: true } },
    { $unset: { [field]: "" }, $inc: { count: -1 } },
    { returnDocument: "after" },
  );
  return record?.hasWaiters ?? false;
}

/** Records whether captures wait for the slots of a key. Only captures in the wait queue can get a slot then. */
export async function setHasWaiters({ slotLeases }: Database, slotKey: string, hasWaiters: boolean): Promise<void> {
  const { matchedCount } = await slotLeases.updateOne({ _id: slotKey }, { $set: { hasWaiters } });
  if (matchedCount === 1 || !hasWaiters) return;
  const record: SlotLeasesRecord = { _id: slotKey, leases: {}, count: 0, hasWaiters, usedAt: new Date() };
  // Another process may have created the record since the update.
  if (!(await insertIfAbsent(slotLeases, record)))
    await slotLeases.updateOne({ _id: slotKey }, { $set: { hasWaiters } });
}

/** A limited resource: the captures of an account or the pages of a host. It also names their wait queue. */
export type SlotKey = `captures:${string}` | `host:${string}`;

export const accountSlotKey = (accountId: string): SlotKey => `captures:${accountId}`;
export const hostSlotKey = (host: string): SlotKey => `host:${host}`;

/** The slots a capture needs, in the order in which to acquire them. `host` is null if the host is not throttled. */
export function slotKeysOf({ accountId, host }: { accountId: string; host: string | null }): SlotKey[] {
  return [...(host === null ? [] : [hostSlotKey(host)]), accountSlotKey(accountId)];
}

/** The host or account of a slot key. */
export function parseSlotKey(slotKey: string): { host: string } | { accountId: string } {
  const [kind, ...rest] = slotKey.split(":");
  const name = rest.join(":");
  return kind === "host" ? { host: name } : { accountId: name };
}
