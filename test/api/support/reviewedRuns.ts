import { uuidv7 } from "uuidv7";
import { projectMonitorState } from "#activities/projections/monitors.ts";
import { insertRun, newRun } from "#data/monitors.ts";
import type { Database } from "#data/mongo.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { IncidentEntry } from "#schemas/monitor/history.ts";
import type { RunFindings } from "#schemas/monitor/run.ts";

/** Findings of a run that changed these words. */
export function findingsOf([before, after]: readonly [string, string]): RunFindings {
  const changes = [
    { change: "removed" as const, words: before },
    { change: "added" as const, words: after },
  ];
  return {
    changed: true,
    transient: false,
    unconfirmed: false,
    belowThreshold: false,
    differenceRatio: 0.02,
    threshold: 0,
    changedPixels: 20,
    comparedPixels: 1_000,
    regions: [],
    regionsTruncated: false,
    text: { changed: true, addedWords: 1, removedWords: 1, changes, diff: null },
  };
}

/** Writes a completed run of a monitor, with or without findings, as a worker does. Returns its id. */
export async function completeRun(
  database: Database,
  monitorId: string,
  findings: RunFindings | null = findingsOf(["39.00", "34.00"]),
): Promise<string> {
  const monitor = await recordOf(database, monitorId);
  const id = uuidv7();
  const created = newRun(monitor, {
    id,
    trigger: "scheduled",
    price: 2,
    plan: "unlimited",
    comparedToRunId: null,
    createdAt: new Date(),
  });
  await insertRun(database, { ...created, status: "completed", ...(findings !== null && { findings }) });
  return id;
}

/** Projects entries of a monitor's history, as its workflow does after a run. */
export async function project(
  database: Database,
  monitorId: string,
  incidents: readonly IncidentEntry[],
): Promise<void> {
  const { state, captureRev } = await recordOf(database, monitorId);
  await projectMonitorState(database, {
    monitorId,
    appliedRev: captureRev,
    baselineRunId: state.baselineRunId,
    nextRunAt: null,
    lastRunAt: null,
    planLimit: null,
    incident: null,
    alertMemory: null,
    entries: { baselines: [], incidents: [...incidents] },
    version: Date.now() * 1_000,
  });
}

/** The entry of a change that a run opened. */
export function changeEntry(runId: string, part: Partial<IncidentEntry> = {}): IncidentEntry {
  const openedAt = new Date().toISOString();
  return { id: uuidv7(), type: "change", runId, openedAt, updates: [], closedAt: null, reason: null, ...part };
}

async function recordOf({ monitors }: Database, _id: string): Promise<MonitorRecord> {
  const record = await monitors.findOne({ _id });
  if (record === null) throw new Error(`There is no monitor ${_id}.`);
  return record;
}
