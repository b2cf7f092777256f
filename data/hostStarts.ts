import type { HostThrottleRecord } from "#schemas/pace.ts";
import { isDuplicateKey } from "./duplicateKey.ts";
import type { Database } from "./mongo.ts";

/** A start at a host; `claimId` is new for each. */
export type NavigationClaim = { host: string; claimId: string };

/** Whether the host's next start was claimed, and the host's record as it is then. */
export type ClaimResult = { claimed: boolean; record: HostThrottleRecord };

/** What is known of a host once it was asked; where it is to be left alone, and how often it has refused, are left as they were if not named. */
type HostUpdate = { backedOffUntil?: Date; refusals?: number };

/** How long a start keeps all others away, milliseconds, should its worker die before it says that the host was asked. */
const claimMs = 10_000;

/** Claims the host's next start, unless it was claimed, or the host wants to be left alone. */
export async function claimNavigation({ hostThrottles }: Database, start: NavigationClaim, now: Date): Promise<ClaimResult> {
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
  { nextStartAt: nextStartAt, backedOffUntil, refusals }: HostUpdate & { nextStartAt: Date },
): Promise<void> {
  // First the pause, so that nobody starts between the two.
  if (backedOffUntil !== undefined) await backOffHost(database, host, { backedOffUntil });
  const known = { nextStartAt: nextStartAt, claimedBy: null, ...(refusals !== undefined && { refusals }) };
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
    await hostThrottles.insertOne({ _id: host, nextStartAt: new Date(0), claimedBy: null, backedOffUntil, refusals: refusals ?? 0 });
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
