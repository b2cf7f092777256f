import type { EventType } from "#schemas/events.ts";
import type { Incident } from "#schemas/monitor.ts";

/** Failed runs in a row that open an incident. */
const failuresToOpen = 3;

/** What is open of a monitor, and how many runs failed in a row. */
export type Incidents = { change: Incident | null; failure: Incident | null; failures: number };

/** Nothing is wrong. */
export const noIncidents: Incidents = { change: null, failure: null, failures: 0 };

/** How a run ended, as far as incidents go; of an unconfirmed change nobody knows whether it is there. */
export type RunOutcome = "changed" | "unconfirmed" | "unchanged" | "initial" | "failed" | "skipped";

type MonitorEvent = Extract<EventType, `monitor.${string}`>;

/** Something to tell of: one message when an incident opens, one when it is over. */
export type IncidentEvent = { type: MonitorEvent; incident: Incident };

/** A run that ended; `newId` is the id of an incident, should it open one, `at` an ISO instant. */
export type EndedRun = { outcome: RunOutcome; runId: string; newId: string; at: string };

/** What is open after a run, and what is to be told. A skipped run changes nothing. */
export function afterRun(before: Incidents, run: EndedRun): { incidents: Incidents; events: IncidentEvent[] } {
  switch (run.outcome) {
    case "skipped":
      return { incidents: before, events: [] };
    case "failed":
      return afterFailure(before, run);
    case "changed":
    case "unconfirmed":
    case "unchanged":
    case "initial":
      return afterSuccess(before, run);
  }
}

function afterFailure(before: Incidents, run: EndedRun): { incidents: Incidents; events: IncidentEvent[] } {
  const failures = before.failures + 1;
  if (before.failure !== null) {
    return {
      incidents: { ...before, failures, failure: { ...before.failure, consecutiveFailures: failures } },
      events: [],
    };
  }
  if (failures < failuresToOpen) return { incidents: { ...before, failures }, events: [] };
  const failure = opened("failure", run, failures);
  return { incidents: { ...before, failures, failure }, events: [{ type: "monitor.failed", incident: failure }] };
}

function afterSuccess(before: Incidents, run: EndedRun): { incidents: Incidents; events: IncidentEvent[] } {
  const events: IncidentEvent[] = [];
  if (before.failure !== null) events.push({ type: "monitor.failure_recovered", incident: before.failure });
  let { change } = before;
  if (run.outcome === "changed" && change === null) {
    change = opened("change", run, 0);
    events.push({ type: "monitor.change_detected", incident: change });
  } else if ((run.outcome === "unchanged" || run.outcome === "initial") && change !== null) {
    events.push({ type: "monitor.change_recovered", incident: change });
    change = null;
  }
  return { incidents: { change, failure: null, failures: 0 }, events };
}

function opened(type: Incident["type"], { newId, runId, at }: EndedRun, consecutiveFailures: number): Incident {
  return { id: newId, type, status: "open", openedAt: at, runId, consecutiveFailures, lastNotifiedAt: at };
}

/** The one that is shown: a failing monitor does not know whether the change is still there. */
export function shownIncident({ change, failure }: Incidents): Incident | null {
  return failure ?? change;
}
