import type { AlertType, RecoveryReason } from "#schemas/events.ts";
import type { OpenIncident } from "#schemas/monitor/monitor.ts";
import type { CloseReason, IncidentEntry } from "#schemas/monitor/history.ts";

/** Consecutive failed runs that open an incident. */
export const failuresToOpen = 3;

/** Further changes that an incident keeps. */
export const maxKeptUpdates = 20;
/** Told changes in a row from which messages say how to get fewer. */
const manyInARow = 5;

/** The open incidents of a monitor, and two counts: consecutive failed runs, and consecutive runs with a change that was notified. */
export type Incidents = {
  change: OpenIncident | null;
  failure: OpenIncident | null;
  /** About a text of the page that is not as expected. */
  expectation: OpenIncident | null;
  failures: number;
  changesInARow: number;
};

export const noIncidents: Incidents = { change: null, failure: null, expectation: null, failures: 0, changesInARow: 0 };

/**
 * The outcome of a run. `below_threshold` is a difference that does not count as a change. `unconfirmed` means that the
 * confirming capture failed, so the change may or may not exist. `unexpected` means that the page's text is not as expected.
 * `retrying` is a failure that is tried again before it counts. A run with conditions on values is `changed` if they alert,
 * `holding` if they only hold still, else `unmet`.
 */
export type RunOutcome =
  | "changed"
  | "unconfirmed"
  | "below_threshold"
  | "unchanged"
  | "initial"
  | "holding"
  | "unmet"
  | "failed"
  | "unexpected"
  | "retrying"
  | "skipped";

/** A run that ended. `newId` is the id of an incident that it may open; `at` is an ISO instant. */
export type EndedRun = {
  outcome: RunOutcome;
  runId: string;
  baselineRunId: string | null;
  /** Whether a changed run also differs from the run of the last message; see {@link runToDifferFrom}. */
  differsFromTold: boolean;
  newId: string;
  at: string;
};

/** A closed incident. */
type ClosedIncident = { incident: OpenIncident; reason: CloseReason };

/** The open incidents after a step, and those that it opened and closed. `update` is the run of a further change of an open one. */
export type IncidentStep = {
  incidents: Incidents;
  opened: OpenIncident[];
  closed: ClosedIncident[];
  update: string | null;
};

/**
 * The run that a changed run must differ from to be news, beside its baseline. Null if each change is news: no change was
 * notified, or the baseline is as new as the last one that was.
 */
export function runToDifferFrom({ change }: Incidents, baselineRunId: string | null): string | null {
  if (change === null || change.lastNotifiedAt === null) return null;
  return isFollowedBy(change, baselineRunId) ? null : lastRunOf(change);
}

/** The last run of a change that was notified. */
function lastRunOf({ runId, updates }: OpenIncident): string {
  return updates.at(-1)?.runId ?? runId;
}

/** Whether a baseline has the change already. Run ids sort by time. */
function isFollowedBy(change: OpenIncident, baselineRunId: string | null): boolean {
  return baselineRunId !== null && baselineRunId >= lastRunOf(change);
}

/** The incidents after a run. A run that was skipped, or is tried again, changes nothing. */
export function afterRun(before: Incidents, run: EndedRun): IncidentStep {
  switch (run.outcome) {
    case "skipped":
    case "retrying":
      return stepTo(before);
    case "failed":
      return afterFailure(before, run);
    case "unexpected":
      return afterUnexpected(before, run);
    case "changed":
    case "unconfirmed":
    case "below_threshold":
    case "unchanged":
    case "initial":
    case "holding":
    case "unmet":
      return afterSuccess(before, run);
  }
}

/** The incidents after the owner chose another baseline, which closes a change incident. */
export function afterBaselineChosen(before: Incidents): IncidentStep {
  const { change } = before;
  if (change === null) return stepTo(before);
  return stepTo({ ...before, change: null }, { closed: [{ incident: change, reason: "baseline_chosen" }] });
}

function stepTo(incidents: Incidents, events: Partial<Omit<IncidentStep, "incidents">> = {}): IncidentStep {
  return { opened: [], closed: [], update: null, ...events, incidents };
}

function afterFailure(before: Incidents, run: EndedRun): IncidentStep {
  const failures = before.failures + 1;
  const incidents = { ...before, failures };
  if (before.failure !== null) {
    const failure = { ...before.failure, consecutiveFailures: failures };
    return stepTo({ ...incidents, failure });
  }
  if (failures < failuresToOpen) return stepTo(incidents);
  const failure = openIncident("failure", run, failures);
  return stepTo({ ...incidents, failure }, { opened: [failure] });
}

/** A page whose text is not as expected could be captured. */
function afterUnexpected({ change, failure, expectation, changesInARow }: Incidents, run: EndedRun): IncidentStep {
  const closed = closedBy(failure, "captured");
  const incidents = { ...noIncidents, change, expectation, changesInARow };
  if (expectation !== null) return stepTo(incidents, { closed });
  const opened = openIncident("expectation", run, 0);
  return stepTo({ ...incidents, expectation: opened }, { opened: [opened], closed });
}

function closedBy(incident: OpenIncident | null, reason: CloseReason): ClosedIncident[] {
  return incident === null ? [] : [{ incident, reason }];
}

function afterSuccess({ change, failure, expectation, changesInARow }: Incidents, run: EndedRun): IncidentStep {
  const closedIncidents = [...closedBy(failure, "captured"), ...closedBy(expectation, "expected")];
  const incidents = { ...noIncidents, change, changesInARow };
  if (run.outcome === "unconfirmed") return stepTo(incidents, { closed: closedIncidents });
  if (run.outcome === "changed") return afterChange(incidents, closedIncidents, run);
  const quiet = { ...incidents, changesInARow: 0 };
  if (change === null || run.outcome === "holding") return stepTo(quiet, { closed: closedIncidents });
  closedIncidents.push({ incident: change, reason: recoveryReason(change, run) });
  return stepTo({ ...quiet, change: null }, { closed: closedIncidents });
}

/** The incidents after a confirmed change. It opens one, unless the open one is about it or gets an update. */
function afterChange(incidents: Incidents, closedIncidents: ClosedIncident[], run: EndedRun): IncidentStep {
  const { change } = incidents;
  if (change === null || isFollowedBy(change, run.baselineRunId)) {
    const opened = openIncident("change", run, 0);
    const ended: ClosedIncident[] = change === null ? [] : [{ incident: change, reason: "changed_again" }];
    return stepTo({ ...incidents, change: opened }, { opened: [opened], closed: [...closedIncidents, ...ended] });
  }
  if (run.differsFromTold) return stepTo(incidents, { closed: closedIncidents, update: run.runId });
  // A change that still waits for its message is news at that message.
  return stepTo(change.lastNotifiedAt === null ? incidents : { ...incidents, changesInARow: 0 }, {
    closed: closedIncidents,
  });
}

/** Run ids sort by time. So they show whether the baseline was captured before or after the change. */
function recoveryReason(change: OpenIncident, { outcome, baselineRunId }: EndedRun): RecoveryReason {
  if (outcome === "initial" || baselineRunId === null) return "baseline_renewed";
  if (outcome === "unmet") return "condition_ended";
  if (outcome === "below_threshold") return "below_threshold";
  return baselineRunId < change.runId ? "restored" : "stayed";
}

function openIncident(
  type: OpenIncident["type"],
  { newId, runId, at }: EndedRun,
  consecutiveFailures: number,
): OpenIncident {
  return {
    id: newId,
    type,
    status: "open",
    openedAt: at,
    runId,
    consecutiveFailures,
    updates: [],
    lastNotifiedAt: null,
  };
}

/** The incident in the monitor's record. Failures come first, as a failing monitor does not know whether the others remain. */
export function shownIncident({ change, failure, expectation }: Incidents): OpenIncident | null {
  return failure ?? expectation ?? change;
}

/** The entries of a step, which ended at the ISO instant `at`, in the monitor's history. */
export function incidentEntries({ opened, closed }: IncidentStep, at: string): IncidentEntry[] {
  return [
    ...closed.map(({ incident, reason }) => entryOf(incident, { closedAt: at, reason })),
    ...opened.map(openEntry),
  ];
}

function entryOf(
  { id, type, runId, openedAt, updates }: OpenIncident,
  end: Pick<IncidentEntry, "closedAt" | "reason">,
): IncidentEntry {
  return { id, type, runId, openedAt, updates, ...end };
}

/** The entry of an open incident in the monitor's history. */
export function openEntry(incident: OpenIncident): IncidentEntry {
  return entryOf(incident, { closedAt: null, reason: null });
}

/**
 * A message about an incident, and the run that it is about. `reason` says why a change incident closed. `changesInARow`
 * counts the changes in a row, this one included; null if there are few, or if the message is about no new change.
 */
export type IncidentMessage = {
  type: AlertType;
  runId: string;
  incident: OpenIncident;
  reason: RecoveryReason | null;
  changesInARow: number | null;
};

/** The messages about the incidents that the run `runId` closed. There is none if the opening was not notified either. */
export function recoveryMessages(closed: readonly ClosedIncident[], runId: string): IncidentMessage[] {
  return closed.flatMap(({ incident, reason }): IncidentMessage[] => {
    // After `changed_again`, the message about the next change is enough.
    if (incident.lastNotifiedAt === null || reason === "changed_again") return [];
    const common = { runId, incident, changesInARow: null };
    if (reason === "captured") return [{ ...common, type: "monitor.failure_recovered", reason: null }];
    if (reason === "expected") return [{ ...common, type: "monitor.expectation_recovered", reason: null }];
    return [{ ...common, type: "monitor.change_recovered", reason }];
  });
}

/**
 * The messages about open incidents that were not notified yet, and about the run `update` of a further change, as of the ISO
 * instant `at`. Each has the incident as it is after the message.
 */
export function newsMessages(
  { change, failure, expectation, changesInARow }: Incidents,
  { update, at }: { update: string | null; at: string },
): IncidentMessage[] {
  const countAfter = (changes: number) => (changesInARow + changes >= manyInARow ? changesInARow + changes : null);
  const openings = [change, failure, expectation].flatMap((incident): IncidentMessage[] => {
    if (incident === null || incident.lastNotifiedAt !== null) return [];
    const { type, runId } = incident;
    const counted = type === "change" ? countAfter(1) : null;
    const told = { ...incident, lastNotifiedAt: at };
    return [{ type: openingTypes[type], runId, incident: told, reason: null, changesInARow: counted }];
  });
  if (update === null || change === null) return openings;
  const updates = [...change.updates, { runId: update, at }].slice(-maxKeptUpdates);
  const incident = { ...change, updates, lastNotifiedAt: at };
  // An opening that waited for the end of a mute comes first.
  const counted = countAfter(change.lastNotifiedAt === null ? 2 : 1);
  return [
    ...openings,
    { type: "monitor.change_updated", runId: update, incident, reason: null, changesInARow: counted },
  ];
}

const openingTypes = {
  change: "monitor.change_detected",
  failure: "monitor.failed",
  expectation: "monitor.expectation_broken",
} as const;

/** The incidents after a message about one of them was sent. */
export function afterMessage(incidents: Incidents, { incident }: Pick<IncidentMessage, "incident">): Incidents {
  const changesInARow = incidents.changesInARow + (incident.type === "change" ? 1 : 0);
  return { ...incidents, changesInARow, [incident.type]: incident };
}
