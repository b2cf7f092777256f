import type { MonitorCapture, MonitorRecord, PlanLimit } from "#schemas/monitor.ts";
import type { RunRecord, RunTrigger } from "#schemas/run.ts";
import { type PlanName, plans } from "#schemas/settings/plans.ts";
import { runPrice } from "#workflows/rules/prices.ts";
import { type Charge, creditsLeft } from "./credits.ts";
import { isDuplicateKey } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/** Writes that a monitor is to run, or to stand still, as if its owner had; does nothing where that is so, or it was deleted. */
export async function steerMonitor(
  { monitors }: Database,
  { monitorId, wanted }: { monitorId: string; wanted: "active" | "paused" },
): Promise<void> {
  await monitors.updateOne(
    { _id: monitorId, "spec.wanted": { $nin: ["deleted", wanted] } },
    { $set: { "spec.wanted": wanted, updatedAt: new Date() }, $inc: { specRev: 1 } },
  );
}

/** What of the account's plan stands against a monitor's next run; `broke` says that it stood still for want of credits. */
export async function planLimitOf(
  database: Database,
  record: MonitorRecord,
  outOfCredits: boolean,
): Promise<PlanLimit | null> {
  const { accountId, spec } = record;
  const account = await database.accounts.findOne({ _id: accountId });
  if (account === null) return "count";
  const { monitors: most, minIntervalMinutes } = plans[account.plan];
  if (spec.intervalMinutes < minIntervalMinutes) return "interval";
  if (most !== null && (await countOlder(database, record)) >= most) return "count";
  if (!outOfCredits) return null;
  const left = creditsLeft(account, new Date());
  return left !== null && left < nextPrice(record) ? "credits" : null;
}

/** Credits of the monitor's next run. */
function nextPrice({ spec, pinned, state }: MonitorRecord): number {
  // Written by the API, from a capture that its schema had been held against.
  const { regions = false }: MonitorCapture = JSON.parse(spec.capture);
  return runPrice({ compared: pinned !== null || state.baselineRunId !== null, regions });
}

/** Monitors of the account that are not deleted and were there before this one: the oldest are kept running. */
function countOlder({ monitors }: Database, { _id, accountId }: MonitorRecord): Promise<number> {
  return monitors.countDocuments({ accountId, _id: { $lt: _id }, "spec.wanted": { $ne: "deleted" } });
}

const day = 24 * 60 * 60 * 1000;

/** A run that is about to be made. */
export type NewRun = {
  /** A UUIDv7. */
  id: string;
  trigger: RunTrigger;
  price: number;
  plan: PlanName;
  comparedToRunId: string | null;
  createdAt: Date;
};

/** A queued run of a monitor; nothing is written. */
export function newRun(monitor: MonitorRecord, { id, plan, price, ...run }: NewRun): RunRecord {
  return {
    _id: id,
    monitorId: monitor._id,
    accountId: monitor.accountId,
    keyId: monitor.keyId,
    status: "queued",
    price,
    credits: { charged: price, refunded: 0 },
    captureRev: monitor.captureRev,
    startedAt: null,
    completedAt: null,
    expiresAt: new Date(run.createdAt.getTime() + plans[plan].runRetentionDays * day),
    version: 0,
    ...run,
  };
}

/** Writes the record of a run that is charged; what is there already stays. */
export async function insertRun({ runs }: Database, run: RunRecord): Promise<void> {
  try {
    await runs.insertOne(run);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

/** The charge of a run. */
export function runCharge({ _id, accountId, keyId, price, createdAt }: RunRecord): Charge {
  const operation = "monitor_run";
  return { _id: `charge:${_id}:1`, accountId, keyId, jobId: _id, operation, credits: price, at: createdAt };
}
