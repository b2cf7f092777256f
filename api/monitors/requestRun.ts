import { uuidv7 } from "uuidv7";
import { appendRefund } from "#data/credits.ts";
import { insertRun, newRun, runCharge } from "#data/monitors.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import type { MonitorRecord } from "#schemas/monitor.ts";
import type { MonitorCapture } from "#schemas/monitorCapture.ts";
import type { RunRecord } from "#schemas/run.ts";
import { runPrice } from "#workflows/rules/prices.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import { reserveWithOutbox } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";
import { signalMonitor } from "./commands.ts";
import { presentMonitor, statusOf } from "./present.ts";

/** A run that is charged and queued, and the credits left; null where the plan has no limit. */
export type RequestedRun = { run: RunRecord; remaining: number | null };

/** How often a run is priced again because its monitor's baseline changed meanwhile. */
const maxTries = 3;

/**
 * Queues a run by hand: charged and recorded first, then the monitor's workflow is told; where that fails, the reconciler
 * tells it. Rejects with `run_in_progress`, `monitor_paused_plan_limit` or `insufficient_credits`.
 */
export async function requestRun(ports: ApiPorts, caller: Caller, monitor: MonitorRecord): Promise<RequestedRun> {
  let current: MonitorRecord | null = monitor;
  for (let tries = 0; tries < maxTries && isFree(current); tries += 1) {
    if (statusOf(current) === "paused_plan_limit") throw new ApiError("monitor_paused_plan_limit");
    const requested = await claimRun(ports, caller, current);
    if (requested !== null) return requested;
    current = await ports.database.monitors.findOne({ _id: monitor._id });
  }
  throw new ApiError("run_in_progress", { retryAfter: 5 });
}

function isFree(monitor: MonitorRecord | null): monitor is MonitorRecord {
  return monitor !== null && monitor.runId === null && monitor.spec.wanted !== "deleted";
}

/** Charges a run, records it and makes it the monitor's; null, and nothing stays, where the monitor is no longer as it was priced. */
async function claimRun(ports: ApiPorts, caller: Caller, monitor: MonitorRecord): Promise<RequestedRun | null> {
  const run = toRun(ports, caller, monitor);
  const { _id, accountId, createdAt, price } = run;
  const entry: OutboxRecord = { _id, type: "manualRun", accountId, jobIds: [_id], createdAt };
  const charges = price > 0 ? [runCharge(run)] : [];
  const insert = () => insertRun(ports.database, run);
  const { period, remaining } = await reserveWithOutbox(ports, { entry, plan: caller.plan, charges, insert });
  const claimed = await ports.database.monitors.findOneAndUpdate(
    // As it was when the run was priced: a baseline that came or went in between makes another price.
    { _id: monitor._id, runId: null, specRev: monitor.specRev, "state.baselineRunId": monitor.state.baselineRunId },
    { $set: { runId: _id } },
  );
  if (claimed === null) {
    await undo(ports, run, period);
    return null;
  }
  if (await signalMonitor(ports, monitor, { name: "run", args: [{ runId: _id }] })) {
    await ports.database.outbox.deleteOne({ _id });
  }
  return { run, remaining };
}

function toRun(ports: ApiPorts, { plan }: Caller, monitor: MonitorRecord): RunRecord {
  const { baselineRunId } = presentMonitor(monitor);
  const { regions = false }: MonitorCapture = JSON.parse(monitor.spec.capture);
  return newRun(monitor, {
    id: uuidv7(),
    trigger: baselineRunId === null ? "initial" : "manual",
    price: runPrice({ compared: baselineRunId !== null, regions }),
    plan,
    comparedToRunId: baselineRunId,
    createdAt: ports.now(),
  });
}

async function undo({ database, now }: ApiPorts, run: RunRecord, period: string): Promise<void> {
  const { _id, accountId, keyId, price } = run;
  await database.runs.deleteOne({ _id });
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
  await database.outbox.deleteOne({ _id });
}
