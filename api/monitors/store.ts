import type { Filter } from "mongodb";
import type { Database } from "#data/mongo.ts";
import type { MonitorRecord, MonitorStatus } from "#schemas/monitor.ts";
import type { RunRecord } from "#schemas/run.ts";
import { ApiError } from "../http/errors.ts";

/** A monitor of an account that is not deleted; rejects with `not_found` for an unknown or foreign id alike. */
export async function readMonitor(database: Database, accountId: string, monitorId: string): Promise<MonitorRecord> {
  const record = await readAnyMonitor(database, accountId, monitorId);
  if (record.spec.wanted === "deleted") throw new ApiError("not_found");
  return record;
}

/** The same, deleted ones as well: their runs stay readable until they expire. */
export async function readAnyMonitor(database: Database, accountId: string, monitorId: string): Promise<MonitorRecord> {
  const record = await database.monitors.findOne({ _id: monitorId.toLowerCase() });
  if (record === null || record.accountId !== accountId) throw new ApiError("not_found");
  return record;
}

/** A run of a monitor; rejects with `not_found`. */
export async function readRun(database: Database, monitorId: string, runId: string): Promise<RunRecord> {
  const record = await database.runs.findOne({ _id: runId.toLowerCase() });
  if (record === null || record.monitorId !== monitorId.toLowerCase()) throw new ApiError("not_found");
  return record;
}

/** Which part of a list to read: entries older than `before`. */
export type Part = { before: string | null; limit: number };

/** An account's monitors that are not deleted, newest first, and how many there are. */
export async function findMonitors(
  { monitors }: Database,
  accountId: string,
  { status, before, limit }: Part & { status: MonitorStatus | undefined },
): Promise<{ records: MonitorRecord[]; total: number }> {
  const query: Filter<MonitorRecord> = { accountId, ...filters[status ?? "any"] };
  const part = before === null ? query : { ...query, _id: { $lt: before } };
  const [records, total] = await Promise.all([
    monitors.find(part).sort({ _id: -1 }).limit(limit).toArray(),
    monitors.countDocuments(query),
  ]);
  return { records, total };
}

const filters: Record<MonitorStatus | "any", Filter<MonitorRecord>> = {
  any: { "spec.wanted": { $ne: "deleted" } },
  active: { "spec.wanted": "active", "state.planLimit": null },
  paused: { "spec.wanted": "paused" },
  paused_plan_limit: { "spec.wanted": "active", "state.planLimit": { $ne: null } },
  deleted: { "spec.wanted": "deleted" },
};

/** A monitor's runs, newest first. */
export function listRuns({ runs }: Database, monitorId: string, { before, limit }: Part): Promise<RunRecord[]> {
  const query: Filter<RunRecord> = { monitorId, ...(before !== null && { _id: { $lt: before } }) };
  return runs.find(query).sort({ _id: -1 }).limit(limit).toArray();
}

/** The runs that these were compared with, by id; one that is gone is missing. */
export async function readBaselines(
  { runs }: Database,
  compared: readonly RunRecord[],
): Promise<ReadonlyMap<string, RunRecord>> {
  const ids = new Set(compared.flatMap(({ comparedToRunId }) => comparedToRunId ?? []));
  const found = ids.size === 0 ? [] : await runs.find({ _id: { $in: [...ids] } }).toArray();
  return new Map(found.map((run) => [run._id, run]));
}

/** How many monitors of an account are not deleted: those that count against its plan, paused ones as well. */
export function countMonitors({ monitors }: Database, accountId: string): Promise<number> {
  return monitors.countDocuments({ accountId, ...filters.any });
}

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

/** Pauses a monitor and returns it; null where it was not active. */
export function pauseMonitor({ monitors }: Database, monitorId: string, now: Date): Promise<MonitorRecord | null> {
  return monitors.findOneAndUpdate(
    { _id: monitorId, "spec.wanted": "active" },
    { $set: { "spec.wanted": "paused", updatedAt: now }, $inc: { specRev: 1 } },
    { returnDocument: "after" },
  );
}

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
