import type { Filter, MatchKeysAndValues } from "mongodb";
import { withoutFields } from "#data/listFields.ts";
import type { Database } from "#data/mongo.ts";
import type { MonitorRecord, MonitorStatus } from "#schemas/monitor/monitor.ts";
import type { HistoryEntries } from "#schemas/monitor/history.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import { retentionMs } from "#schemas/settings/retention.ts";
import { ApiError } from "../http/errors.ts";

/**
 * A monitor of an account that is not deleted.
 * @throws ApiError `not_found`, also for another account's id.
 */
export async function readMonitor(database: Database, accountId: string, monitorId: string): Promise<MonitorRecord> {
  const record = await readAnyMonitor(database, accountId, monitorId);
  if (record.spec.wanted === "deleted") throw new ApiError("not_found");
  return record;
}

/**
 * A monitor of an account, deleted or not. Runs of deleted monitors stay readable until they expire.
 * @throws ApiError `not_found`.
 */
export async function readAnyMonitor(database: Database, accountId: string, monitorId: string): Promise<MonitorRecord> {
  const record = await database.monitors.findOne({ _id: monitorId.toLowerCase() });
  if (record === null || record.accountId !== accountId) throw new ApiError("not_found");
  return record;
}

/**
 * A run of a monitor.
 * @throws ApiError `not_found`.
 */
export async function readRun(database: Database, monitorId: string, runId: string): Promise<RunRecord> {
  const record = await database.runs.findOne({ _id: runId.toLowerCase() });
  if (record === null || record.monitorId !== monitorId.toLowerCase()) throw new ApiError("not_found");
  return record;
}

/** A page of a list: at most `limit` entries, from behind the id `before`. */
export type Part = { before: string | null; limit: number };

/** A filter of monitors; deleted ones are listed only if `status` is `deleted`. */
export type MonitorFilter = {
  status?: MonitorStatus | undefined;
  tag?: string | undefined;
  /** A part of the name or of a tag, in any case. */
  q?: string | undefined;
  incident?: "open" | "change" | "failure" | "expectation" | undefined;
  /** The id of the sitemap that made them. */
  sitemap?: string | undefined;
};

/** Fields of a monitor that no list shows: sealed ones, and the memory of its conditions. */
const unlistedOfMonitor = withoutFields<MonitorRecord, "spec.webhook.secret">()(
  "spec.url",
  "spec.captureSecrets",
  "spec.storage",
  "spec.webhook.url",
  "spec.channels.sealed",
  "state.alertMemory",
);

/** A page of an account's monitors without their sealed fields, newest first, and the total. */
export async function findMonitors(
  { monitors }: Database,
  accountId: string,
  { filter, before, limit }: Part & { filter: MonitorFilter },
): Promise<{ records: MonitorRecord[]; total: number }> {
  const query: Filter<MonitorRecord> = { accountId, ...queryOf(filter) };
  const part = before === null ? query : { ...query, _id: { $lt: before } };
  const [records, total] = await Promise.all([
    monitors.find(part, { projection: unlistedOfMonitor }).sort({ _id: -1 }).limit(limit).toArray(),
    monitors.countDocuments(query),
  ]);
  return { records, total };
}

function queryOf({ status, tag, q, incident, sitemap }: MonitorFilter): Filter<MonitorRecord> {
  const contained = q === undefined ? null : { $regex: q.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"), $options: "i" };
  return {
    ...filters[status ?? "any"],
    ...(tag !== undefined && { "spec.tags": tag }),
    ...(contained !== null && { $or: [{ "spec.name": contained }, { "spec.tags": contained }] }),
    ...(sitemap !== undefined && { "sitemap.id": sitemap.toLowerCase() }),
    ...(incident === "open" && { "state.incident": { $ne: null } }),
    ...(incident !== undefined && incident !== "open" && { "state.incident.type": incident }),
  };
}

const filters: Record<MonitorStatus | "any", Filter<MonitorRecord>> = {
  any: { "spec.wanted": { $ne: "deleted" } },
  active: { "spec.wanted": "active", "state.planLimit": null },
  paused: { "spec.wanted": "paused" },
  paused_plan_limit: { "spec.wanted": "active", "state.planLimit": { $ne: null } },
  deleted: { "spec.wanted": "deleted" },
};

/** Fields of a run that no list shows: what comparisons and messages use, and values, which may be long. */
const unlistedOfRun = withoutFields<RunRecord>()(
  "capture.lossless",
  "capture.regionsKey",
  "capture.elementsKey",
  "capture.values",
  "capture.page.steps",
  "capture.stepPictures",
  "pair",
);

/** A monitor's runs without the fields that no list shows, newest first. */
export function listRuns({ runs }: Database, monitorId: string, { before, limit }: Part): Promise<RunRecord[]> {
  const query: Filter<RunRecord> = { monitorId, ...(before !== null && { _id: { $lt: before } }) };
  return runs.find(query, { projection: unlistedOfRun }).sort({ _id: -1 }).limit(limit).toArray();
}

/** Fields of a baseline that the runs compared with it show. The rest of a run may be long. */
const shownOfBaseline = { monitorId: 1, "capture.screenshot": 1 } as const;

/** The runs that these were compared with, by id, with their pictures. Removed runs are missing. */
export async function readBaselines(
  { runs }: Database,
  compared: readonly RunRecord[],
): Promise<ReadonlyMap<string, RunRecord>> {
  const ids = new Set(compared.flatMap(({ comparedToRunId }) => comparedToRunId ?? []));
  const found =
    ids.size === 0 ? [] : await runs.find({ _id: { $in: [...ids] } }, { projection: shownOfBaseline }).toArray();
  return new Map(found.map((run) => [run._id, run]));
}

/** The history of a monitor, oldest entries first; empty before its first run has ended. */
export async function readHistory({ monitorHistories }: Database, monitorId: string): Promise<HistoryEntries> {
  return (await monitorHistories.findOne({ _id: monitorId })) ?? { baselines: [], incidents: [] };
}

/** Marks a monitor as deleted and removes its secrets. */
export async function markDeleted(database: Database, record: MonitorRecord, now: Date): Promise<MonitorRecord> {
  const { _id } = record;
  const updatedRecord = await database.monitors.findOneAndUpdate(
    { _id },
    {
      $set: {
        "spec.wanted": "deleted",
        "spec.captureSecrets": {},
        "spec.storage": null,
        "spec.channels": [],
        updatedAt: now,
        expiresAt: new Date(now.getTime() + retentionMs.deletedMonitor),
      },
      // A change that read the monitor earlier must not overwrite this.
      $inc: { specRev: 1 },
    },
    { returnDocument: "after" },
  );
  return updatedRecord ?? record;
}

/** Pauses a monitor and returns it. Returns null if it was not active. */
export function pauseMonitor({ monitors }: Database, monitorId: string, now: Date): Promise<MonitorRecord | null> {
  return monitors.findOneAndUpdate(
    { _id: monitorId, "spec.wanted": "active" },
    { $set: { "spec.wanted": "paused", updatedAt: now }, $inc: { specRev: 1 } },
    { returnDocument: "after" },
  );
}

/** Mutes a monitor until a time and returns it. Returns null if it was deleted. */
export function muteMonitor(
  { monitors }: Database,
  monitorId: string,
  { until, now }: { until: Date; now: Date },
): Promise<MonitorRecord | null> {
  return monitors.findOneAndUpdate(
    { _id: monitorId, "spec.wanted": { $ne: "deleted" } },
    { $set: { "spec.mutedUntil": until, updatedAt: now }, $inc: { specRev: 1 } },
    { returnDocument: "after" },
  );
}

/** Records that the owner has acknowledged the open incident and returns the monitor. A repeat keeps the first time. */
export async function acknowledge(database: Database, monitor: MonitorRecord, now: Date): Promise<MonitorRecord> {
  const { state, acknowledged } = monitor;
  const { incident } = state;
  if (incident === null || acknowledged[incident.type]?.incidentId === incident.id) return monitor;
  return writeAcknowledgement(database, monitor, {
    updatedAt: now,
    [`acknowledged.${incident.type}`]: { incidentId: incident.id, at: now },
  });
}

/** Removes the acknowledgement of the open incident and returns the monitor. */
export async function withdrawAcknowledgement(
  database: Database,
  monitor: MonitorRecord,
  now: Date,
): Promise<MonitorRecord> {
  const { incident } = monitor.state;
  if (incident === null || monitor.acknowledged[incident.type] === null) return monitor;
  return writeAcknowledgement(database, monitor, { updatedAt: now, [`acknowledged.${incident.type}`]: null });
}

async function writeAcknowledgement(
  { monitors }: Database,
  monitor: MonitorRecord,
  change: MatchKeysAndValues<MonitorRecord>,
): Promise<MonitorRecord> {
  const { _id } = monitor;
  return (await monitors.findOneAndUpdate({ _id }, { $set: change }, { returnDocument: "after" })) ?? monitor;
}

/** Records the owner's choice of a baseline. Returns null if the capture changed meanwhile. */
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
