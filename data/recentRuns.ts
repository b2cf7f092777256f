import { maxRecentRuns } from "#schemas/monitor/monitor.ts";
import type { RecentRunRecord, RunRecord } from "#schemas/monitor/run.ts";
import type { Database } from "./mongo.ts";

/**
 * The recent runs of a monitor with one run added or replaced. An older version of a run changes nothing.
 * The text is one field of the monitor's record. FerretDB reads every record for a list, and takes five times as long for
 * runs that are documents.
 */
export function withRun(recentRuns: string, run: RunRecord): string {
  const { _id: id, version } = run;
  const before = readRecentRuns(recentRuns);
  if (before.some((known) => known.id === id && known.version > version)) return recentRuns;
  const after = [recentRunOf(run), ...before.filter((known) => known.id !== id)];
  // Ids sort by time.
  const newestFirst = after.toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const newestWithPage = newestFirst.find(({ pageTitle }) => pageTitle !== undefined);
  const shown = newestFirst.map(({ pageTitle, ...each }) =>
    each.id === newestWithPage?.id ? { ...each, pageTitle } : each,
  );
  return JSON.stringify(shown.slice(0, maxRecentRuns));
}

/** The recent runs in a monitor's record, newest first. */
export function readRecentRuns(recentRuns: string): RecentRunRecord[] {
  // Only `withRun` writes this text.
  return JSON.parse(recentRuns);
}

/** Tries to write while other runs are shown at the same monitor. */
const maxTries = 10;

/** Shows a run in its monitor's record. Idempotent. @throws If other writes come in between each time. */
export async function showRun({ monitors }: Database, run: RunRecord): Promise<void> {
  const { monitorId: _id } = run;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const monitor = await monitors.findOne({ _id });
    if (monitor === null) return;
    const recentRuns = withRun(monitor.recentRuns, run);
    if (recentRuns === monitor.recentRuns) return;
    const unchanged = { _id, recentRuns: monitor.recentRuns };
    const { matchedCount } = await monitors.updateOne(unchanged, { $set: { recentRuns } });
    if (matchedCount === 1) return;
  }
  throw new Error(`The recent runs of monitor ${_id} are being changed.`);
}

function recentRunOf(run: RunRecord): RecentRunRecord {
  const { _id: id, status, trigger, findings, capture, error, createdAt, version } = run;
  const { differenceRatio = null, changed = false, transient = false, unconfirmed = false } = findings ?? {};
  return {
    id,
    status,
    trigger,
    differenceRatio,
    changed,
    transient,
    unconfirmed,
    ...(error !== undefined && { error: { code: error.code, message: error.message } }),
    createdAt: createdAt.toISOString(),
    version,
    ...(status === "completed" && capture !== undefined && { pageTitle: capture.page.title }),
  };
}
