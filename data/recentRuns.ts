import { maxRecentRuns } from "#schemas/monitor.ts";
import type { RecentRunRecord, RunRecord } from "#schemas/run.ts";
import type { Database } from "./mongo.ts";

/**
 * The field of a monitor's record that names a run. Each run has a field of its own, because FerretDB has no `$push` with
 * `$slice`, and a repeated `$set` of one field changes nothing else.
 */
export function recentRunFields(run: RunRecord): Record<string, RecentRunRecord> {
  return { [fieldOf(run._id)]: recentRunOf(run) };
}

/** Shows a run in its monitor's record and removes the oldest run beyond the maximum. An older version changes nothing. */
export async function showRun({ monitors }: Database, run: RunRecord): Promise<void> {
  const { _id: runId, monitorId: _id, version } = run;
  const monitor = await monitors.findOneAndUpdate(
    { _id, [`${fieldOf(runId)}.version`]: { $not: { $gt: version } } },
    { $set: recentRunFields(run) },
    { returnDocument: "after" },
  );
  const outdated = Object.keys(monitor?.recentRuns ?? {})
    .toSorted()
    .slice(0, -maxRecentRuns);
  if (outdated.length === 0) return;
  await monitors.updateOne({ _id }, { $unset: Object.fromEntries(outdated.map((id) => [fieldOf(id), ""])) });
}

function fieldOf(runId: string): `recentRuns.${string}` {
  return `recentRuns.${runId}`;
}

function recentRunOf({ status, trigger, findings, createdAt, version }: RunRecord): RecentRunRecord {
  const { differenceRatio = null, changed = false, transient = false, unconfirmed = false } = findings ?? {};
  return { status, trigger, differenceRatio, changed, transient, unconfirmed, createdAt, version };
}
