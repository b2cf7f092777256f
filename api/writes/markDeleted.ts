import type { Database } from "#data/mongo.ts";
import type { MonitorRecord } from "#schemas/monitor.ts";

/** How long a deleted monitor's record stays for its runs, milliseconds: as long as the longest plan keeps those. */
const keptMs = 366 * 24 * 60 * 60 * 1000;

/** Marks a monitor as deleted, for good, and forgets its secrets. */
export async function markDeleted(database: Database, record: MonitorRecord, now: Date): Promise<MonitorRecord> {
  const { _id } = record;
  const changed = await database.monitors.findOneAndUpdate(
    { _id },
    {
      $set: {
        "spec.wanted": "deleted",
        "spec.captureSecrets": { extras: [] },
        "spec.storage": null,
        updatedAt: now,
        expiresAt: new Date(now.getTime() + keptMs),
      },
      // Above whatever it is by now: a change that was read before must not be written over this.
      $inc: { specRev: 1 },
    },
    { returnDocument: "after" },
  );
  return changed ?? record;
}
