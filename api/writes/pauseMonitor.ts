import type { Database } from "#data/mongo.ts";
import type { MonitorRecord } from "#schemas/monitor.ts";

/** Pauses a monitor and returns it; null where it was not active. */
export function pauseMonitor({ monitors }: Database, monitorId: string, now: Date): Promise<MonitorRecord | null> {
  return monitors.findOneAndUpdate(
    { _id: monitorId, "spec.wanted": "active" },
    { $set: { "spec.wanted": "paused", updatedAt: now }, $inc: { specRev: 1 } },
    { returnDocument: "after" },
  );
}
