import { appendRefund, chargeOnce, periodOf } from "#data/credits.ts";
import type { Database } from "#data/mongo.ts";
import { insertRun, newRun, runCharge } from "#data/monitors.ts";
import { showRun } from "#data/recentRuns.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import type {
  RunCapture,
  RunFindings,
  RunVisualization,
  RunRecord,
  RunSkipReason,
  RunStatus,
} from "#schemas/monitor/run.ts";
import { creditPeriod, runPrice } from "#rules/prices.ts";
import { type FailedEnd, failureOf } from "./jobs.ts";
import { readMonitor } from "./monitors.ts";

export type BeginRunInput = {
  runId: string;
  monitorId: string;
  manual: boolean;
  /** Whether it tries a failed run again. Missing for no. */
  retry?: boolean;
  baselineRunId: string | null;
  version: number;
};

/** Whether a run may begin, else the reason. */
export type BegunRun = { begun: true } | { begun: false; reason: RunSkipReason };

/**
 * Begins a run: claims the monitor, charges the run and records it. The API has charged and recorded a manual run. A run that may
 * not begin is recorded as skipped, free of charge. Idempotent.
 */
export async function beginRun(database: Database, input: BeginRunInput): Promise<BegunRun> {
  const { runId, monitorId, version } = input;
  const monitor = await readMonitor(database, monitorId);
  const known = await database.runs.findOne({ _id: runId });
  if (known !== null) return known.status === "skipped" ? skipped(known) : start(database, known, version);
  const run = await scheduledRun(database, monitor, input);
  const claimed = await claim(database, monitorId, runId);
  const reason = claimed ? await charge(database, run) : "overlap";
  if (reason === null) return start(database, run, version);
  if (claimed) await release(database, monitorId, runId);
  const now = new Date(version / 1000);
  const free = { price: 0, credits: { charged: 0, refunded: 0 } };
  const passedOver: RunRecord = { ...run, ...free, status: "skipped", reason, completedAt: now, version };
  await insertRun(database, passedOver);
  await showRun(database, passedOver);
  return { begun: false, reason };
}

function skipped({ reason = "overlap" }: RunRecord): BegunRun {
  return { begun: false, reason };
}

async function start(database: Database, run: RunRecord, version: number): Promise<BegunRun> {
  const { _id } = run;
  const change = { status: "capturing", startedAt: new Date(version / 1000), version } as const;
  await database.runs.updateOne({ _id, version: { $lt: version } }, { $set: change });
  await showRun(database, run.version < version ? { ...run, ...change } : run);
  return { begun: true };
}

async function scheduledRun(database: Database, monitor: MonitorRecord, input: BeginRunInput): Promise<RunRecord> {
  const { runId: id, retry = false, baselineRunId: comparedToRunId, version } = input;
  const account = await database.accounts.findOne({ _id: monitor.accountId });
  const capture: MonitorCapture = JSON.parse(monitor.spec.capture);
  return newRun(monitor, {
    id,
    trigger: retry ? "retry" : comparedToRunId === null ? "initial" : "scheduled",
    price: runPrice({ ...capture, compared: comparedToRunId !== null }),
    plan: account?.plan ?? "free",
    comparedToRunId,
    createdAt: new Date(version / 1000),
  });
}

/** Claims the monitor for a run. Its record names the current run, so runs never overlap. */
async function claim(database: Database, monitorId: string, runId: string): Promise<boolean> {
  const won = await database.monitors.findOneAndUpdate(
    { _id: monitorId, runId: { $in: [null, runId] } },
    { $set: { runId } },
  );
  return won !== null;
}

async function release(database: Database, monitorId: string, runId: string): Promise<void> {
  await database.monitors.updateOne({ _id: monitorId, runId }, { $set: { runId: null } });
}

/** Charges and records a run. Returns the reason if the account has too few credits, else null. */
async function charge(database: Database, run: RunRecord): Promise<RunSkipReason | null> {
  if (!(await chargeOnce(database, runCharge(run)))) return "no_credits";
  await insertRun(database, run);
  return null;
}

/** Writes the status of a run. It does nothing after the end of the run. */
export async function showRunStatus(database: Database, runId: string, status: RunStatus): Promise<void> {
  const run = await database.runs.findOneAndUpdate(
    { _id: runId, completedAt: null },
    { $set: { status } },
    { returnDocument: "after" },
  );
  if (run !== null) await showRun(database, run);
}

/** The end of a run. */
export type RunEnd =
  | { status: "completed"; capture: RunCapture; findings: RunFindings | null; visualization: RunVisualization | null }
  | FailedEnd;

export type SettleRunInput = {
  runId: string;
  monitorId: string;
  /** The run it was compared with; null without a comparison. */
  baselineRunId: string | null;
  /** The revision of the capture settings that the run used, or would have used. */
  captureRev: number;
  end: RunEnd;
  version: number;
};

/** Writes the end of a run, refunds work that was not done, and releases the monitor for the next run. */
export async function settleRun(database: Database, input: SettleRunInput): Promise<void> {
  const { runId, baselineRunId: comparedToRunId, end, version } = input;
  const run = await database.runs.findOne({ _id: runId });
  if (run !== null) await showRun(database, run.version < version ? await writeEnd(database, run, input) : run);
  const becomesBaseline = end.status === "completed" && comparedToRunId === null;
  await releaseAfter(database, input, becomesBaseline);
}

/** Writes the end into a run's record and refunds the rest. Returns the record as it is then. */
async function writeEnd(database: Database, run: RunRecord, input: SettleRunInput): Promise<RunRecord> {
  const { baselineRunId: comparedToRunId, captureRev, end, version } = input;
  const refunded = run.price - earnedCredits(run, end, comparedToRunId !== null);
  if (refunded > 0) await refund(database, run, refunded);
  const change: Partial<RunRecord> = {
    ...changesFor(end),
    credits: { ...run.credits, refunded },
    captureRev,
    comparedToRunId,
    version,
    completedAt: new Date(version / 1000),
  };
  await database.runs.updateOne({ _id: run._id, version: { $lt: version } }, { $set: change });
  return { ...run, ...change };
}

/** Cancels a manual run of a deleted monitor. Idempotent. */
export function cancelRun(database: Database, run: RunRecord, version = Date.now() * 1_000): Promise<void> {
  const { _id: runId, monitorId, captureRev } = run;
  const end = { status: "failed", code: "cancelled", message: null } as const;
  return settleRun(database, { runId, monitorId, baselineRunId: null, captureRev, end, version });
}

/**
 * Releases the monitor for the next run. The same update projects a first baseline, because it changes the price of a manual run
 * that is requested at this moment. The monitor's workflow projects later baselines.
 */
async function releaseAfter(
  { monitors }: Database,
  { monitorId, runId, captureRev }: SettleRunInput,
  becomesBaseline: boolean,
): Promise<void> {
  const baseline = becomesBaseline ? { "state.baselineRunId": runId, "state.appliedRev": captureRev } : {};
  await monitors.updateOne({ _id: monitorId, runId }, { $set: { runId: null, ...baseline } });
}

/**
 * The credits for the work that a run did, at most its price. A change of the monitor after the charge may remove the comparison
 * or the regions that were paid for.
 */
function earnedCredits({ price }: RunRecord, end: RunEnd, compared: boolean): number {
  if (end.status === "failed") return 0;
  const picturesCompared = compared && end.findings?.pictureCompared !== false;
  return Math.min(price, runPrice({ compared: picturesCompared, regions: end.capture.regionsKey !== null }));
}

function changesFor(end: RunEnd): Partial<RunRecord> {
  if (end.status === "failed") {
    return { status: "failed", ...failureOf(end) };
  }
  const { status, capture, findings, visualization } = end;
  return { status, capture, ...(findings !== null && { findings }), ...(visualization !== null && { visualization }) };
}

async function refund(
  database: Database,
  { _id, accountId, keyId, createdAt }: RunRecord,
  credits: number,
): Promise<void> {
  // The charge may be in a later month than the creation.
  const period = await periodOf(database, { accountId, chargeId: `charge:${_id}:1` });
  await appendRefund(database, {
    _id: `refund:${_id}:1`,
    accountId,
    keyId,
    jobId: _id,
    operation: "monitor_run",
    credits: -credits,
    period: period ?? creditPeriod(createdAt),
    at: new Date(),
  });
}

export type ConfirmationInput = { runId: string; monitorId: string; baselineRunId: string; version: number };

/** Records a confirming run: a second capture, free of charge, with its own findings. */
export async function recordConfirmation(database: Database, input: ConfirmationInput): Promise<void> {
  const { runId: id, monitorId, baselineRunId: comparedToRunId, version } = input;
  const monitor = await readMonitor(database, monitorId);
  const account = await database.accounts.findOne({ _id: monitor.accountId });
  const at = new Date(version / 1000);
  const run = newRun(monitor, {
    id,
    trigger: "confirmation",
    price: 0,
    plan: account?.plan ?? "free",
    comparedToRunId,
    createdAt: at,
  });
  const begun: RunRecord = { ...run, status: "capturing", startedAt: at, version };
  await insertRun(database, begun);
  await showRun(database, begun);
}
