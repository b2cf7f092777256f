import type { SlotLeasesRecord } from "#schemas/coordination.ts";
import { isDuplicateKey } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/** One of a subject's places; `until` is when it is free again, should nobody give it back. */
export type SlotLease = { slotKey: string; leaseId: string; until: Date };

/** How many places there are, and whether one who asks goes past those in line. */
type LeaseTerms = { limit: number; now: Date; skipsQueue: boolean };

/** Tries against others who take places that have run out, or begin the record, at the same time. */
const maxTries = 20;

/** Of a place: it is newly had, it was had before, or there is none. */
export type LeaseOutcome = "new" | "kept" | "none";

/**
 * Takes one of a subject's places, among all processes; none where all are taken, or others stand in line for them. Who has the
 * place already keeps it, for longer where that was asked for. Where a place is free it is one conditional update.
 */
export async function acquireLease(database: Database, lease: SlotLease, terms: LeaseTerms): Promise<LeaseOutcome> {
  const { slotKey, leaseId } = lease;
  for (let turn = 0; turn < maxTries; turn += 1) {
    if (await add(database, lease, terms)) return "new";
    const record = await database.slotLeases.findOne({ _id: slotKey });
    if (record === null) {
      if (await begin(database, lease, terms)) return "new";
      continue;
    }
    if (record.leases[leaseId] !== undefined) {
      if (await renewLease(database, lease)) return "kept";
      continue;
    }
    const over = Object.entries(record.leases).filter(([, end]) => end <= terms.now);
    for (const [id, end] of over) await dropExpired(database, { slotKey, leaseId: id }, end);
    if (over.length === 0 && (record.count >= terms.limit || (record.hasWaiters && !terms.skipsQueue))) return "none";
  }
  throw new Error(`No place could be taken for ${slotKey}: too many try at once.`);
}

/** Keeps a place for longer; false where it is not had. */
export async function renewLease({ slotLeases }: Database, { slotKey, leaseId, until }: SlotLease): Promise<boolean> {
  const field = `leases.${leaseId}`;
  const { matchedCount } = await slotLeases.updateOne(
    { _id: slotKey, [field]: { $exists: true } },
    { $max: { [field]: until } },
  );
  return matchedCount === 1;
}

async function add(
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

async function begin(
  { slotLeases }: Database,
  { slotKey, leaseId, until }: SlotLease,
  { now }: LeaseTerms,
): Promise<boolean> {
  const record: SlotLeasesRecord = {
    _id: slotKey,
    leases: { [leaseId]: until },
    count: 1,
    hasWaiters: false,
    usedAt: now,
  };
  try {
    await slotLeases.insertOne(record);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Takes a place away whose time is over, unless it was prolonged meanwhile. */
async function dropExpired(
  { slotLeases }: Database,
  { slotKey, leaseId }: Omit<SlotLease, "until">,
  end: Date,
): Promise<void> {
  const field = `leases.${leaseId}`;
  await slotLeases.updateOne({ _id: slotKey, [field]: end }, { $unset: { [field]: "" }, $inc: { count: -1 } });
}

/** Gives a place back, once; says whether others stand in line for it. */
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

/** Notes whether others stand in line for a subject's places: then nobody else may take one. */
export async function setHasWaiters({ slotLeases }: Database, slotKey: string, hasWaiters: boolean): Promise<void> {
  const { matchedCount } = await slotLeases.updateOne({ _id: slotKey }, { $set: { hasWaiters } });
  if (matchedCount === 1 || !hasWaiters) return;
  try {
    await slotLeases.insertOne({ _id: slotKey, leases: {}, count: 0, hasWaiters, usedAt: new Date() });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await slotLeases.updateOne({ _id: slotKey }, { $set: { hasWaiters } });
  }
}

/** What there are only so many places of: an account's captures, or the pages of a host; also the name of the line for them. */
export type SlotKey = `captures:${string}` | `host:${string}`;

export const accountSlotKey = (accountId: string): SlotKey => `captures:${accountId}`;
export const hostSlotKey = (host: string): SlotKey => `host:${host}`;

/** What a capture needs places of: its host, where the host's pace is kept, and its account. */
export function slotKeysOf({ accountId, host }: { accountId: string; host: string | null }): SlotKey[] {
  return [...(host === null ? [] : [hostSlotKey(host)]), accountSlotKey(accountId)];
}

/** Whose places these are. */
export function parseSlotKey(slotKey: string): { host: string } | { accountId: string } {
  const [kind, ...rest] = slotKey.split(":");
  const name = rest.join(":");
  return kind === "host" ? { host: name } : { accountId: name };
}
