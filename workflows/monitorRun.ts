import { ActivityFailure, ApplicationFailure, CancellationScope, setCurrentDetails } from "@temporalio/workflow";
import type { CapturedRun, CaptureRunInput } from "#activities/monitor/captureRun.ts";
import type { ComparedRun } from "#activities/monitor/compareRun.ts";
import type { RunEnd } from "#activities/projections/runs.ts";
import type { BelowThreshold } from "#schemas/events.ts";
import type { AlertMemory, JudgedConditions } from "#schemas/monitor/alertWhen.ts";
import type { RunCapture, RunFindings } from "#schemas/monitor/run.ts";
import { describeRunEnd, toJobEnd } from "./ends.ts";
import { instantOf } from "#rules/instantOf.ts";
import { newId, nextVersion } from "./ids.ts";
import type { MonitorRunInput } from "#orders/inputs.ts";
import { browserFor, type CaptureOptions, comparisons, fetcherFor, project, storageFor } from "./proxies.ts";
import { confirmConditions, hasAlert, judgeByConditions, stillHold } from "#rules/alertWhen.ts";
import type { RunOutcome } from "#rules/incidents.ts";
import { withSignIn } from "./withSignIn.ts";
import { withSlot } from "./withSlot.ts";

/** A difference below the monitor's threshold, and the run that found it. That may be the confirming run. */
type SmallDifference = Omit<BelowThreshold, "runs">;

/** The result of a run for its monitor. */
export type MonitorRunResult = {
  outcome: RunOutcome;
  /** Whether a changed run also differs from the run of the last message. */
  differsFromTold: boolean;
  /** Whether a further try may mend its failure. */
  retryable: boolean;
  /** Whether the run may become the baseline of later runs. */
  baseline: boolean;
  /** The revision of the monitor's capture settings that the run used. */
  captureRev: number;
  /** The memory of the conditions that alert, after the run. */
  alertMemory: AlertMemory | null;
  /** Whether the account had too few credits. */
  outOfCredits: boolean;
  /** Missing if the run found no difference below the threshold. */
  belowThreshold?: SmallDifference;
};

/** The end of a run with the facts that its record and its monitor need. */
type Ended = {
  end: RunEnd;
  /** The run it was compared with; null without a comparison. */
  baselineRunId: string | null;
  captureRev: number;
  /** Whether the confirming capture failed. */
  unconfirmed: boolean;
  differsFromTold: boolean;
  belowThreshold?: SmallDifference;
  /** The conditions after the run. Null if the monitor has none; undefined if the run leaves their memory as it was. */
  judgement: JudgedConditions | null | undefined;
};

/**
 * One run of a monitor: a capture, a comparison with the baseline, and a second capture that confirms a change.
 * It writes its record and settles its credits before it closes, also after a failure or cancellation.
 */
export async function monitorRun(input: MonitorRunInput): Promise<MonitorRunResult> {
  const { runId, monitorId, manual, retry, baselineRunId, captureRev } = input;
  const begun = await project.beginRun({ runId, monitorId, manual, retry, baselineRunId, version: nextVersion() });
  if (!begun.begun) {
    setCurrentDetails(`skipped: ${begun.reason}`);
    const outOfCredits = begun.reason === "no_credits";
    const skipped = { outcome: "skipped", differsFromTold: false, baseline: false, retryable: false } as const;
    return { ...skipped, captureRev, alertMemory: input.alertMemory, outOfCredits };
  }
  const { unconfirmed, differsFromTold, belowThreshold, judgement, ...endedRun } = await run(input);
  await CancellationScope.nonCancellable(() =>
    project.settleRun({ runId, monitorId, ...endedRun, version: nextVersion() }),
  );
  setCurrentDetails(describeRunEnd(endedRun.end));
  return {
    ...toOutcome(endedRun.end, { unconfirmed, holds: judgement != null && stillHold(judgement) }),
    differsFromTold,
    retryable: endedRun.end.status === "failed" && endedRun.end.retryable === true,
    captureRev: endedRun.captureRev,
    alertMemory: judgement === undefined ? input.alertMemory : (judgement?.memory ?? null),
    outOfCredits: false,
    ...(belowThreshold !== undefined && { belowThreshold }),
  };
}

async function run(input: MonitorRunInput): Promise<Ended> {
  try {
    const { runCapture, judgement, captureRev } = await capture(input, input.runId);
    // The owner may have changed the capture settings while the run waited. Then no comparable baseline exists.
    const baselineRunId = captureRev === input.captureRev ? input.baselineRunId : null;
    if (baselineRunId === null) {
      const end = {
        status: "completed",
        capture: await store(input, runCapture),
        findings: null,
        visualization: null,
      } as const;
      return { end, baselineRunId, captureRev, unconfirmed: false, differsFromTold: false, judgement };
    }
    const comparison = await compare(input, { runId: input.runId, baselineRunId, capture: runCapture });
    const suspected = judgeByConditions(comparison.findings, judgement);
    const { findings, ...confirmation } = await confirm(input, {
      findings: suspected,
      baselineRunId,
      runCapture,
      judgement,
    });
    const kept = await store(input, runCapture);
    const end = { status: "completed", capture: kept, findings, visualization: comparison.visualization } as const;
    return { end, baselineRunId, captureRev, ...confirmation };
  } catch (error) {
    const { baselineRunId, captureRev } = input;
    const kept = { unconfirmed: false, differsFromTold: false, judgement: undefined };
    return { end: failureOf(error), baselineRunId, captureRev, ...kept };
  }
}

type Suspected = Pick<ComparedRun, "findings"> & {
  baselineRunId: string;
  runCapture: RunCapture;
  judgement: JudgedConditions | null;
};

type Confirmed = Pick<Ended, "unconfirmed" | "differsFromTold" | "belowThreshold" | "judgement"> & {
  findings: RunFindings;
};

/** Confirms a change by a second capture. A change that the second capture does not show is transient. */
async function confirm(
  input: MonitorRunInput,
  { findings, baselineRunId, runCapture, judgement }: Suspected,
): Promise<Confirmed> {
  if (!findings.changed) {
    const small = smallDifference(input.runId, findings);
    return { findings, unconfirmed: false, differsFromTold: false, judgement, ...small };
  }
  const { monitorId, captureRev } = input;
  const runId = newId(instantOf(input.runId) + 1);
  await project.recordConfirmation({ runId, monitorId, baselineRunId, version: nextVersion() });
  const { end: second, judgement: judgedAgain } = await captureAgain(input, { runId, baselineRunId });
  await CancellationScope.nonCancellable(() =>
    project.settleRun({ runId, monitorId, baselineRunId, captureRev, end: second, version: nextVersion() }),
  );
  // Without a second capture, the change is neither confirmed nor known to be gone.
  const unconfirmed = second.status === "failed";
  if (second.status === "failed") {
    return {
      findings: { ...findings, ...(judgement !== null && { conditions: [] }), changed: false, unconfirmed },
      unconfirmed,
      differsFromTold: false,
      judgement: undefined,
    };
  }
  const small = smallDifference(runId, second.findings);
  const both = confirmConditions(judgement, judgedAgain);
  const changed = both === null ? second.findings?.changed === true : hasAlert(both);
  const { conditions: _suspected, ...compared } = findings;
  const met = both === null ? {} : { conditions: both.met.flat() };
  // Conditions that begin to hold are news each time.
  const differsFromTold = changed && (both !== null || (await differFromTold(input, [runCapture, second.capture])));
  return {
    findings: { ...compared, ...met, changed, transient: !changed, belowThreshold: "belowThreshold" in small },
    unconfirmed,
    differsFromTold,
    judgement: both,
    ...small,
  };
}

/** Whether both captures of a change also differ from the run of the last message. */
async function differFromTold(
  { monitorId, toldRunId }: MonitorRunInput,
  captures: readonly RunCapture[],
): Promise<boolean> {
  if (toldRunId === null) return false;
  for (const runCapture of captures) {
    if (!(await comparisons.differsFromRun({ monitorId, runId: toldRunId, capture: runCapture }))) return false;
  }
  return true;
}

function smallDifference(runId: string, findings: RunFindings | null): Pick<Ended, "belowThreshold"> {
  if (findings?.belowThreshold !== true) return {};
  return { belowThreshold: { runId, differenceRatio: findings.differenceRatio } };
}

async function captureAgain(
  input: MonitorRunInput,
  { runId, baselineRunId }: { runId: string; baselineRunId: string },
): Promise<{ end: RunEnd; judgement: JudgedConditions | null }> {
  try {
    const { runCapture, judgement, captureRev } = await capture(input, runId);
    if (captureRev !== input.captureRev) {
      const message = "The monitor was changed meanwhile.";
      return { end: { status: "failed", code: "cancelled", message }, judgement };
    }
    const { findings: compared, visualization } = await compare(input, { runId, baselineRunId, capture: runCapture });
    const findings = judgeByConditions(compared, judgement);
    return { end: { status: "completed", capture: runCapture, findings, visualization }, judgement };
  } catch (error) {
    return { end: failureOf(error), judgement: null };
  }
}

async function capture(
  { monitorId, accountId, host, throttleKey, timeout, alertMemory, byHttp }: MonitorRunInput,
  runId: string,
): Promise<{ runCapture: RunCapture; judgement: JudgedConditions | null; captureRev: number }> {
  const options = { seconds: timeout, summary: `capture ${host}` };
  const work = { runId, monitorId, alertMemory };
  const inBrowser = () => browserFor(options).captureRun(work);
  const captureRun = byHttp ? () => captureByHttp(options, work, inBrowser) : inBrowser;
  const since = new Date().toISOString();
  const slot = { accountId, host: throttleKey, leaseId: runId, since };
  const { captureRev, judgement = null, ...runCapture } = await withSignIn(() => withSlot(slot, captureRun));
  return { runCapture, judgement, captureRev };
}

/** Captures without a browser, and in one if the owner asked for it while the run waited. */
async function captureByHttp(
  options: CaptureOptions,
  work: CaptureRunInput,
  inBrowser: () => Promise<CapturedRun>,
): Promise<CapturedRun> {
  try {
    return await fetcherFor(options).captureRun({ ...work, byHttp: true });
  } catch (error) {
    const cause = error instanceof ActivityFailure ? error.cause : null;
    if (cause instanceof ApplicationFailure && cause.type === "needs_browser") return inBrowser();
    throw error;
  }
}

function compare(
  { monitorId }: MonitorRunInput,
  pictures: { runId: string; baselineRunId: string; capture: RunCapture },
): Promise<ComparedRun> {
  return comparisons.compareRun({ monitorId, ...pictures });
}

/** Copies the picture into the owner's bucket if the monitor has one. A failed upload fails the run, as it fails a job. */
async function store({ runId, monitorId, stores }: MonitorRunInput, runCapture: RunCapture): Promise<RunCapture> {
  const { screenshot } = runCapture;
  if (!stores || screenshot === undefined) return runCapture;
  const { storeRun } = storageFor({ summary: "store in the owner's bucket" });
  const { location } = await storeRun({ runId, monitorId, screenshot });
  return location === null ? runCapture : { ...runCapture, screenshot: { ...screenshot, location } };
}

function failureOf(error: unknown): RunEnd {
  const end = toJobEnd(error);
  return end.status === "failed" ? end : { status: "failed", code: "cancelled", message: null };
}

function toOutcome(
  end: RunEnd,
  { unconfirmed, holds }: { unconfirmed: boolean; holds: boolean },
): Pick<MonitorRunResult, "outcome" | "baseline"> {
  if (end.status === "failed") return { outcome: end.code === "page_text" ? "unexpected" : "failed", baseline: false };
  const { findings } = end;
  if (findings === null) return { outcome: "initial", baseline: true };
  if (unconfirmed) return { outcome: "unconfirmed", baseline: false };
  return { outcome: findings.changed ? "changed" : quietOutcome(findings, holds), baseline: !findings.transient };
}

function quietOutcome({ conditions, belowThreshold }: RunFindings, holds: boolean): RunOutcome {
  if (conditions !== undefined) return holds ? "holding" : "unmet";
  return belowThreshold ? "below_threshold" : "unchanged";
}
