import type { HostStartRecord } from "#schemas/pace.ts";
import { isDuplicateKey } from "./duplicateKey.ts";
import type { Database } from "./mongo.ts";

/** A start at a host; `starter` is new for each. */
export type HostStart = { host: string; starter: string };

/** How long a start keeps all others away, milliseconds, should its worker die before it says that the host was asked. */
const startMs = 10_000;

/** Claims the host's next start; null where it was claimed, else what stands against it. */
export async function claimStart(
  { hostStarts }: Database,
  start: HostStart,
  now: Date,
): Promise<HostStartRecord | null> {
  const { host, starter } = start;
  const freeAt = new Date(now.getTime() + startMs);
  try {
    await hostStarts.updateOne(
      { _id: host, freeAt: { $lte: now }, pausedUntil: { $lte: now } },
      { $set: { freeAt, starter }, $setOnInsert: { pausedUntil: new Date(0) } },
      { upsert: true },
    );
    return null;
  } catch (error) {
    // The host is there and not free, so the upsert tried to make it a second time.
    if (!isDuplicateKey(error)) throw error;
  }
  const gone = { _id: host, freeAt: now, starter: null, pausedUntil: new Date(0) };
  return (await hostStarts.findOne({ _id: host })) ?? gone;
}

/** Says that the host was asked: the next start may come at `freeAt`. Does nothing where another start has been claimed since. */
export async function endStart(
  database: Database,
  { host, starter }: HostStart,
  { freeAt, pausedUntil }: { freeAt: Date; pausedUntil: Date | null },
): Promise<void> {
  // First the pause, so that nobody starts between the two.
  if (pausedUntil !== null) await pauseStarts(database, host, pausedUntil);
  await database.hostStarts.updateOne({ _id: host, starter }, { $set: { freeAt, starter: null } });
}

/** Keeps everyone away from a host until then, or for longer where that was said already. */
export async function pauseStarts({ hostStarts }: Database, host: string, until: Date): Promise<void> {
  await hostStarts.updateOne({ _id: host }, { $max: { pausedUntil: until } });
}
