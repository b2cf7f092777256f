import type { BelowThreshold, EventType, RecoveryReason } from "#schemas/events.ts";
import type { Incident } from "#schemas/monitor.ts";

/** The differences below the threshold since the last notification, after one more run. `run` is undefined if it found none. */
export function addBelowThreshold(
  before: BelowThreshold | null,
  run: Omit<BelowThreshold, "runs"> | undefined,
): BelowThreshold | null {
  if (run === undefined) return before;
  if (before === null) return { runs: 1, ...run };
  const largest = run.differenceRatio > before.differenceRatio ? run : before;
  return { ...before, runId: largest.runId, differenceRatio: largest.differenceRatio, runs: before.runs + 1 };
}

/** A monitor's interval. Run n is due at `createdAt + n · interval`, in milliseconds. */
export type Interval = { createdAt: number; interval: number };

/** The tick of the last run that is due by `now`; 0 is the run at the monitor's creation. */
export function tickAt({ createdAt, interval }: Interval, now: number): number {
  return Math.max(0, Math.floor((now - createdAt) / interval));
}

/** The instant at which the run of a tick is due, milliseconds. */
export function dueAt({ createdAt, interval }: Interval, tick: number): number {
  return createdAt + tick * interval;
}

/** The findings of a comparison that decide its verdict. Ratios are from 0 to 1. */
export type Findings = {
  /** Changed share of the whole picture. */
  differenceRatio: number;
  /** The page's regions, if they were recorded: how many were added or removed, and the changed share of each other region. */
  regions?: { added: number; removed: number; differenceRatios: readonly number[] };
};

/** Why a comparison counts as a change. */
export type ChangeReason = "page" | "region_added" | "region_removed" | "region_changed";

/**
 * All reasons why a comparison counts as a change; empty if it does not. The threshold applies to the page and to each region,
 * so a small change in a heading counts also on a tall page. A ratio of 0 never counts.
 */
export function changeVerdict({ differenceRatio, regions }: Findings, threshold: number): ChangeReason[] {
  const reached = (ratio: number) => ratio > 0 && ratio >= threshold;
  const { added, removed, differenceRatios } = regions ?? { added: 0, removed: 0, differenceRatios: [] };
  const rules: [ChangeReason, boolean][] = [
    ["page", reached(differenceRatio)],
    ["region_added", added > 0],
    ["region_removed", removed > 0],
    ["region_changed", differenceRatios.some(reached)],
  ];
  return rules.flatMap(([reason, applies]) => (applies ? [reason] : []));
}

/** Whether a comparison found a difference that does not count as a change. */
export function isBelowThreshold(findings: Findings, threshold: number): boolean {
  return findings.differenceRatio > 0 && changeVerdict(findings, threshold).length === 0;
}

/** Consecutive failed runs that open an incident. */
const failuresToOpen = 3;

/** The open incidents of a monitor, and the number of consecutive failed runs. */
export type Incidents = { change: Incident | null; failure: Incident | null; failures: number };

export const noIncidents: Incidents = { change: null, failure: null, failures: 0 };

/**
 * The outcome of a run. `below_threshold` is a difference that does not count as a change. `unconfirmed` means that the
 * confirming capture failed, so the change may or may not exist.
 */
export type RunOutcome = "changed" | "unconfirmed" | "below_threshold" | "unchanged" | "initial" | "failed" | "skipped";

type MonitorEvent = Extract<EventType, `monitor.${string}`>;

/** An event to send when an incident opens or closes. `reason` says why a change incident closed. */
type IncidentEvent = { type: MonitorEvent; incident: Incident; reason: RecoveryReason | null };

/** The new incidents, and the events to send. */
type IncidentStep = { incidents: Incidents; events: IncidentEvent[] };

/** A run that ended. `newId` is the id of an incident that it may open; `at` is an ISO instant. */
export type EndedRun = {
  outcome: RunOutcome;
  runId: string;
  baselineRunId: string | null;
  newId: string;
  at: string;
};

/** The incidents and events after a run. A skipped run changes nothing. */
export function afterRun(before: Incidents, run: EndedRun): IncidentStep {
  switch (run.outcome) {
    case "skipped":
      return { incidents: before, events: [] };
    case "failed":
      return afterFailure(before, run);
    case "changed":
    case "unconfirmed":
    case "below_threshold":
    case "unchanged":
    case "initial":
      return afterSuccess(before, run);
  }
}

/** The incidents and events after the owner chose another baseline, which closes a change incident. */
export function afterBaselineChosen(before: Incidents): IncidentStep {
  const { change } = before;
  if (change === null) return { incidents: before, events: [] };
  const event: IncidentEvent = { type: "monitor.change_recovered", incident: change, reason: "baseline_chosen" };
  return { incidents: { ...before, change: null }, events: [event] };
}

function afterFailure(before: Incidents, run: EndedRun): IncidentStep {
  const failures = before.failures + 1;
  if (before.failure !== null) {
    return {
      incidents: { ...before, failures, failure: { ...before.failure, consecutiveFailures: failures } },
      events: [],
    };
  }
  if (failures < failuresToOpen) return { incidents: { ...before, failures }, events: [] };
  const failure = openIncident("failure", run, failures);
  const event: IncidentEvent = { type: "monitor.failed", incident: failure, reason: null };
  return { incidents: { ...before, failures, failure }, events: [event] };
}

function afterSuccess(before: Incidents, run: EndedRun): IncidentStep {
  const events: IncidentEvent[] = [];
  if (before.failure !== null) {
    events.push({ type: "monitor.failure_recovered", incident: before.failure, reason: null });
  }
  let { change } = before;
  if (run.outcome === "changed" && change === null) {
    change = openIncident("change", run, 0);
    events.push({ type: "monitor.change_detected", incident: change, reason: null });
  } else if (endsChange(run) && change !== null) {
    events.push({ type: "monitor.change_recovered", incident: change, reason: recoveryReason(change, run) });
    change = null;
  }
  return { incidents: { change, failure: null, failures: 0 }, events };
}

function endsChange({ outcome }: EndedRun): boolean {
  return outcome === "unchanged" || outcome === "below_threshold" || outcome === "initial";
}

/** Run ids sort by time. So they show whether the baseline was captured before or after the change. */
function recoveryReason(change: Incident, { outcome, baselineRunId }: EndedRun): RecoveryReason {
  if (outcome === "initial" || baselineRunId === null) return "baseline_renewed";
  if (outcome === "below_threshold") return "below_threshold";
  return baselineRunId < change.runId ? "restored" : "stayed";
}

function openIncident(type: Incident["type"], { newId, runId, at }: EndedRun, consecutiveFailures: number): Incident {
  return { id: newId, type, status: "open", openedAt: at, runId, consecutiveFailures, lastNotifiedAt: at };
}

/** The incident in the monitor's record. Failures come first, as a failing monitor does not know whether the change remains. */
export function shownIncident({ change, failure }: Incidents): Incident | null {
  return failure ?? change;
}
