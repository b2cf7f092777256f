import type { Database } from "#data/mongo.ts";
import { planLimitOf } from "#data/planLimit.ts";
import type { Incident, MonitorCapture, MonitorRecord, PlanLimit } from "#schemas/monitor.ts";

/** What a monitor's workflow has to know of what its owner wants, and of what the plan allows now. Milliseconds and instants are numbers. */
export type MonitorPlan = {
  wanted: "active" | "paused" | "deleted";
  host: string;
  specRev: number;
  captureRev: number;
  createdAt: number;
  interval: number;
  rolling: boolean;
  /** Seconds. */
  timeout: number;
  /** Whether pictures go to the owner's bucket as well. */
  stores: boolean;
  /** A baseline the owner chose, of the present capture. */
  pinned: string | null;
  planLimit: PlanLimit | null;
};

/** A monitor's record; its workflow was started after it was written. */
export async function readMonitor(database: Database, monitorId: string): Promise<MonitorRecord> {
  const record = await database.monitors.findOne({ _id: monitorId });
  if (record === null) throw new Error(`There is no monitor ${monitorId}.`);
  return record;
}

/** Reads what a monitor is to do next. */
export async function planMonitor(
  database: Database,
  { monitorId, outOfCredits: outOfCredits }: { monitorId: string; /** Whether it stood still for want of credits. */ outOfCredits: boolean },
): Promise<MonitorPlan> {
  const record = await readMonitor(database, monitorId);
  const { spec, specRev, captureRev, pinned } = record;
  const capture: MonitorCapture = JSON.parse(spec.capture);
  return {
    wanted: spec.wanted,
    host: spec.host,
    specRev,
    captureRev,
    createdAt: record.createdAt.getTime(),
    interval: spec.intervalMinutes * 60_000,
    rolling: spec.baselineMode === "rolling",
    timeout: capture.timeout ?? 30,
    stores: (spec.storage ?? null) !== null,
    pinned: pinned !== null && pinned.rev === captureRev ? pinned.runId : null,
    planLimit: spec.wanted === "active" ? await planLimitOf(database, record, outOfCredits) : null,
  };
}

/** Where a monitor stands, as its workflow says; instants are ISO. */
export type ProjectMonitorStateInput = {
  monitorId: string;
  appliedRev: number;
  baselineRunId: string | null;
  nextRunAt: string | null;
  lastRunAt: string | null;
  planLimit: PlanLimit | null;
  incident: Incident | null;
  version: number;
};

/** Shows where a monitor stands; an older projection never overwrites a newer one. */
export async function projectMonitorState({ monitors }: Database, input: ProjectMonitorStateInput): Promise<void> {
  const { monitorId, version, nextRunAt, lastRunAt, ...rest } = input;
  await monitors.updateOne(
    { _id: monitorId, "state.version": { $lt: version } },
    { $set: { state: { ...rest, version, nextRunAt: dateOf(nextRunAt), lastRunAt: dateOf(lastRunAt) } } },
  );
  if (rest.baselineRunId === null) return;
  // An earlier try may have died right here. A rolling baseline starts from the one that was chosen and moves on: kept, the choice would be made anew before each run.
  await monitors.updateOne(
    {
      _id: monitorId,
      "state.version": version,
      "spec.baselineMode": "rolling",
      "pinned.runId": rest.baselineRunId,
    },
    { $set: { pinned: null } },
  );
}

function dateOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}
