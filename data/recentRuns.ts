import { hasFigures } from "#rules/pictureFigures.ts";
import { maxRecentRuns } from "#schemas/monitor/monitor.ts";
import { maxNumberTextChars, type RecentRunRecord, type RunRecord } from "#schemas/monitor/run.ts";
import type { ReadValues } from "#schemas/values.ts";
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
  return JSON.stringify(withOneTitle(newestFirst));
}

/** The runs that are kept, with the title of the newest page. The last one keeps it for a page before all of them. */
function withOneTitle(newestFirst: readonly RecentRunRecord[]): RecentRunRecord[] {
  const titled = newestFirst.findIndex(({ pageTitle }) => pageTitle !== undefined);
  const pageTitle = newestFirst[titled]?.pageTitle;
  const runs = newestFirst.slice(0, maxRecentRuns).map(({ pageTitle: _before, ...run }): RecentRunRecord => run);
  const holder = runs[Math.min(titled, runs.length - 1)];
  if (holder !== undefined && pageTitle !== undefined) holder.pageTitle = pageTitle;
  return runs;
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
  const { changed = false, transient = false, unconfirmed = false } = findings ?? {};
  return {
    id,
    status,
    trigger,
    differenceRatio: hasFigures(findings) ? findings.differenceRatio : null,
    changed,
    transient,
    unconfirmed,
    ...(error !== undefined && { error: { code: error.code, message: error.message } }),
    ...firstNumber(capture?.values),
    createdAt: createdAt.toISOString(),
    version,
    ...(status === "completed" && capture !== undefined && { pageTitle: capture.page.title }),
  };
}

/** The first value that is a number. Long words of the page are left out, as a list reads the records of all monitors. */
function firstNumber(values: ReadValues = {}): Pick<RecentRunRecord, "number"> {
  for (const [name, { value, text }] of Object.entries(values)) {
    if (typeof value !== "number") continue;
    return { number: { name, value, text: text === null || text.length > maxNumberTextChars ? null : text } };
  }
  return {};
}
