import type { Database } from "#data/mongo.ts";
import type { RunRecord } from "#schemas/run.ts";
import { runPrefix } from "../monitor/captureRun.ts";
import type { ActivityPorts } from "../ports.ts";

const day = 24 * 60 * 60 * 1000;

/** Removes up to 200 monitor runs past their retention with their pictures, and returns how many; a baseline in use is kept on. */
export async function removeExpiredRuns({ database, objects }: ActivityPorts, now: Date): Promise<number> {
  const expired = await database.runs
    .find({ expiresAt: { $lt: now } })
    .limit(200)
    .toArray();
  for (const run of expired) {
    const { _id } = run;
    if (await isBaseline(database, run)) {
      await database.runs.updateOne({ _id }, { $set: { expiresAt: new Date(now.getTime() + day) } });
    } else {
      await objects.removePrefix(runPrefix(_id));
      await database.runs.deleteOne({ _id });
    }
  }
  return expired.length;
}

async function isBaseline({ monitors }: Database, { _id, monitorId }: RunRecord): Promise<boolean> {
  const monitor = await monitors.findOne({ _id: monitorId });
  if (monitor === null || monitor.spec.wanted === "deleted") return false;
  return monitor.state.baselineRunId === _id || monitor.pinned?.runId === _id;
}
