import type { HostStartRecord } from "#schemas/pace.ts";
import { isDuplicateKey } from "./duplicateKey.ts";
import type { Database } from "./mongo.ts";

/** A start at a host; `starter` is new for each. */
export type HostStart = { host: string; starter: string };

/** Whether the host's next start was claimed, and the host's record as it is then. */
export type Claim = { claimed: boolean; record: HostStartRecord };

/** What is known of a host once it was asked; where it is to be left alone, and how often it has refused, are left as they were if not named. */
type Known = { pausedUntil?: Date; refusals?: number };

/** How long a start keeps all others away, milliseconds, should its worker die before it says that the host was asked. */
const startMs = 10_000;

/** Claims the host's next start, unless it was claimed, or the host wants to be left alone. */
export async function claimStart({ hostStarts }: Database, start: HostStart, now: Date): Promise<Claim> {
  const { host, starter } = start;
  const freeAt = new Date(now.getTime() + startMs);
  const gone = { _id: host, freeAt: now, starter: null, pausedUntil: new Date(0), refusals: 0 };
  try {
    const record = await hostStarts.findOneAndUpdate(
      { _id: host, freeAt: { $lte: now }, pausedUntil: { $lte: now } },
      { $set: { freeAt, starter }, $setOnInsert: { pausedUntil: new Date(0), refusals: 0 } },
      { upsert: true, returnDocument: "after" },
    );
    return { claimed: true, record: record ?? gone };
  } catch (error) {
    // The host is there and not free, so the upsert tried to make it a second time.
    if (!isDuplicateKey(error)) throw error;
  }
  return { claimed: false, record: (await hostStarts.findOne({ _id: host })) ?? gone };
}

/** Says that the host was asked: the next start may come at `freeAt`. Does nothing where another start has been claimed since. */
export async function endStart(
  database: Database,
  { host, starter }: HostStart,
  { freeAt, pausedUntil, refusals }: Known & { freeAt: Date },
): Promise<void> {
  // First the pause, so that nobody starts between the two.
  if (pausedUntil !== undefined) await pauseStarts(database, host, { pausedUntil });
  const known = { freeAt, starter: null, ...(refusals !== undefined && { refusals }) };
  await database.hostStarts.updateOne({ _id: host, starter }, { $set: known });
}

/** Keeps everyone away from a host until then, or for longer where that was said already. It may never have been asked by itself. */
export async function pauseStarts(
  { hostStarts }: Database,
  host: string,
  { pausedUntil, refusals }: Known & { pausedUntil: Date },
): Promise<void> {
  const known = { $max: { pausedUntil }, ...(refusals !== undefined && { $set: { refusals } }) };
  const { matchedCount } = await hostStarts.updateOne({ _id: host }, known);
  if (matchedCount > 0) return;
  try {
    await hostStarts.insertOne({ _id: host, freeAt: new Date(0), starter: null, pausedUntil, refusals: refusals ?? 0 });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // Another has made it in this very moment.
    await hostStarts.updateOne({ _id: host }, known);
  }
}

/** Until when a host wants to be left alone; null where it does not. */
export async function pauseOf({ hostStarts }: Database, host: string, now: Date): Promise<Date | null> {
  const { pausedUntil } = (await hostStarts.findOne({ _id: host })) ?? {};
  return pausedUntil !== undefined && pausedUntil > now ? pausedUntil : null;
}
