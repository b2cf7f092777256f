import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { Database } from "#data/mongo.ts";
import {
  type HistoryEntries,
  maxBaselines,
  maxIncidents,
  type MonitorHistoryRecord,
} from "#schemas/monitor/history.ts";

type HistoryInput = { monitorId: string; entries: HistoryEntries; version: number };

/** Adds entries to a monitor's history and drops the oldest beyond the maximum. An older version changes nothing. */
export async function recordHistory(
  { monitorHistories }: Database,
  { monitorId: _id, entries, version }: HistoryInput,
): Promise<void> {
  if (entries.baselines.length + entries.incidents.length === 0) return;
  const before = await monitorHistories.findOne({ _id });
  if (before === null) {
    await insertIfAbsent(monitorHistories, { _id, ...entries, version });
  } else if (before.version < version) {
    await monitorHistories.updateOne(
      { _id, version: before.version },
      { $set: { ...withEntries(before, entries), version } },
    );
  }
}

function withEntries(before: MonitorHistoryRecord, { baselines, incidents }: HistoryEntries): HistoryEntries {
  const byId = new Map([...before.incidents, ...incidents].map((incident) => [incident.id, incident]));
  return {
    baselines: [...before.baselines, ...baselines].slice(-maxBaselines),
    incidents: [...byId.values()].slice(-maxIncidents),
  };
}
