import type { Filter } from "mongodb";
import type { Database } from "#data/mongo.ts";
import type { MonitorRecord, MonitorStatus } from "#schemas/monitor.ts";
import type { RunRecord } from "#schemas/run.ts";
import { ApiError } from "../apiError.ts";

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
