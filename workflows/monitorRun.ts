import { CancellationScope, isCancellation } from "@temporalio/workflow";
import type { ComparedRun } from "#activities/monitor/compareRun.ts";
import type { CapturedRun } from "#activities/monitor/captureRun.ts";
import type { RunEnd } from "#activities/project/runs.ts";
import type { RunCapture, RunFindings } from "#schemas/run.ts";
import { inPlace } from "./inPlace.ts";
import { inTurn } from "./inTurn.ts";
import { jobEndOf } from "./jobEnd.ts";
import type { MonitorRunInput } from "./messages.ts";
import { instantOf, newId } from "./newId.ts";
import { browserFor, comparisons, project, storageFor } from "./proxies.ts";
import type { RunOutcome } from "./rules/incident.ts";
import { nextVersion } from "./version.ts";

/** What a run came to; `baseline` says whether it may become the one that later ones are compared with. */
export type RanMonitor = { outcome: RunOutcome; baseline: boolean; broke: boolean };

/**
 * One run of a monitor: capture, comparison with the baseline, and a second capture that makes sure of a change.
 * Its record and credits are settled before it closes, whatever happened.
 */
export async function monitorRun(input: MonitorRunInput): Promise<RanMonitor> {
  const { runId, monitorId, manual, baselineRunId, captureRev } = input;
  const begun = await project.beginRun({ runId, monitorId, manual, baselineRunId, version: nextVersion() });
  if (!begun.begun) return { outcome: "skipped", baseline: false, broke: begun.reason === "no_credits" };
  const end = await run(input);
  await CancellationScope.nonCancellable(() =>
    project.settleRun({ runId, monitorId, baselineRunId, captureRev, end, version: nextVersion() }),
  );
  return toOutcome(end);
}

async function run(input: MonitorRunInput): Promise<RunEnd> {
  try {
    const { page, ...pictures } = await capture(input, input.runId);
    const taken = { ...pictures, page: withoutPace(page) };
    if (input.baselineRunId === null) {
      const kept = await store(input, taken);
      return { status: "completed", capture: kept, findings: null, visualization: null };
    }
    const compared = await compare(input, { runId: input.runId, capture: taken });
    const findings = await confirm(input, compared);
    const kept = await store(input, taken);
    return { status: "completed", capture: kept, findings, visualization: compared.visualization };
  } catch (error) {
    return failureOf(error);
  }
}

/** A change counts when a fresh capture shows one as well; a page that was caught in between two states does not. */
async function confirm(input: MonitorRunInput, { findings }: ComparedRun): Promise<RunFindings> {
  const { monitorId, baselineRunId, captureRev } = input;
  if (!findings.changed || baselineRunId === null) return findings;
  const runId = newId(instantOf(input.runId) + 1);
  await project.recordConfirmation({ runId, monitorId, baselineRunId, version: nextVersion() });
  let end: RunEnd;
  try {
    const { page, ...pictures } = await capture(input, runId);
    const taken = { ...pictures, page: withoutPace(page) };
    const again = await compare(input, { runId, capture: taken });
    end = { status: "completed", capture: taken, findings: again.findings, visualization: again.visualization };
  } catch (error) {
    end = failureOf(error);
  }
  await CancellationScope.nonCancellable(() =>
    project.settleRun({ runId, monitorId, baselineRunId, captureRev, end, version: nextVersion() }),
  );
  // What can't be confirmed is not told.
  const confirmed = end.status === "completed" && end.findings?.changed === true;
  return { ...findings, changed: confirmed, transient: !confirmed };
}

function capture({ monitorId, accountId, host, timeout }: MonitorRunInput, runId: string): Promise<CapturedRun> {
  const { captureRun } = browserFor({ seconds: timeout, summary: `capture ${host}`, paced: true });
  const since = new Date().toISOString();
  return inPlace({ accountId, place: runId, since }, () =>
    inTurn({ host, accountId }, () => captureRun({ runId, monitorId })),
  );
}

function compare(
  { monitorId, baselineRunId }: MonitorRunInput,
  { runId, capture: taken }: { runId: string; capture: Omit<CapturedRun, "retryAfter"> },
): Promise<ComparedRun> {
  if (baselineRunId === null) throw new TypeError("expected a baseline");
  return comparisons.compareRun({ runId, monitorId, baselineRunId, capture: taken });
}

/** Puts the picture into the owner's bucket, where it is to go there: a run that can't be stored fails, as any render. */
async function store({ runId, monitorId, stores }: MonitorRunInput, taken: RunCapture): Promise<RunCapture> {
  if (!stores) return taken;
  const { storeRun } = storageFor({ summary: "store in the owner's bucket" });
  const { location } = await storeRun({ runId, monitorId, screenshot: taken.screenshot });
  return location === null ? taken : { ...taken, screenshot: { ...taken.screenshot, location } };
}

function withoutPace({ statusCode, title, contentType }: CapturedRun["page"]) {
  return { statusCode, title, contentType };
}

function failureOf(error: unknown): RunEnd {
  if (isCancellation(error)) return { status: "failed", code: "cancelled", message: null };
  const end = jobEndOf(error);
  return end.status === "failed" ? end : { status: "failed", code: "internal_error", message: null };
}

function toOutcome(end: RunEnd): RanMonitor {
  if (end.status === "failed") return { outcome: "failed", baseline: false, broke: false };
  const { findings } = end;
  if (findings === null) return { outcome: "initial", baseline: true, broke: false };
  return { outcome: findings.changed ? "changed" : "unchanged", baseline: !findings.transient, broke: false };
}
