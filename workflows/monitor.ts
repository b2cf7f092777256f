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
import type { Incident } from "#schemas/monitor.ts";
import { startMailDelivery, startWebhookDelivery } from "./deliveries.ts";
import { instantOf, newId, nextVersion } from "./ids.ts";
import { controlSignals, type MonitorInput, type MonitorLoopState, monitorSignals } from "./messages.ts";
import { monitorRun, type RanMonitor } from "./monitorRun.ts";
import { project } from "./proxies.ts";
import {
  addBelowThreshold,
  afterChoice,
  afterRun,
  dueAt,
  noIncidents,
  shownIncident,
  tickAt,
} from "./rules/monitor.ts";
import { monitorRunStart } from "./starts.ts";

/** Runs per history, before the workflow continues as new. */
const maxRunsPerHistory = 150;
/** How often it is looked whether the plan still stands against a monitor, milliseconds. */
const planLimitPollMs = 10 * 60_000;

const fresh: MonitorLoopState = {
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
 * The clock of one monitor: a run at each beat and whenever one is asked for, one at a time, each a workflow of its own.
 * It owns the baseline and the incidents. The owner's spec is read again before each run, so a lost signal heals.
 */
export async function monitor(input: MonitorInput): Promise<void> {
  try {
    await loop(input);
  } catch (error) {
    // An operator who cancels it means that it shall stand still; the owner's next change starts it again.
    const { monitorId } = input;
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() => project.steerMonitor({ monitorId, wanted: "paused" }));
    }
    throw error;
  }
}

async function loop(input: MonitorInput): Promise<void> {
  const state = { ...fresh, ...input.state };
  const signals = listen(state, input.monitorId);
  let wasPaused = false;
  for (let runs = 0; ;) {
    signals.changed = false;
    if (signals.steer !== null) await steer(input, signals);
    const plan = await project.planMonitor({ monitorId: input.monitorId, outOfCredits: state.planLimit === "credits" });
    if (plan.wanted === "deleted" || signals.removed) return cancelQueuedRuns(input, state, plan);
    await applyPlan(input, state, { plan, stood: wasPaused });
    wasPaused = isPaused(plan);
    const [manual] = state.manual;
    const due = nextDue(state, plan);
    await projectState(input, state, { plan, due });
    // What an operator said meanwhile is not in the state that goes on.
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

/** What the API and operators say, kept up to date by their signals. */
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

async function steer({ monitorId }: MonitorInput, news: PendingSignals): Promise<void> {
  const wanted = news.steer;
  news.steer = null;
  if (wanted !== null) await project.steerMonitor({ monitorId, wanted });
}

/** Cancels the queued manual runs of a deleted monitor, and so refunds them. */
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

/** Takes over what the owner changed: another beat, another baseline, and what the plan says of it. */
async function applyPlan(
  input: MonitorInput,
  state: MonitorLoopState,
  { plan, stood: wasPaused }: { plan: MonitorPlan; /** Whether it stood still up to now. */ stood: boolean },
): Promise<void> {
  if (state.interval !== plan.interval && state.tick >= 0) state.tick = tickAt(intervalOf(plan), Date.now());
  state.interval = plan.interval;
  const chosen = plan.pinned === state.baseline?.runId ? null : plan.pinned;
  if (chosen !== null) state.baseline = { runId: chosen, captureRev: plan.captureRev };
  if (state.baseline !== null && state.baseline.captureRev !== plan.captureRev) state.baseline = null;
  const entered = plan.planLimit !== null && state.planLimit === null;
  // What was missed while it stood still, by the owner's wish or the plan's, is not made up for.
  if (wasPaused || isPaused(plan)) state.tick = Math.max(state.tick, tickAt(intervalOf(plan), Date.now()));
  state.planLimit = plan.planLimit;
  if (chosen !== null) await closeChange(input, state, chosen);
  if (entered) await notify(input, state, { type: "monitor.paused", runId: null, incident: null, reason: null });
}

/** Ends a change that is open when the owner makes another run the baseline. */
async function closeChange(input: MonitorInput, state: MonitorLoopState, runId: string): Promise<void> {
  const { incidents, events } = afterChoice(state.incidents);
  state.incidents = incidents;
  for (const event of events) await notify(input, state, { ...event, runId });
}

function isPaused({ wanted, planLimit }: MonitorPlan): boolean {
  return wanted === "paused" || planLimit !== null;
}

/** When the next scheduled run is due, milliseconds; null while there is none. */
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

async function runOnce(input: MonitorInput, state: MonitorLoopState, turn: RunContext): Promise<void> {
  const { plan, manual } = turn;
  const runId = manual ?? newId(dueAt(intervalOf(plan), state.tick));
  const ran = await runChild(input, state, { ...turn, runId });
  state.manual = state.manual.filter((asked) => asked !== runId);
  state.lastRunAt = new Date().toISOString();
  // A run that stopped with its monitor causes no notification.
  if (turn.removed()) return;
  // Found out by the next look at the plan, which does not forbid what can be paid again.
  if (ran.outOfCredits) state.planLimit = "credits";
  const { captureRev } = ran;
  const baselineRunId = state.baseline?.runId ?? null;
  if (ran.baseline && (plan.rolling || state.baseline?.captureRev !== captureRev))
    state.baseline = { runId, captureRev };
  state.belowThreshold = addBelowThreshold(state.belowThreshold, ran.belowThreshold);
  const at = state.lastRunAt;
  const { incidents, events } = afterRun(state.incidents, {
    outcome: ran.outcome,
    runId,
    baselineRunId,
    newId: newId(instantOf(runId)),
    at,
  });
  state.incidents = incidents;
  if (ran.outOfCredits)
    await notify(input, state, { type: "monitor.paused", runId: null, incident: null, reason: null });
  for (const event of events) await notify(input, state, { ...event, runId });
}

/** One run as a workflow of its own, so that operators can look at it by itself; it is stopped when the monitor is removed. */
async function runChild(
  { monitorId, accountId }: MonitorInput,
  state: MonitorLoopState,
  { plan, manual, runId, removed }: RunContext & { runId: string },
): Promise<RanMonitor> {
  const scope = new CancellationScope();
  const work = scope.run(() =>
    executeChild(monitorRun, {
      ...monitorRunStart({
        runId,
        monitorId,
        accountId,
        host: plan.host,
        manual: manual !== null,
        baselineRunId: state.baseline?.runId ?? null,
        captureRev: plan.captureRev,
        timeout: plan.timeout,
        stores: plan.stores,
      }),
      parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    }),
  );
  let ended = false;
  const settled = work.finally(() => void (ended = true));
  try {
    await condition(() => ended || removed()).then(() => (ended ? undefined : scope.cancel()));
    return await settled;
  } catch (error) {
    if (isCancellation(error) && !removed()) throw error;
    // Terminated or broken by an operator: what it left open is closed, as failed.
    const end = { status: "failed", code: "internal_error", message: "The run was stopped by an operator." } as const;
    const baselineRunId = state.baseline?.runId ?? null;
    const { captureRev } = plan;
    await project.settleRun({ runId, monitorId, baselineRunId, captureRev, end, version: nextVersion() });
    return { outcome: "failed", baseline: false, captureRev, outOfCredits: false };
  }
}

type Message = { type: AlertType; runId: string | null; incident: Incident | null; reason: RecoveryReason | null };

/**
 * Sends a message by e-mail and to the webhook, each by a workflow of its own that waits for the message before. The
 * message also names the differences below the threshold that no other message has named.
 */
async function notify(
  { monitorId, accountId }: MonitorInput,
  state: MonitorLoopState,
  message: Message,
): Promise<void> {
  const notification = { ...message, belowThreshold: state.belowThreshold };
  state.belowThreshold = null;
  const version = nextVersion();
  // One may stand still more than once in a beat.
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
  if (eventId === null) return;
  state.lastEventId = eventId;
  await startWebhookDelivery({ eventId, accountId, type: notification.type, inOrder: true }, monitorId);
}
