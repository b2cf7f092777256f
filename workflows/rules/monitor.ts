import type { BelowThreshold, EventType, RecoveryReason } from "#schemas/events.ts";
import type { Incident } from "#schemas/monitor.ts";

/** What the next message says after one more run; `run` is missing where it found no difference below the threshold. */
export function addBelowThreshold(
  before: BelowThreshold | null,
  run: Omit<BelowThreshold, "runs"> | undefined,
): BelowThreshold | null {
  if (run === undefined) return before;
  if (before === null) return { runs: 1, ...run };
  const largest = run.differenceRatio > before.differenceRatio ? run : before;
  return { ...before, runId: largest.runId, differenceRatio: largest.differenceRatio, runs: before.runs + 1 };
}

/** A monitor's beat: run n is due at `createdAt + n · interval`. Instants and the interval are milliseconds. */
export type Interval = { createdAt: number; interval: number };

/** The number of the last run that is due by `now`; 0 is the first one, at the monitor's creation. */
export function tickAt({ createdAt, interval }: Interval, now: number): number {
  return Math.max(0, Math.floor((now - createdAt) / interval));
}

/** When a run is due. */
export function dueAt({ createdAt, interval }: Interval, slot: number): number {
  return createdAt + slot * interval;
}

/** What a comparison found, as far as its verdict depends on it. Ratios are shares of 1. */
export type Findings = {
  /** Changed share of the whole picture. */
  differenceRatio: number;
  /** Of the page's own regions, where they were recorded: how many came or went, and the changed share of each of the others. */
  regions?: { added: number; removed: number; differenceRatios: readonly number[] };
};

/** Why a comparison counts as a change. */
export type ChangeReason = "page" | "region_added" | "region_removed" | "region_changed";

/**
 * Every reason why a comparison counts as a change; none where it does not count. The page counts from the threshold on,
 * and so does each of its regions: a tall page does not drown a heading. A ratio of 0 never counts.
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
  return rules.flatMap(([reason, holds]) => (holds ? [reason] : []));
}

/** Whether there is a difference that does not count as a change. */
export function isBelowThreshold(findings: Findings, threshold: number): boolean {
  return findings.differenceRatio > 0 && changeVerdict(findings, threshold).length === 0;
}

/** Failed runs in a row that open an incident. */
const failuresToOpen = 3;

/** What is open of a monitor, and how many runs failed in a row. */
export type Incidents = { change: Incident | null; failure: Incident | null; failures: number };

/** Nothing is wrong. */
export const noIncidents: Incidents = { change: null, failure: null, failures: 0 };

/**
 * How a run ended, as far as incidents go. `below_threshold`: a difference that does not count as a change.
 * `unconfirmed`: the confirming capture failed, so nothing is known of the change.
 */
export type RunOutcome = "changed" | "unconfirmed" | "below_threshold" | "unchanged" | "initial" | "failed" | "skipped";

type MonitorEvent = Extract<EventType, `monitor.${string}`>;

/** Something to tell of: one message when an incident opens, one when it is over; `reason` is why a change is over. */
type IncidentEvent = { type: MonitorEvent; incident: Incident; reason: RecoveryReason | null };

/** What is open from now on, and what is to be told. */
type IncidentStep = { incidents: Incidents; events: IncidentEvent[] };

/**
 * A run that ended; `baselineRunId` is the baseline there was for it, `newId` the id of an incident, should it open one,
 * `at` an ISO instant.
 */
export type EndedRun = {
  outcome: RunOutcome;
  runId: string;
  baselineRunId: string | null;
  newId: string;
  at: string;
};

/** What is open after a run, and what is to be told. A skipped run changes nothing. */
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

/** What is open once another run was made the baseline by hand: a change from the one before is settled by that. */
export function afterChoice(before: Incidents): IncidentStep {
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
  const failure = opened("failure", run, failures);
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
    change = opened("change", run, 0);
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

/** Ids of runs sort by time, so they say on which side of the change the baseline was captured. */
function recoveryReason(change: Incident, { outcome, baselineRunId }: EndedRun): RecoveryReason {
  if (outcome === "initial" || baselineRunId === null) return "baseline_renewed";
  if (outcome === "below_threshold") return "below_threshold";
  return baselineRunId < change.runId ? "restored" : "stayed";
}

function opened(type: Incident["type"], { newId, runId, at }: EndedRun, consecutiveFailures: number): Incident {
  return { id: newId, type, status: "open", openedAt: at, runId, consecutiveFailures, lastNotifiedAt: at };
}

/** The one that is shown: a failing monitor does not know whether the change is still there. */
export function shownIncident({ change, failure }: Incidents): Incident | null {
  return failure ?? change;
}
