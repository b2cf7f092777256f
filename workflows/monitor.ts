import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  executeChild,
  isCancellation,
  ParentClosePolicy,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import type { MonitorPlan } from "#activities/projections/monitors.ts";
import type { AlertType, RecoveryReason } from "#schemas/events.ts";
import type { OpenIncident } from "#schemas/monitor.ts";
import { startMailDelivery, startWebhookDelivery } from "./deliveries.ts";
import { instantOf, newId, nextVersion } from "./ids.ts";
import { controlSignals, type MonitorInput, type MonitorLoopState, monitorSignals } from "./messages.ts";
import { monitorRun, type MonitorRunResult } from "./monitorRun.ts";
import { project } from "./proxies.ts";
import {
  afterBaselineChosen,
  afterRun,
  noIncidents,
  openingMessages,
  recoveryMessages,
  replaceIncident,
  shownIncident,
} from "./rules/incidents.ts";
import { addBelowThreshold, dueAt, tickAt } from "./rules/monitor.ts";
import { workflowStart } from "./starts.ts";

/** Runs per history, before the workflow continues as new. */
const maxRunsPerHistory = 150;
/** Milliseconds between two checks whether the plan allows a paused monitor again. */
const planLimitPollMs = 10 * 60_000;

const initialState: MonitorLoopState = {
  tick: -1,
  interval: null,
  baseline: null,
  incidents: noIncidents,
  planLimit: null,
  manual: [],
  lastRunAt: null,
  belowThreshold: null,
  lastEventId: null,
};

/**
 * The clock of one monitor. It starts a run at each tick and for each manual request, one at a time, as child workflows. It
 * owns the baseline and the incidents. It reads the owner's settings before each run, so a lost signal only delays a change.
 */
export async function monitor(input: MonitorInput): Promise<void> {
  try {
    await loop(input);
  } catch (error) {
    // A cancellation by an operator pauses the monitor. The owner's next change starts it again.
    const { monitorId } = input;
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() => project.steerMonitor({ monitorId, wanted: "paused" }));
    }
    throw error;
  }
}

async function loop(input: MonitorInput): Promise<void> {
  const state = { ...initialState, ...input.state };
  const signals = listen(state, input.monitorId);
  let wasPaused = false;
  for (let runs = 0; ;) {
    signals.changed = false;
    if (signals.steer !== null) await steer(input, signals);
    const plan = await project.planMonitor({ monitorId: input.monitorId, outOfCredits: state.planLimit === "credits" });
    if (plan.wanted === "deleted" || signals.removed) return cancelQueuedRuns(input, state, plan);
    await applyPlan(input, state, { plan, wasPaused });
    wasPaused = isPaused(plan);
    const [manual] = state.manual;
    const due = nextDue(state, plan);
    await projectState(input, state, { plan, due });
    // The continued state does not contain a pending pause or resume.
    if (signals.steer === null && (runs >= maxRunsPerHistory || workflowInfo().continueAsNewSuggested)) {
      await continueAsNew<typeof monitor>({ ...input, state });
    }
    const hasSignal = () => signals.changed || signals.removed || signals.steer !== null || state.manual.length > 0;
    if (manual === undefined) {
      const wait = due === null ? (state.planLimit === null ? null : planLimitPollMs) : Math.max(1, due - Date.now());
      const interrupted = wait === null ? (await condition(hasSignal), true) : await condition(hasSignal, wait);
      if (interrupted || due === null) continue;
      state.tick = Math.max(state.tick + 1, tickAt(intervalOf(plan), Date.now()));
    }
    await runOnce(input, state, { plan, manual: manual ?? null, removed: () => signals.removed });
    runs += 1;
  }
}

type PendingSignals = { changed: boolean; removed: boolean; steer: "active" | "paused" | null };

/** Handles the signals of the API and of operators. Returns the pending signals, which the handlers update. */
function listen(state: MonitorLoopState, monitorId: string): PendingSignals {
  const signals: PendingSignals = { changed: false, removed: false, steer: null };
  setHandler(defineSignal(monitorSignals.changed), () => void (signals.changed = true));
  setHandler(defineSignal(monitorSignals.remove), () => void (signals.removed = true));
  setHandler(defineSignal(controlSignals.pause), () => void (signals.steer = "paused"));
  setHandler(defineSignal(controlSignals.resume), () => void (signals.steer = "active"));
  setHandler(defineSignal<[{ runId: string }]>(monitorSignals.run), ({ runId }) => {
    if (!state.manual.includes(runId)) state.manual = [...state.manual, runId];
  });
  setCurrentDetails(`monitor ${monitorId}`);
  return signals;
}

async function steer({ monitorId }: MonitorInput, signals: PendingSignals): Promise<void> {
  const wanted = signals.steer;
  signals.steer = null;
  if (wanted !== null) await project.steerMonitor({ monitorId, wanted });
}

/** Cancels and refunds the queued manual runs of a deleted monitor. */
async function cancelQueuedRuns(
  { monitorId }: MonitorInput,
  state: MonitorLoopState,
  { captureRev }: MonitorPlan,
): Promise<void> {
  setCurrentDetails("deleted");
  const end = { status: "failed", code: "cancelled", message: null } as const;
  for (const runId of state.manual) {
    await project.settleRun({ runId, monitorId, baselineRunId: null, captureRev, end, version: nextVersion() });
  }
}

/** Applies the owner's changes of interval and baseline, and the limits of the account's plan. */
async function applyPlan(
  input: MonitorInput,
  state: MonitorLoopState,
  { plan, wasPaused }: { plan: MonitorPlan; wasPaused: boolean },
): Promise<void> {
  if (state.interval !== plan.interval && state.tick >= 0) state.tick = tickAt(intervalOf(plan), Date.now());
  state.interval = plan.interval;
  const chosenRunId = plan.pinned === state.baseline?.runId ? null : plan.pinned;
  if (chosenRunId !== null) state.baseline = { runId: chosenRunId, captureRev: plan.captureRev };
  if (state.baseline !== null && state.baseline.captureRev !== plan.captureRev) state.baseline = null;
  const isNewlyLimited = plan.planLimit !== null && state.planLimit === null;
  // Ticks that passed during a pause are not made up for.
  if (wasPaused || isPaused(plan)) state.tick = Math.max(state.tick, tickAt(intervalOf(plan), Date.now()));
  state.planLimit = plan.planLimit;
  if (chosenRunId !== null) await closeChange(input, state, chosenRunId);
  if (isNewlyLimited) await notify(input, state, { type: "monitor.paused", runId: null, incident: null, reason: null });
}

/** Closes an open change incident after the owner made another run the baseline. */
async function closeChange(input: MonitorInput, state: MonitorLoopState, runId: string): Promise<void> {
  const { incidents, closed } = afterBaselineChosen(state.incidents);
  state.incidents = incidents;
  for (const message of recoveryMessages(closed)) await notify(input, state, { ...message, runId });
}

function isPaused({ wanted, planLimit }: MonitorPlan): boolean {
  return wanted === "paused" || planLimit !== null;
}

/** Instant of the next scheduled run, milliseconds since 1970; null while the monitor is paused. */
function nextDue(state: MonitorLoopState, plan: MonitorPlan): number | null {
  return plan.wanted === "active" && state.planLimit === null ? dueAt(intervalOf(plan), state.tick + 1) : null;
}

function intervalOf({ createdAt, interval }: MonitorPlan) {
  return { createdAt, interval };
}

async function projectState(
  { monitorId }: MonitorInput,
  state: MonitorLoopState,
  { plan, due }: { plan: MonitorPlan; due: number | null },
): Promise<void> {
  const nextRunAt = due === null ? null : new Date(due).toISOString();
  setCurrentDetails(`next run ${nextRunAt ?? "none"} · baseline ${state.baseline?.runId ?? "none"}`);
  await project.projectMonitorState({
    monitorId,
    appliedRev: plan.captureRev,
    baselineRunId: state.baseline?.runId ?? null,
    nextRunAt,
    lastRunAt: state.lastRunAt,
    planLimit: state.planLimit,
    incident: shownIncident(state.incidents),
    version: nextVersion(),
  });
}

type RunContext = { plan: MonitorPlan; manual: string | null; removed: () => boolean };

async function runOnce(input: MonitorInput, state: MonitorLoopState, context: RunContext): Promise<void> {
  const { plan, manual } = context;
  const runId = manual ?? newId(dueAt(intervalOf(plan), state.tick));
  const result = await runChild(input, state, { ...context, runId });
  state.manual = state.manual.filter((queued) => queued !== runId);
  state.lastRunAt = new Date().toISOString();
  // A run that stopped with its monitor causes no notification.
  if (context.removed()) return;
  // The next plan lifts this limit when the account can pay again.
  if (result.outOfCredits) state.planLimit = "credits";
  const { captureRev } = result;
  const baselineRunId = state.baseline?.runId ?? null;
  if (result.baseline && (plan.rolling || state.baseline?.captureRev !== captureRev))
    state.baseline = { runId, captureRev };
  state.belowThreshold = addBelowThreshold(state.belowThreshold, result.belowThreshold);
  const at = state.lastRunAt;
  const { incidents, closed } = afterRun(state.incidents, {
    outcome: result.outcome,
    runId,
    baselineRunId,
    newId: newId(instantOf(runId)),
    at,
  });
  state.incidents = incidents;
  if (result.outOfCredits)
    await notify(input, state, { type: "monitor.paused", runId: null, incident: null, reason: null });
  for (const message of recoveryMessages(closed)) await notify(input, state, { ...message, runId });
  if (result.outcome !== "skipped") await notifyOpenings(input, state, at);
}

/** Notifies of open incidents. One that opened while the monitor was muted is notified after a later run. */
async function notifyOpenings(input: MonitorInput, state: MonitorLoopState, at: string): Promise<void> {
  for (const message of openingMessages(state.incidents, at)) {
    const { incident } = message;
    const isNotified = await notify(input, state, { ...message, runId: incident.runId });
    if (isNotified) state.incidents = replaceIncident(state.incidents, incident);
  }
}

/** Runs one run as a child workflow, which operators can inspect. Removing the monitor cancels it. */
async function runChild(
  { monitorId, accountId }: MonitorInput,
  state: MonitorLoopState,
  { plan, manual, runId, removed }: RunContext & { runId: string },
): Promise<MonitorRunResult> {
  const baselineRunId = state.baseline?.runId ?? null;
  const { host, captureRev, timeout, stores } = plan;
  const input = {
    runId,
    monitorId,
    accountId,
    host,
    manual: manual !== null,
    baselineRunId,
    captureRev,
    timeout,
    stores,
  };
  const { workflowType: _type, ...options } = workflowStart({ type: "monitorRun", input });
  const scope = new CancellationScope();
  const work = scope.run(() =>
    executeChild(monitorRun, { ...options, parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL }),
  );
  let ended = false;
  const settled = work.finally(() => void (ended = true));
  try {
    await condition(() => ended || removed()).then(() => (ended ? undefined : scope.cancel()));
    return await settled;
  } catch (error) {
    if (isCancellation(error) && !removed()) throw error;
    // An operator terminated the run or it broke, so its record is still open.
    const end = { status: "failed", code: "internal_error", message: "The run was stopped by an operator." } as const;
    await project.settleRun({ runId, monitorId, baselineRunId, captureRev, end, version: nextVersion() });
    return { outcome: "failed", baseline: false, captureRev, outOfCredits: false };
  }
}

type Notification = {
  type: AlertType;
  runId: string | null;
  incident: OpenIncident | null;
  reason: RecoveryReason | null;
};

/**
 * Notifies by e-mail and webhook. Returns false, and sends nothing, if the owner muted the monitor or acknowledged the
 * incident. Each delivery is a workflow that waits for the previous one. The notification includes the differences below the
 * threshold since the previous notification.
 */
async function notify(
  { monitorId, accountId }: MonitorInput,
  state: MonitorLoopState,
  content: Notification,
): Promise<boolean> {
  const version = nextVersion();
  if (!(await project.mayNotify({ monitorId, type: content.type, incident: content.incident, version }))) return false;
  const notification = { ...content, belowThreshold: state.belowThreshold };
  state.belowThreshold = null;
  // A monitor may be paused more than once within an interval, so the tick is not unique.
  const occasion = notification.incident?.id ?? `at ${version}`;
  const mailIds = await project.recordMonitorMails({ monitorId, ...notification, occasion, version });
  for (const mailId of mailIds) await startMailDelivery({ mailId, accountId, type: notification.type, inOrder: true });
  const eventId = await project.recordMonitorEvent({
    monitorId,
    ...notification,
    occasion,
    after: state.lastEventId,
    version,
  });
  if (eventId === null) return true;
  state.lastEventId = eventId;
  await startWebhookDelivery({ eventId, accountId, type: notification.type, inOrder: true }, monitorId);
  return true;
}
