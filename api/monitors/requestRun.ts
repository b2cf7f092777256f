import { appendRefund, periodOf } from "#data/credits.ts";
import { insertRun, newRun, runCharge } from "#data/monitors.ts";
import { withRun } from "#data/recentRuns.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import { runPrice } from "#rules/prices.ts";
import { readRemaining } from "../account/store.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import type { Reservation } from "../http/idempotency.ts";
import { reserveWithOutbox } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";
import { signalMonitor } from "./commands.ts";
import { baselineOf, statusOf } from "./present.ts";

/** A call that queues a run by hand. */
type RunOrder = { caller: Caller; monitor: MonitorRecord; reservation: Reservation };

/** A queued run, and the credits left; null without a limit. */
export type RequestedRun = { run: RunRecord; remainingCredits: number | null };

/**
 * Queues a run by hand: charges it, records it and signals the monitor's workflow. The reconciler sends the signal if that fails.
 * @throws ApiError `run_in_progress`, `monitor_paused_plan_limit` or `insufficient_credits`.
 */
export async function requestRun(ports: ApiPorts, order: RunOrder): Promise<RequestedRun> {
  const { caller, monitor, reservation } = order;
  const { id: _id, isRepeat } = reservation;
  const earlier = isRepeat ? await ports.database.runs.findOne({ _id }) : null;
  if (earlier !== null) return { run: earlier, remainingCredits: await readRemaining(ports, earlier.accountId) };
  if (monitor.runId !== null) throw runInProgress();
  if (statusOf(monitor) === "paused_plan_limit") throw new ApiError("monitor_paused_plan_limit");
  const run = toRun(order);
  const { accountId, price } = run;
  const entry: OutboxRecord = { _id, type: "manualRun", accountId, jobIds: [_id], createdAt: ports.now() };
  const charges = price > 0 ? [runCharge(run)] : [];
  const insert = () => insertRun(ports.database, run);
  const { remainingCredits } = await reserveWithOutbox(ports, { entry, plan: caller.plan, charges, isRepeat, insert });
  const claimedRun = await claimMonitor(ports, monitor, run);
  if (claimedRun === null) {
    await undo(ports, run);
    throw runInProgress();
  }
  if (await signalMonitor(ports, monitor, { name: "run", args: [{ runId: _id }] })) {
    await ports.database.outbox.deleteOne({ _id });
  }
  return { run: claimedRun, remainingCredits };
}

function runInProgress(): ApiError {
  return new ApiError("run_in_progress", { retryAfter: 5 });
}

/** Maximum number of claims. Each failed one means that the monitor's record changed meanwhile. */
const maxClaims = 3;

/**
 * Makes a run the monitor's current run, and returns it. A rolling baseline moves just after a run: the record then names the
 * new one. Returns null if another run is the current one, or a change gives the run another price.
 */
async function claimMonitor({ database }: ApiPorts, monitor: MonitorRecord, run: RunRecord): Promise<RunRecord | null> {
  let current: MonitorRecord | null = monitor;
  for (let claims = 0; claims < maxClaims && current !== null && isAsPriced(current, run); claims += 1) {
    const { _id, specRev, state, recentRuns }: MonitorRecord = current;
    const claimedRun = { ...run, comparedToRunId: baselineOf(current) };
    const filter = { _id, runId: null, specRev, "state.baselineRunId": state.baselineRunId, recentRuns };
    const { matchedCount } = await database.monitors.updateOne(filter, {
      $set: { runId: run._id, recentRuns: withRun(recentRuns, claimedRun) },
    });
    if (matchedCount === 1) {
      const { comparedToRunId } = claimedRun;
      await database.runs.updateOne({ _id: run._id, status: "queued" }, { $set: { comparedToRunId } });
      return claimedRun;
    }
    current = await database.monitors.findOne({ _id });
  }
  return null;
}

function isAsPriced(monitor: MonitorRecord, run: RunRecord): boolean {
  return (
    monitor.runId === null &&
    monitor.spec.wanted !== "deleted" &&
    monitor.captureRev === run.captureRev &&
    (baselineOf(monitor) === null) === (run.comparedToRunId === null)
  );
}

function toRun({ caller, monitor, reservation }: RunOrder): RunRecord {
  const baselineRunId = baselineOf(monitor);
  const capture: MonitorCapture = JSON.parse(monitor.spec.capture);
  return newRun(monitor, {
    id: reservation.id,
    trigger: baselineRunId === null ? "initial" : "manual",
    price: runPrice({ ...capture, compared: baselineRunId !== null }),
    plan: caller.plan,
    comparedToRunId: baselineRunId,
    createdAt: reservation.at,
  });
}

/** Removes a run that was charged and recorded, and refunds it. */
async function undo({ database, now }: ApiPorts, run: RunRecord): Promise<void> {
  const { _id, accountId, keyId, price } = run;
  await database.runs.findOneAndDelete({ _id });
  const period = await periodOf(database, { accountId, chargeId: `charge:${_id}:1` });
  if (period !== null) {
    await appendRefund(database, {
      _id: `refund:${_id}:1`,
      accountId,
      keyId,
      jobId: _id,
      operation: "monitor_run",
      credits: -price,
      period,
      at: now(),
    });
  }
  await database.outbox.deleteOne({ _id });
}
