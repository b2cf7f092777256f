import { type Listed, onlyFields } from "#data/listFields.ts";
import type { Database } from "#data/mongo.ts";
import { type FeedRecord, maxFeedEntries } from "#schemas/feed.ts";
import type { IncidentEntry } from "#schemas/monitor/history.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { RunFindings, RunRecord } from "#schemas/monitor/run.ts";
import type { TextFindings } from "#schemas/monitor/text.ts";

const listedOfFeed = onlyFields("tag", "monitorId", "createdAt");

/** The fields of a feed that replies show. */
export type ListedFeed = Listed<FeedRecord, keyof typeof listedOfFeed>;

/** An account's feeds, oldest first. */
export function findFeeds({ feeds }: Database, accountId: string): Promise<ListedFeed[]> {
  return feeds.find<ListedFeed>({ accountId }, { projection: listedOfFeed }).sort({ _id: 1 }).toArray();
}

const monitorFields = { "spec.name": 1, "spec.tags": 1, "spec.host": 1 } as const;
type FeedMonitor = Pick<MonitorRecord, "_id"> & { spec: Pick<MonitorRecord["spec"], "name" | "tags" | "host"> };

/** A run may be long; of its pictures, an entry needs to know whether they are there. */
const runFields = {
  error: 1,
  "capture.screenshot.key": 1,
  "visualization.key": 1,
  "pair.key": 1,
  "findings.pictureCompared": 1,
  "findings.differenceRatio": 1,
  "findings.threshold": 1,
  "findings.redirectedTo": 1,
  "findings.conditions": 1,
  "findings.text.changes": 1,
} as const;
type FeedFindings = Pick<
  RunFindings,
  "pictureCompared" | "differenceRatio" | "threshold" | "redirectedTo" | "conditions"
> & {
  text?: Pick<TextFindings, "changes">;
};
type FeedRun = Pick<RunRecord, "_id" | "error"> & {
  capture?: object;
  visualization?: object;
  pair?: object;
  findings?: FeedFindings;
};

/** A change or failure with its monitor and the run that found it; null if the run was removed. */
export type FeedEntry = { incident: IncidentEntry; monitor: FeedMonitor; run: FeedRun | null };

/** The last incidents of a feed's monitors, the last changed first. */
export async function readEntries(database: Database, feed: FeedRecord): Promise<FeedEntry[]> {
  const { accountId, tag, monitorId } = feed;
  const wanted = {
    accountId,
    "spec.wanted": { $ne: "deleted" as const },
    ...(monitorId !== null && { _id: monitorId }),
    ...(tag !== null && { "spec.tags": tag }),
  };
  const monitors = await database.monitors.find<FeedMonitor>(wanted, { projection: monitorFields }).toArray();
  const byId = new Map(monitors.map((monitor) => [monitor._id, monitor]));
  const histories = await database.monitorHistories
    .find({ _id: { $in: [...byId.keys()] } }, { projection: { incidents: 1 } })
    .toArray();
  const entries = histories.flatMap(({ _id, incidents }) => {
    const monitor = byId.get(_id);
    return monitor === undefined ? [] : incidents.flatMap(changesOf).map((incident) => ({ incident, monitor }));
  });
  const newest = entries.toSorted((a, b) => (updatedAt(a.incident) < updatedAt(b.incident) ? 1 : -1));
  const shown = newest.slice(0, maxFeedEntries);
  const ids = shown.map(({ incident }) => incident.runId);
  const found = await database.runs.find<FeedRun>({ _id: { $in: ids } }, { projection: runFields }).toArray();
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
