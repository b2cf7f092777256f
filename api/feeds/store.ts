import type { Database } from "#data/mongo.ts";
import { type FeedRecord, maxFeedEntries } from "#schemas/feed.ts";
import type { IncidentEntry } from "#schemas/monitor/history.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import { unlistedOfMonitor } from "../monitors/store.ts";

/** Fields of a run that no entry shows: what comparisons use. An entry links the pictures. */
const unlistedOfRun = { "capture.lossless": 0, "capture.regionsKey": 0, "capture.elementsKey": 0 } as const;

/** A change or failure with its monitor and the run that found it; null if the run was removed. */
export type FeedEntry = { incident: IncidentEntry; monitor: MonitorRecord; run: RunRecord | null };

/** The last incidents of a feed's monitors, the last changed first. */
export async function readEntries(database: Database, feed: FeedRecord): Promise<FeedEntry[]> {
  const { accountId, tag, monitorId } = feed;
  const wanted = {
    accountId,
    "spec.wanted": { $ne: "deleted" as const },
    ...(monitorId !== null && { _id: monitorId }),
    ...(tag !== null && { "spec.tags": tag }),
  };
  const monitors = await database.monitors.find(wanted, { projection: unlistedOfMonitor }).toArray();
  const byId = new Map(monitors.map((monitor) => [monitor._id, monitor]));
  const histories = await database.monitorHistories.find({ _id: { $in: [...byId.keys()] } }).toArray();
  const entries = histories.flatMap(({ _id, incidents }) => {
    const monitor = byId.get(_id);
    return monitor === undefined ? [] : incidents.flatMap(changesOf).map((incident) => ({ incident, monitor }));
  });
  const newest = entries.toSorted((a, b) => (updatedAt(a.incident) < updatedAt(b.incident) ? 1 : -1));
  const shown = newest.slice(0, maxFeedEntries);
  const ids = shown.map(({ incident }) => incident.runId);
  const found = await database.runs.find({ _id: { $in: ids } }, { projection: unlistedOfRun }).toArray();
  const runs = new Map(found.map((run) => [run._id, run]));
  return shown.map((entry) => ({ ...entry, run: runs.get(entry.incident.runId) ?? null }));
}

/** An incident, and each of its further changes as one of its own. */
function changesOf({ updates, ...incident }: IncidentEntry): IncidentEntry[] {
  return [
    { ...incident, updates },
    ...updates.map(({ runId, at }) => ({ ...incident, id: runId, runId, openedAt: at, updates: [] })),
  ];
}

/** When an incident opened or closed, ISO 8601. */
export function updatedAt({ openedAt, closedAt }: IncidentEntry): string {
  return closedAt ?? openedAt;
}
