import type { HostThrottleRecord } from "#schemas/coordination.ts";
import { isDuplicateKey } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";
import { hostSlotKey, parseSlotKey } from "./slots.ts";

/** A start at a host; `claimId` is new for each. */
export type NavigationClaim = { host: string; claimId: string };

/** Whether the host's next start was claimed, and the host's record as it is then. */
export type ClaimResult = { claimed: boolean; record: HostThrottleRecord };

/** What is known of a host once it was asked; where it is to be left alone, and how often it has refused, are left as they were if not named. */
type HostUpdate = { backedOffUntil?: Date; refusals?: number };

/** How long a start keeps all others away, milliseconds, should its worker die before it says that the host was asked. */
const claimMs = 10_000;

/** Claims the host's next start, unless it was claimed, or the host wants to be left alone. */
export async function claimNavigation(
  { hostThrottles }: Database,
  start: NavigationClaim,
  now: Date,
): Promise<ClaimResult> {
  const { host, claimId: claimedBy } = start;
  const nextStartAt = new Date(now.getTime() + claimMs);
  const gone = { _id: host, nextStartAt: now, claimedBy: null, backedOffUntil: new Date(0), refusals: 0 };
  try {
    const record = await hostThrottles.findOneAndUpdate(
      { _id: host, nextStartAt: { $lte: now }, backedOffUntil: { $lte: now } },
      { $set: { nextStartAt, claimedBy }, $setOnInsert: { backedOffUntil: new Date(0), refusals: 0 } },
      { upsert: true, returnDocument: "after" },
    );
    return { claimed: true, record: record ?? gone };
  } catch (error) {
    // The host is there and not free, so the upsert tried to make it a second time.
    if (!isDuplicateKey(error)) throw error;
  }
  return { claimed: false, record: (await hostThrottles.findOne({ _id: host })) ?? gone };
}

/** Says that the host was asked: the next start may come at `nextStartAt`. Does nothing where another start has been claimed since. */
export async function releaseNavigation(
  database: Database,
  { host, claimId: claimedBy }: NavigationClaim,
  { nextStartAt, backedOffUntil, refusals }: HostUpdate & { nextStartAt: Date },
): Promise<void> {
  // First the pause, so that nobody starts between the two.
  if (backedOffUntil !== undefined) await backOffHost(database, host, { backedOffUntil });
  const known = { nextStartAt, claimedBy: null, ...(refusals !== undefined && { refusals }) };
  await database.hostThrottles.updateOne({ _id: host, claimedBy }, { $set: known });
}

/** Keeps everyone away from a host until then, or for longer where that was said already. It may never have been asked by itself. */
export async function backOffHost(
  { hostThrottles }: Database,
  host: string,
  { backedOffUntil, refusals }: HostUpdate & { backedOffUntil: Date },
): Promise<void> {
  const known = { $max: { backedOffUntil: backedOffUntil }, ...(refusals !== undefined && { $set: { refusals } }) };
  const { matchedCount } = await hostThrottles.updateOne({ _id: host }, known);
  if (matchedCount > 0) return;
  try {
    await hostThrottles.insertOne({
      _id: host,
      nextStartAt: new Date(0),
      claimedBy: null,
      backedOffUntil,
      refusals: refusals ?? 0,
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // Another has made it in this very moment.
    await hostThrottles.updateOne({ _id: host }, known);
  }
}

/** Until when a host wants to be left alone; null where it does not. */
export async function backoffOf({ hostThrottles }: Database, host: string, now: Date): Promise<Date | null> {
  const { backedOffUntil } = (await hostThrottles.findOne({ _id: host })) ?? {};
  return backedOffUntil !== undefined && backedOffUntil > now ? backedOffUntil : null;
}

/** How one host fares: the pages that have a place there, by their capture, who stands in line, and whether it wants to be left alone. */
export type HostThrottle = {
  host: string;
  /** Captures that have a place, and until when should nobody give it back. */
  leases: Record<string, Date>;
  waiting: number;
  /** Accounts of those in line. */
  accounts: number;
  backedOffUntil: Date | null;
  /** Answers of 429 or 503 in a row. */
  refusals: number;
};

/** The hosts that somebody has asked, or asks, for pages of within the last hour, by name; those without places, lines and pauses left out. */
export async function readHostThrottles(database: Database, now: Date): Promise<HostThrottle[]> {
  const [holds, lines, starts] = await Promise.all([
    database.slotLeases.find().toArray(),
    database.waitQueues.find().toArray(),
    database.hostThrottles.find().toArray(),
  ]);
  const waiters = new Map(lines.map(({ _id, waiters: each }) => [_id, Object.values(each)]));
  const places = new Map(holds.map(({ _id, leases: each }) => [_id, unexpired(each, now)]));
  const known = new Map(starts.map((record) => [record._id, record]));
  const named = [...places.keys(), ...waiters.keys()].flatMap((subject) => {
    const owner = parseSlotKey(subject);
    return "host" in owner ? [owner.host] : [];
  });
  const hosts = [...new Set([...named, ...known.keys()])].toSorted();
  return hosts
    .map((host): HostThrottle => {
      const waiting = waiters.get(hostSlotKey(host)) ?? [];
      const { backedOffUntil, refusals = 0 } = known.get(host) ?? {};
      return {
        host,
        leases: places.get(hostSlotKey(host)) ?? {},
        waiting: waiting.length,
        accounts: new Set(waiting.map(({ accountId }) => accountId)).size,
        backedOffUntil: backedOffUntil !== undefined && backedOffUntil > now ? backedOffUntil : null,
        refusals,
      };
    })
    .filter(
      ({ leases, waiting, backedOffUntil, refusals }) =>
        Object.keys(leases).length > 0 || waiting > 0 || backedOffUntil !== null || refusals > 0,
    );
}

/** Those that count: one that has run out is taken away by the next who asks for a place. */
function unexpired(held: Record<string, Date>, now: Date): Record<string, Date> {
  return Object.fromEntries(Object.entries(held).filter(([, until]) => until > now));
}
