import type { Database } from "#data/mongo.ts";
import { findMonitorDefaults, withDefaults } from "#data/monitorDefaults.ts";
import { planLimitOf } from "#data/monitors.ts";
import type { BelowThreshold, EventType, RecoveryReason } from "#schemas/events.ts";
import type { OpenIncident, MonitorRecord, PlanLimit } from "#schemas/monitor/monitor.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import type { AlertMemory } from "#schemas/monitor/alertWhen.ts";
import type { HistoryEntries } from "#schemas/monitor/history.ts";
import { type ClockPosition, nextDue, stepClock, timesOf } from "#rules/monitorClock.ts";
import { needsBrowser } from "#rules/comparedParts.ts";
import { actionLinks, reviewLinks } from "../notify/alert/alertLinks.ts";
import { runEvent } from "./events.ts";
import type { ActivityPorts, OutputSigner } from "../ports.ts";
import { recordEvent } from "./deliveries.ts";
import { recordHistory } from "./monitorHistories.ts";
import { recordPageChanges } from "./pageChanges.ts";

/** The owner's settings and the plan's limits that a monitor's workflow needs. Instants are milliseconds since 1970. */
export type MonitorPlan = {
  wanted: "active" | "paused" | "deleted";
  host: string;
  throttleKey: string;
  specRev: number;
  captureRev: number;
  position: ClockPosition;
  /** The instant of the next scheduled run; null while the monitor is paused, by its owner or by the plan. */
  due: number | null;
  /** The instant of the scheduled run after that; null if there is none. */
  following: number | null;
  /** Whether each run becomes the baseline of the next. */
  rolling: boolean;
  /** Deadline of a capture, seconds. */
  timeout: number;
  /** Whether captures need no browser. */
  byHttp: boolean;
  /** Milliseconds before each further try of a failed run. */
  retryDelaysMs: readonly number[];
  /** Whether pictures are also copied into the owner's bucket. */
  stores: boolean;
  /** The run that the owner chose as baseline; null if there is none for the current capture settings. */
  pinned: string | null;
  planLimit: PlanLimit | null;
};

/**
 * Reads a monitor's record with the settings that it inherits now. It exists, as its workflow starts after its insertion.
 */
export async function readMonitor(database: Database, monitorId: string): Promise<MonitorRecord> {
  const record = await readRecord(database, monitorId);
  const defaults = await findMonitorDefaults(database, record.accountId);
  if (defaults.length === 0) return record;
  // A change of defaults first gives the monitors a new revision. So a record that is read after them has it.
  return withDefaults(await readRecord(database, monitorId), defaults).monitor;
}

async function readRecord(database: Database, monitorId: string): Promise<MonitorRecord> {
  const record = await database.monitors.findOne({ _id: monitorId });
  if (record === null) throw new Error(`There is no monitor ${monitorId}.`);
  return record;
}

export type PlanMonitorInput = {
  monitorId: string;
  /** Whether missing credits paused it. */
  outOfCredits: boolean;
  position: ClockPosition;
  wasPaused: boolean;
  /** Workflow time. */
  now: number;
};

/** Reads the plan for the next run of a monitor. The time zones come from here, as a workflow must not depend on them. */
export async function planMonitor(
  { database, retryDelaysMs }: Pick<ActivityPorts, "database" | "retryDelaysMs">,
  { monitorId, outOfCredits, position, wasPaused, now }: PlanMonitorInput,
): Promise<MonitorPlan> {
  const record = await readMonitor(database, monitorId);
  const { spec, specRev, captureRev, pinned } = record;
  const capture: MonitorCapture = JSON.parse(spec.capture);
  const planLimit = spec.wanted === "active" ? await planLimitOf(database, record, outOfCredits) : null;
  const times = timesOf(record);
  const isPaused = spec.wanted !== "active" || planLimit !== null;
  const step = stepClock(times, position, { now, isPaused, wasPaused });
  return {
    wanted: spec.wanted,
    host: spec.host,
    throttleKey: spec.throttleKey,
    specRev,
    captureRev,
    ...step,
    following: step.due === null ? null : nextDue(times, Math.max(now, step.due)),
    rolling: spec.baselineMode === "rolling",
    timeout: capture.timeout ?? 30,
    byHttp: !needsBrowser(capture),
    retryDelaysMs,
    stores: spec.storage !== null,
    pinned: pinned !== null && pinned.rev === captureRev ? pinned.runId : null,
    planLimit,
  };
}

/** The state of a monitor for its record. Instants are ISO. */
export type ProjectMonitorStateInput = {
  monitorId: string;
  appliedRev: number;
  baselineRunId: string | null;
  nextRunAt: string | null;
  lastRunAt: string | null;
  planLimit: PlanLimit | null;
  incident: OpenIncident | null;
  alertMemory: AlertMemory | null;
  /** New entries of the monitor's history. */
  entries: HistoryEntries;
  version: number;
};

/** Writes a monitor's state to its record, its history and its changes to review. An older projection never overwrites a newer one. */
export async function projectMonitorState(database: Database, input: ProjectMonitorStateInput): Promise<void> {
  const { monitors } = database;
  const { monitorId, version, nextRunAt, lastRunAt, entries, ...otherFields } = input;
  await recordHistory(database, { monitorId, entries, version });
  const { incidents } = entries;
  if (incidents.length > 0) {
    const { accountId } = await readMonitor(database, monitorId);
    await recordPageChanges(database, { accountId, monitorId, incidents });
  }
  await monitors.updateOne(
    { _id: monitorId, "state.version": { $lt: version } },
    { $set: { state: { ...otherFields, version, nextRunAt: dateOf(nextRunAt), lastRunAt: dateOf(lastRunAt) } } },
  );
  if (otherFields.baselineRunId === null) return;
  // A rolling baseline moves on from the chosen run, so the choice is removed once applied. An earlier try may have died before.
  await monitors.updateOne(
    {
      _id: monitorId,
      "state.version": version,
      "spec.baselineMode": "rolling",
      "pinned.runId": otherFields.baselineRunId,
    },
    { $set: { pinned: null } },
  );
}

function dateOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}

/** An event of a monitor. `cause` distinguishes it from others of its type. */
export type MonitorEventInput = {
  monitorId: string;
  type: Extract<EventType, `monitor.${string}`>;
  cause: string;
  runId: string | null;
  incident: OpenIncident | null;
  /** The reason of a `monitor.change_recovered`; null for other types. */
  reason: RecoveryReason | null;
  /** Changes in a row that were notified, this one included; null if they are few. */
  changesInARow: number | null;
  /** Differences below the threshold since the last notification; null if there were none. */
  belowThreshold: BelowThreshold | null;
  /** The monitor's previous event, which is delivered first. */
  after: string | null;
  version: number;
};

/** Records a monitor's event for its webhook. Returns the event's id; null if the monitor has no webhook. */
export async function recordMonitorEvent(
  { database, signer }: { database: Database; signer: OutputSigner },
  input: MonitorEventInput,
): Promise<string | null> {
  const { monitorId: resourceId, type, cause, runId, incident, reason, after, version } = input;
  const { changesInARow, belowThreshold } = input;
  const monitor = await readMonitor(database, resourceId);
  const { accountId, spec } = monitor;
  if (spec.webhook === null) return null;
  const now = new Date(version / 1000);
  const data = {
    monitorId: resourceId,
    name: spec.name,
    baselineMode: spec.baselineMode,
    ...(incident !== null && { incident: { ...incident, status: type.endsWith("recovered") ? "closed" : "open" } }),
    ...(reason !== null && { reason }),
    ...(changesInARow !== null && { changesInARow }),
    ...(belowThreshold !== null && { changedBelowThreshold: belowThreshold }),
    ...(runId !== null && (await runData(database, signer, { runId, now }))),
    links: linksOf(signer, { type, monitor, runId, to: "webhook", now }),
  };
  const fact = { type, accountId, resourceId, runId, cause, target: spec.webhook, data, after };
  return recordEvent(database, fact, now);
}

type Subject = Parameters<typeof actionLinks>[1] & { monitor: MonitorRecord };

/** Links by what they do. `see` needs a log-in; the others are signed. */
function linksOf(signer: OutputSigner, subject: Subject): Record<string, string> {
  const { monitor, runId } = subject;
  const actions = actionLinks(signer, subject).map(({ action, url }) => [action, url]);
  const [review] = reviewLinks(signer, subject);
  return {
    see: signer.consoleUrl({ monitorId: monitor._id, runId }),
    ...(review !== undefined && { review: review.url }),
    ...Object.fromEntries(actions),
  };
}

async function runData(
  database: Database,
  signer: OutputSigner,
  { runId, now }: { runId: string; now: Date },
): Promise<Record<string, unknown>> {
  const run = await database.runs.findOne({ _id: runId });
  return run === null ? { runId } : runEvent({ run, now, signer });
}
