import {
  CancellationScope,
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
import type { BaselineRecord } from "#schemas/monitor/history.ts";
import { hasSignal, listenToOwner, type PendingSignals, runUntilRemoved, waitUntilDue } from "./clock.ts";
import { instantOf } from "#rules/instantOf.ts";
import { newId, nextVersion } from "./ids.ts";
import type { MonitorInput, MonitorLoopState } from "#orders/inputs.ts";
import { monitorSignals } from "#orders/messages.ts";
import { applyIncidents, notifyNews, notifyPaused } from "./monitorIncidents.ts";
import { monitorRun, type MonitorRunResult } from "./monitorRun.ts";
import { project } from "./proxies.ts";
import { afterBaselineChosen, afterRun, noIncidents, runToDifferFrom, shownIncident } from "#rules/incidents.ts";
import { addBelowThreshold } from "#rules/monitor.ts";
import { keepRetry, nextRetry } from "#rules/retries.ts";
import { workflowStart } from "#orders/starts.ts";

/** Runs per history, before the workflow continues as new. */
const maxRunsPerHistory = 150;
/** Milliseconds between two checks whether the plan allows a paused monitor again. */
const planLimitPollMs = 10 * 60_000;

const initialState: MonitorLoopState = {
  position: { times: null, after: null },
  baseline: null,
  incidents: noIncidents,
  planLimit: null,
  retry: null,
  manual: [],
  lastRunAt: null,
  belowThreshold: null,
  alertMemory: null,
  lastEventId: null,
  entries: { baselines: [], incidents: [] },
};

/**
 * The clock of one monitor. It starts a run at each due instant and for each manual request, one at a time, as child workflows. It
 * owns the baseline and the incidents. It reads the owner's settings before each run, so a lost signal only delays a change.
 */
export async function monitor(input: MonitorInput): Promise<void> {
  try {
    await loop(input);
  } catch (error) {
    // A cancellation by an operator pauses the monitor. The owner's next change starts it again.
    const { monitorId } = input;
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() => project.setMonitorStatus({ monitorId, wanted: "paused" }));
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
    if (signals.status !== null) await applyStatus(input, signals);
    const plannedAt = Date.now();
    const plan = await readPlan(input, state, { now: plannedAt, wasPaused });
    if (plan.wanted === "deleted" || signals.removed) return cancelQueuedRuns(input, state, plan);
    await applyPlan(input, state, plan);
    wasPaused = plan.due === null;
    state.retry = keepRetry(state.retry, { now: plannedAt, due: plan.due });
    const [manual] = state.manual;
    await projectState(input, state, plan);
    // The continued state does not contain a pending pause or resume.
    if (signals.status === null && (runs >= maxRunsPerHistory || workflowInfo().continueAsNewSuggested)) {
      await continueAsNew<typeof monitor>({ ...input, state });
    }
    const { retry } = state;
    let runId = manual;
    if (runId === undefined) {
      const pollMs = state.planLimit === null ? null : planLimitPollMs;
      const isWoken = () => hasSignal(signals) || state.manual.length > 0;
      const after = await waitUntilDue({ due: retry?.at ?? plan.due, plannedAt, pollMs }, isWoken);
      if (after === null) continue;
      if (retry === null) state.position = { ...state.position, after };
      runId = newId(after);
    }
    const isManual = manual !== undefined;
    const isRetry = !isManual && retry !== null;
    await runOnce(input, state, { plan, runId, isManual, isRetry, isRemoved: () => signals.removed });
    runs += 1;
  }
}

function listen(state: MonitorLoopState, monitorId: string): PendingSignals {
  const signals = listenToOwner();
  setHandler(defineSignal<[{ runId: string }]>(monitorSignals.run), ({ runId }) => {
    if (!state.manual.includes(runId)) state.manual = [...state.manual, runId];
  });
  setCurrentDetails(`monitor ${monitorId}`);
  return signals;
}

async function applyStatus({ monitorId }: MonitorInput, signals: PendingSignals): Promise<void> {
  const wanted = signals.status;
  signals.status = null;
  if (wanted !== null) await project.setMonitorStatus({ monitorId, wanted });
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

function readPlan(
  { monitorId }: MonitorInput,
  { planLimit, position }: MonitorLoopState,
  time: { now: number; wasPaused: boolean },
): Promise<MonitorPlan> {
  return project.planMonitor({ monitorId, outOfCredits: planLimit === "credits", position, ...time });
}

/** Applies the owner's changes of times and baseline, and the limits of the account's plan. */
async function applyPlan(input: MonitorInput, state: MonitorLoopState, plan: MonitorPlan): Promise<void> {
  state.position = plan.position;
  const chosenRunId = plan.pinned === state.baseline?.runId ? null : plan.pinned;
  const at = new Date().toISOString();
  if (chosenRunId !== null)
    setBaseline(state, { runId: chosenRunId, captureRev: plan.captureRev, by: "owner", setAt: at });
  if (state.baseline !== null && state.baseline.captureRev !== plan.captureRev) state.baseline = null;
  const isNewlyLimited = plan.planLimit !== null && state.planLimit === null;
  state.planLimit = plan.planLimit;
  if (chosenRunId !== null) {
    await applyIncidents(input, state, { step: afterBaselineChosen(state.incidents), runId: chosenRunId, at });
  }
  if (isNewlyLimited) await notifyPaused(input, state);
}

function setBaseline(state: MonitorLoopState, entry: BaselineRecord): void {
  state.baseline = { runId: entry.runId, captureRev: entry.captureRev };
  state.entries = { ...state.entries, baselines: [...state.entries.baselines, entry] };
}

async function projectState(
  { monitorId }: MonitorInput,
  state: MonitorLoopState,
  { captureRev, due }: MonitorPlan,
): Promise<void> {
  const next = state.retry?.at ?? due;
  const nextRunAt = next === null ? null : new Date(next).toISOString();
  setCurrentDetails(`next run ${nextRunAt ?? "none"} · baseline ${state.baseline?.runId ?? "none"}`);
  await project.projectMonitorState({
    monitorId,
    appliedRev: captureRev,
    baselineRunId: state.baseline?.runId ?? null,
    nextRunAt,
    lastRunAt: state.lastRunAt,
    planLimit: state.planLimit,
    incident: shownIncident(state.incidents),
    alertMemory: state.alertMemory,
    entries: state.entries,
    version: nextVersion(),
  });
  state.entries = { baselines: [], incidents: [] };
}

type RunContext = { plan: MonitorPlan; runId: string; isManual: boolean; isRetry: boolean; isRemoved: () => boolean };

async function runOnce(input: MonitorInput, state: MonitorLoopState, context: RunContext): Promise<void> {
  const { plan, runId } = context;
  const result = await runChild(input, state, context);
  state.manual = state.manual.filter((queued) => queued !== runId);
  state.lastRunAt = new Date().toISOString();
  // A run that stopped with its monitor causes no notification.
  if (context.isRemoved()) return;
  // The next plan lifts this limit when the account can pay again.
  if (result.outOfCredits) state.planLimit = "credits";
  const { captureRev } = result;
  const baselineRunId = state.baseline?.runId ?? null;
  const isFirst = state.baseline?.captureRev !== captureRev;
  const at = state.lastRunAt;
  if (result.baseline && (plan.rolling || isFirst))
    setBaseline(state, { runId, captureRev, by: isFirst ? "first_run" : "rolling", setAt: at });
  state.retry = retryAfter(state, context, result);
  state.alertMemory = result.alertMemory;
  state.belowThreshold = addBelowThreshold(state.belowThreshold, result.belowThreshold);
  const step = afterRun(state.incidents, {
    outcome: state.retry === null ? result.outcome : "retrying",
    runId,
    baselineRunId,
    differsFromTold: result.differsFromTold,
    newId: newId(instantOf(runId)),
    at,
  });
  if (result.outOfCredits) await notifyPaused(input, state);
  await applyIncidents(input, state, { step, runId, at });
  if (result.outcome !== "skipped") await notifyNews(input, state, { update: step.update, at });
}

/**
 * The further try of a run that failed; null if its failure counts now. A run by hand takes the place of a try that it came
 * before.
 */
function retryAfter(
  { retry, incidents }: MonitorLoopState,
  { plan, isManual, isRetry }: RunContext,
  { outcome, retryable }: MonitorRunResult,
): MonitorLoopState["retry"] {
  if (outcome !== "failed" && outcome !== "unexpected") return null;
  const toldIncident = outcome === "failed" ? incidents.failure : incidents.expectation;
  return nextRetry(plan.retryDelaysMs, {
    retryable,
    tries: retry?.tries ?? 0,
    now: Date.now(),
    due: isManual || isRetry ? plan.due : plan.following,
    timeout: plan.timeout * 1_000,
    isTold: toldIncident !== null,
  });
}

/** Runs one run as a child workflow, which operators can inspect. Removing the monitor cancels it. */
async function runChild(
  { monitorId, accountId }: MonitorInput,
  state: MonitorLoopState,
  { plan, runId, isManual, isRetry, isRemoved }: RunContext,
): Promise<MonitorRunResult> {
  const baselineRunId = state.baseline?.runId ?? null;
  const { host, throttleKey, captureRev, timeout, byHttp, stores } = plan;
  const input = {
    runId,
    monitorId,
    accountId,
    host,
    throttleKey,
    manual: isManual,
    retry: isRetry,
    baselineRunId,
    toldRunId: runToDifferFrom(state.incidents, baselineRunId),
    captureRev,
    alertMemory: state.alertMemory,
    timeout,
    byHttp,
    stores,
  };
  const { workflowType: _type, ...options } = workflowStart({ type: "monitorRun", input });
  const run = () => executeChild(monitorRun, { ...options, parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL });
  const result = await runUntilRemoved(run, isRemoved);
  if (result !== null) return result;
  // An operator terminated the run or it broke, so its record is still open.
  const end = { status: "failed", code: "internal_error", message: "The run was stopped by an operator." } as const;
  await project.settleRun({ runId, monitorId, baselineRunId, captureRev, end, version: nextVersion() });
  return {
    outcome: "failed",
    differsFromTold: false,
    baseline: false,
    retryable: false,
    captureRev,
    alertMemory: state.alertMemory,
    outOfCredits: false,
  };
}
