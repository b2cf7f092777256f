import type { Database } from "./mongo.ts";

/** Writes that a monitor is to run, or to stand still, as if its owner had; does nothing where that is so, or it was deleted. */
export async function steerMonitor(
  { monitors }: Database,
  { monitorId, wanted }: { monitorId: string; wanted: "active" | "paused" },
): Promise<void> {
  await monitors.updateOne(
    { _id: monitorId, "spec.wanted": { $nin: ["deleted", wanted] } },
    { $set: { "spec.wanted": wanted, updatedAt: new Date() }, $inc: { specRev: 1 } },
  );
}
