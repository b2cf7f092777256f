import type { Database } from "#data/mongo.ts";
import type { MonitorRecord } from "#schemas/monitor.ts";

/** Notes which run the owner wants as the baseline; null where the capture was changed meanwhile. */
export function pinBaseline(
  { monitors }: Database,
  { monitor, runId, now }: { monitor: MonitorRecord; runId: string; now: Date },
): Promise<MonitorRecord | null> {
  const { _id, captureRev } = monitor;
  return monitors.findOneAndUpdate(
    { _id, captureRev },
    { $set: { pinned: { runId, rev: captureRev }, updatedAt: now }, $inc: { specRev: 1 } },
    { returnDocument: "after" },
  );
}
