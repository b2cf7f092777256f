import { appendRefund, chargeOnce, periodOf } from "#data/credits.ts";
import type { Database } from "#data/mongo.ts";
import { insertRun, newRun, runCharge } from "#data/monitors.ts";
import type { MonitorRecord } from "#schemas/monitor.ts";
import type { MonitorCapture } from "#schemas/monitorCapture.ts";
import type { RunCapture, RunFindings, RunPicture, RunRecord, RunSkipReason, RunStatus } from "#schemas/run.ts";
import { creditPeriod, runPrice } from "#workflows/rules/prices.ts";
import { toJobError } from "../failures.ts";
import { readMonitor } from "./monitors.ts";

export type BeginRunInput = {
  runId: string;
  monitorId: string;
  manual: boolean;
  baselineRunId: string | null;
  version: number;
};

/** Whether a run may begin, and why not. */
export type BegunRun = { begun: true } | { begun: false; reason: RunSkipReason };

/**
 * Takes the monitor's turn for a run, charges it and records it; one asked for by hand is charged and recorded already.
 * A run that may not begin is recorded as skipped, free of charge. Doing it again changes nothing.
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
  await insertRun(database, { ...run, ...free, status: "skipped", reason, completedAt: now, version });
  return { begun: false, reason };
}

function skipped({ reason = "overlap" }: RunRecord): BegunRun {
  return { begun: false, reason };
}

async function start(database: Database, { _id }: RunRecord, version: number): Promise<BegunRun> {
  await database.runs.updateOne(
    { _id, version: { $lt: version } },
    { $set: { status: "capturing", startedAt: new Date(version / 1000), version } },
  );
  return { begun: true };
}

async function scheduledRun(database: Database, monitor: MonitorRecord, input: BeginRunInput): Promise<RunRecord> {
  const { runId: id, baselineRunId: comparedToRunId, version } = input;
  const account = await database.accounts.findOne({ _id: monitor.accountId });
  const { regions = false }: MonitorCapture = JSON.parse(monitor.spec.capture);
  return newRun(monitor, {
    id,
    trigger: comparedToRunId === null ? "initial" : "scheduled",
    price: runPrice({ compared: comparedToRunId !== null, regions }),
    plan: account?.plan ?? "free",
    comparedToRunId,
    createdAt: new Date(version / 1000),
  });
}

/** One run at a time: the monitor's record names the one whose turn it is. */
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

/** Charges a run and records it; the reason where the account is short. */
async function charge(database: Database, run: RunRecord): Promise<RunSkipReason | null> {
  if (!(await chargeOnce(database, runCharge(run)))) return "no_credits";
  await insertRun(database, run);
  return null;
}

/** Shows what a run is doing; nothing once it has ended. */
export async function showRunStatus(database: Database, runId: string, status: RunStatus): Promise<void> {
  await database.runs.updateOne({ _id: runId, completedAt: null }, { $set: { status } });
}

/** How a run ended. */
export type RunEnd =
  | { status: "completed"; capture: RunCapture; findings: RunFindings | null; visualization: RunPicture | null }
  | { status: "failed"; code: string; message: string | null; tries?: number };

export type SettleRunInput = {
  runId: string;
  monitorId: string;
  /** What it was compared with in fact. */
  baselineRunId: string | null;
  /** The monitor's revision it was captured at in fact, or was to be. */
  captureRev: number;
  end: RunEnd;
  version: number;
};

/** Writes the end of a run, gives back the credits of what it did not come to, and lets the monitor's next run begin. */
export async function settleRun(database: Database, input: SettleRunInput): Promise<void> {
  const { runId, baselineRunId: comparedToRunId, captureRev, end, version } = input;
  const run = await database.runs.findOne({ _id: runId });
  if (run !== null && run.version < version) {
    const refunded = run.price - worthOf(run, end, comparedToRunId !== null);
    if (refunded > 0) await refund(database, run, refunded);
    const credits = { ...run.credits, refunded };
    await database.runs.updateOne(
      { _id: runId, version: { $lt: version } },
      {
        $set: {
          ...changesFor(end),
          credits,
          captureRev,
          comparedToRunId,
          version,
          completedAt: new Date(version / 1000),
        },
      },
    );
  }
  const becomesBaseline = end.status === "completed" && comparedToRunId === null;
  await endTurn(database, input, becomesBaseline);
}

/** Ends a run that was asked for by hand and that its monitor was deleted before. Doing it again changes nothing. */
export function giveUpRun(database: Database, run: RunRecord, version = Date.now() * 1_000): Promise<void> {
  const { _id: runId, monitorId, captureRev } = run;
  const end = { status: "failed", code: "cancelled", message: null } as const;
  return settleRun(database, { runId, monitorId, baselineRunId: null, captureRev, end, version });
}

/**
 * Lets the next run begin. A first baseline is shown in the same step, so that a run asked for in this very moment is
 * known to be compared with it, and priced so; later baselines change no price, and are the monitor's workflow's to show.
 */
async function endTurn(
  { monitors }: Database,
  { monitorId, runId, captureRev }: SettleRunInput,
  becomesBaseline: boolean,
): Promise<void> {
  const shown = becomesBaseline ? { "state.baselineRunId": runId, "state.appliedRev": captureRev } : {};
  await monitors.updateOne({ _id: monitorId, runId }, { $set: { runId: null, ...shown } });
}

/**
 * Credits of what a run came to, never more than it was charged: a change of its monitor between the charge and the capture may
 * leave it without the baseline, or the regions, that were paid for.
 */
function worthOf({ price }: RunRecord, end: RunEnd, compared: boolean): number {
  if (end.status === "failed") return 0;
  return Math.min(price, runPrice({ compared, regions: end.capture.regionsKey !== null }));
}

function changesFor(end: RunEnd): Partial<RunRecord> {
  if (end.status === "failed") {
    return {
      status: "failed",
      error: toJobError(end.code, end.message),
    };
  }
  const { status, capture, findings, visualization } = end;
  return { status, capture, ...(findings !== null && { findings }), ...(visualization !== null && { visualization }) };
}

async function refund(
  database: Database,
  { _id, accountId, keyId, createdAt }: RunRecord,
  credits: number,
): Promise<void> {
  // Another process may have begun the next month before the run was charged.
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

/** A confirmation's record: a capture of its own, free of charge, that says by itself whether the change was still there. */
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
  await insertRun(database, { ...run, status: "capturing", startedAt: at });
}
