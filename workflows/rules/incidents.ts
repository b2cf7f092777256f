import type { AlertType, RecoveryReason } from "#schemas/events.ts";
import type { OpenIncident } from "#schemas/monitor/monitor.ts";
import type { CloseReason, IncidentEntry } from "#schemas/monitor/history.ts";

/** Consecutive failed runs that open an incident. */
const failuresToOpen = 3;

/** The open incidents of a monitor, and the number of consecutive failed runs. */
export type Incidents = { change: OpenIncident | null; failure: OpenIncident | null; failures: number };

export const noIncidents: Incidents = { change: null, failure: null, failures: 0 };

/**
 * The outcome of a run. `below_threshold` is a difference that does not count as a change. `unconfirmed` means that the
 * confirming capture failed, so the change may or may not exist.
 */
export type RunOutcome = "changed" | "unconfirmed" | "below_threshold" | "unchanged" | "initial" | "failed" | "skipped";

/** A run that ended. `newId` is the id of an incident that it may open; `at` is an ISO instant. */
export type EndedRun = {
  outcome: RunOutcome;
  runId: string;
  baselineRunId: string | null;
  newId: string;
  at: string;
};

/** A closed incident. */
type ClosedIncident = { incident: OpenIncident; reason: CloseReason };

/** The open incidents after a step, and those that it opened and closed. */
export type IncidentStep = { incidents: Incidents; opened: OpenIncident[]; closed: ClosedIncident[] };

/** The incidents after a run. A skipped run changes nothing. */
export function afterRun(before: Incidents, run: EndedRun): IncidentStep {
  switch (run.outcome) {
    case "skipped":
      return { incidents: before, opened: [], closed: [] };
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

/** The incidents after the owner chose another baseline, which closes a change incident. */
export function afterBaselineChosen(before: Incidents): IncidentStep {
  const { change } = before;
  if (change === null) return { incidents: before, opened: [], closed: [] };
  const closed: ClosedIncident[] = [{ incident: change, reason: "baseline_chosen" }];
  return { incidents: { ...before, change: null }, opened: [], closed };
}

function afterFailure(before: Incidents, run: EndedRun): IncidentStep {
  const failures = before.failures + 1;
  const incidents = { ...before, failures };
  if (before.failure !== null) {
    const failure = { ...before.failure, consecutiveFailures: failures };
    return { incidents: { ...incidents, failure }, opened: [], closed: [] };
  }
  if (failures < failuresToOpen) return { incidents, opened: [], closed: [] };
  const failure = openIncident("failure", run, failures);
  return { incidents: { ...incidents, failure }, opened: [failure], closed: [] };
}

function afterSuccess({ change, failure }: Incidents, run: EndedRun): IncidentStep {
  const closed: ClosedIncident[] = failure === null ? [] : [{ incident: failure, reason: "captured" }];
  const incidents = { ...noIncidents, change };
  if (run.outcome === "changed" && change === null) {
    const opened = openIncident("change", run, 0);
    return { incidents: { ...incidents, change: opened }, opened: [opened], closed };
  }
  if (change === null || !endsChange(run)) return { incidents, opened: [], closed };
  closed.push({ incident: change, reason: recoveryReason(change, run) });
  return { incidents: noIncidents, opened: [], closed };
}

function endsChange({ outcome }: EndedRun): boolean {
  return outcome === "unchanged" || outcome === "below_threshold" || outcome === "initial";
}

/** Run ids sort by time. So they show whether the baseline was captured before or after the change. */
function recoveryReason(change: OpenIncident, { outcome, baselineRunId }: EndedRun): RecoveryReason {
  if (outcome === "initial" || baselineRunId === null) return "baseline_renewed";
  if (outcome === "below_threshold") return "below_threshold";
  return baselineRunId < change.runId ? "restored" : "stayed";
}

function openIncident(
  type: OpenIncident["type"],
  { newId, runId, at }: EndedRun,
  consecutiveFailures: number,
): OpenIncident {
  return { id: newId, type, status: "open", openedAt: at, runId, consecutiveFailures, lastNotifiedAt: null };
}

/** The incident in the monitor's record. Failures come first, as a failing monitor does not know whether the change remains. */
export function shownIncident({ change, failure }: Incidents): OpenIncident | null {
  return failure ?? change;
}

/** The entries of a step, which ended at the ISO instant `at`, in the monitor's history. */
export function incidentEntries({ opened, closed }: IncidentStep, at: string): IncidentEntry[] {
  return [
    ...closed.map(({ incident, reason }) => entryOf(incident, { closedAt: at, reason })),
    ...opened.map((incident) => entryOf(incident, { closedAt: null, reason: null })),
  ];
}

function entryOf(
  { id, type, runId, openedAt }: OpenIncident,
  end: Pick<IncidentEntry, "closedAt" | "reason">,
): IncidentEntry {
  return { id, type, runId, openedAt, ...end };
}

/** A message about an incident. `reason` says why a change incident closed. */
export type IncidentMessage = { type: AlertType; incident: OpenIncident; reason: RecoveryReason | null };

/** The messages about closed incidents. There is none if the opening was not notified either. */
export function recoveryMessages(closed: readonly ClosedIncident[]): IncidentMessage[] {
  const notified = closed.filter(({ incident }) => incident.lastNotifiedAt !== null);
  return notified.map(({ incident, reason }) =>
    reason === "captured"
      ? { type: "monitor.failure_recovered", incident, reason: null }
      : { type: "monitor.change_recovered", incident, reason },
  );
}

/** The messages about open incidents that were not notified yet, as of the ISO instant `at`. */
export function openingMessages({ change, failure }: Incidents, at: string): IncidentMessage[] {
  return [change, failure].flatMap((incident) =>
    incident === null || incident.lastNotifiedAt !== null
      ? []
      : { type: openingTypes[incident.type], incident: { ...incident, lastNotifiedAt: at }, reason: null },
  );
}

const openingTypes = { change: "monitor.change_detected", failure: "monitor.failed" } as const;

/** The incidents with one of them replaced. */
export function replaceIncident(incidents: Incidents, incident: OpenIncident): Incidents {
  return { ...incidents, [incident.type]: incident };
}
