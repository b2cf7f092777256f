import type { HostThrottleRecord } from "#schemas/coordination.ts";
import { insertIfAbsent, isDuplicateKey } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";
import { hostSlotKey, parseSlotKey } from "./slots.ts";

/** A navigation to a host. `host` is a throttle key. Each navigation has its own `claimId`. */
export type NavigationClaim = { host: string; claimId: string };

/** Whether the host's next navigation was claimed, and the host's record afterwards. */
export type ClaimResult = { claimed: boolean; record: HostThrottleRecord };

/** Changes to a host's record after a request; fields that are not given stay as they are. */
type HostUpdate = { backedOffUntil?: Date; refusals?: number };

/** Milliseconds a claim blocks other navigations, in case its worker dies before it releases the claim. */
const claimMs = 10_000;

/** Claims the host's next navigation, unless another navigation has claimed it or the host is backed off. */
export async function claimNavigation(
  { hostThrottles }: Database,
  claim: NavigationClaim,
  now: Date,
): Promise<ClaimResult> {
  const { host, claimId: claimedBy } = claim;
  const nextStartAt = new Date(now.getTime() + claimMs);
  const blank = { _id: host, nextStartAt: now, claimedBy: null, backedOffUntil: new Date(0), refusals: 0 };
  try {
    const record = await hostThrottles.findOneAndUpdate(
      { _id: host, nextStartAt: { $lte: now }, backedOffUntil: { $lte: now } },
      { $set: { nextStartAt, claimedBy }, $setOnInsert: { backedOffUntil: new Date(0), refusals: 0 } },
      { upsert: true, returnDocument: "after" },
    );
    return { claimed: true, record: record ?? blank };
  } catch (error) {
    // The record exists but is not free, so the upsert tried to insert it a second time.
    if (!isDuplicateKey(error)) throw error;
  }
  return { claimed: false, record: (await hostThrottles.findOne({ _id: host })) ?? blank };
}

/** Releases a claim after the request went out. The next navigation may start at `nextStartAt`. Does nothing if the claim was lost. */
export async function releaseNavigation(
  database: Database,
  { host, claimId: claimedBy }: NavigationClaim,
  { nextStartAt, backedOffUntil, refusals }: HostUpdate & { nextStartAt: Date },
): Promise<void> {
  // The back-off is written first, so that no navigation starts between the two writes.
  if (backedOffUntil !== undefined) await backOffHost(database, host, { backedOffUntil });
  const update = { nextStartAt, claimedBy: null, ...(refusals !== undefined && { refusals }) };
  await database.hostThrottles.updateOne({ _id: host, claimedBy }, { $set: update });
}

/** Backs a host off until `backedOffUntil`, or longer if its record says so. Creates the record if the host has none. */
export async function backOffHost(
  { hostThrottles }: Database,
  host: string,
  { backedOffUntil, refusals }: HostUpdate & { backedOffUntil: Date },
): Promise<void> {
  const update = { $max: { backedOffUntil }, ...(refusals !== undefined && { $set: { refusals } }) };
  const { matchedCount } = await hostThrottles.updateOne({ _id: host }, update);
  if (matchedCount > 0) return;
  const record = { _id: host, nextStartAt: new Date(0), claimedBy: null, backedOffUntil, refusals: refusals ?? 0 };
  // Another process may have created the record since the update.
  if (!(await insertIfAbsent(hostThrottles, record))) await hostThrottles.updateOne({ _id: host }, update);
}

/** The end of a host's back-off; null if the host is not backed off at `now`. */
export async function backoffOf({ hostThrottles }: Database, host: string, now: Date): Promise<Date | null> {
  const { backedOffUntil } = (await hostThrottles.findOne({ _id: host })) ?? {};
  return backedOffUntil !== undefined && backedOffUntil > now ? backedOffUntil : null;
}

/** The ends of the back-offs of these hosts at `now`, by the key of their throttle. A host without one is missing. */
export async function backoffsOf(
  { hostThrottles }: Database,
  keys: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  if (keys.length === 0) return new Map();
  const held = { _id: { $in: [...keys] }, backedOffUntil: { $gt: now } };
  const records = await hostThrottles.find(held, { projection: { backedOffUntil: 1 } }).toArray();
  return new Map(records.map(({ _id, backedOffUntil }) => [_id, backedOffUntil]));
}

/** The state of one host's throttle, for operators. */
export type HostThrottle = {
  /** The throttle key. */
  host: string;
  /** Captures that hold a slot, and when each lease expires. */
  leases: Record<string, Date>;
  /** Captures in the wait queue. */
  waiting: number;
  /** Accounts of the waiting captures. */
  accounts: number;
  backedOffUntil: Date | null;
  /** Answers of 429 or 503 in a row. */
  refusals: number;
};

/** The hosts with leases, waiting captures, a back-off or refusals, by name. Idle records are removed after an hour. */
export async function readHostThrottles(database: Database, now: Date): Promise<HostThrottle[]> {
  const [slotLeases, waitQueues, hostThrottles] = await Promise.all([
    database.slotLeases.find().toArray(),
    database.waitQueues.find().toArray(),
    database.hostThrottles.find().toArray(),
  ]);
  const waiters = new Map(waitQueues.map(({ _id, waiters: each }) => [_id, Object.values(each)]));
  const leases = new Map(slotLeases.map(({ _id, leases: each }) => [_id, unexpired(each, now)]));
  const throttles = new Map(hostThrottles.map((record) => [record._id, record]));
  const hostsWithSlots = [...leases.keys(), ...waiters.keys()].flatMap((slotKey) => {
    const owner = parseSlotKey(slotKey);
    return "host" in owner ? [owner.host] : [];
  });
  const hosts = [...new Set([...hostsWithSlots, ...throttles.keys()])].toSorted();
  return hosts
    .map((host): HostThrottle => {
      const waiting = waiters.get(hostSlotKey(host)) ?? [];
      const { backedOffUntil, refusals = 0 } = throttles.get(host) ?? {};
      return {
        host,
        leases: leases.get(hostSlotKey(host)) ?? {},
        waiting: waiting.length,
        accounts: new Set(waiting.map(({ accountId }) => accountId)).size,
        backedOffUntil: backedOffUntil !== undefined && backedOffUntil > now ? backedOffUntil : null,
        refusals,
      };
    })
    .filter((throttle) => !isIdle(throttle));
}

function isIdle({ leases, waiting, backedOffUntil, refusals }: HostThrottle): boolean {
  return Object.keys(leases).length === 0 && waiting === 0 && backedOffUntil === null && refusals === 0;
}

/** The leases that still count. The next capture that asks for a slot removes the expired ones. */
function unexpired(leases: Record<string, Date>, now: Date): Record<string, Date> {
  return Object.fromEntries(Object.entries(leases).filter(([, until]) => until > now));
}
