import type { MonitorRecord, PlanLimit } from "#schemas/monitor/monitor.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import type { RunRecord, RunTrigger } from "#schemas/monitor/run.ts";
import { type PlanName, plans } from "#schemas/settings/plans.ts";
import { days } from "#schemas/settings/retention.ts";
import { runPrice } from "#rules/prices.ts";
import { type Charge, creditsLeft } from "./credits.ts";
import { insertIfAbsent } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/** Activates or pauses a monitor, as its owner could. Does nothing if the monitor is in that state or deleted. */
export async function setMonitorStatus(
  { monitors }: Database,
  { monitorId, wanted }: { monitorId: string; wanted: "active" | "paused" },
): Promise<void> {
  if (wanted === "active") {
    await monitors.updateOne(
      { _id: monitorId, "spec.wanted": "paused", "sitemap.missingSince": { $ne: null } },
      { $set: { "sitemap.missingSince": null, "sitemap.keptByOwnerAt": new Date() } },
    );
  }
  await monitors.updateOne(
    { _id: monitorId, "spec.wanted": { $nin: ["deleted", wanted] } },
    { $set: { "spec.wanted": wanted, updatedAt: new Date() }, $inc: { specRev: 1 } },
  );
}

/**
 * The plan limit that prevents a monitor's next run; null if there is none. `outOfCredits` says that the monitor was
 * stopped because credits ran out; only then are the credits checked.
 */
export async function planLimitOf(
  database: Database,
  record: MonitorRecord,
  outOfCredits: boolean,
): Promise<PlanLimit | null> {
  const { accountId, spec } = record;
  const account = await database.accounts.findOne({ _id: accountId });
  if (account === null) return "count";
  const { monitors: maxMonitors, minIntervalMinutes } = plans[account.plan];
  if (spec.intervalMinutes < minIntervalMinutes) return "interval";
  if (maxMonitors !== null && (await countOlder(database, record)) >= maxMonitors) return "count";
  if (!outOfCredits) return null;
  const left = creditsLeft(account, new Date());
  return left !== null && left < nextPrice(record) ? "credits" : null;
}

/** The values that a new monitor needs. */
type NewMonitor = Pick<MonitorRecord, "_id" | "accountId" | "keyId" | "requestId" | "spec" | "sitemap" | "createdAt">;

/** The record of a new monitor; nothing is written. */
export function newMonitor(monitor: NewMonitor): MonitorRecord {
  const { createdAt } = monitor;
  return {
    ...monitor,
    specRev: 1,
    captureRev: 1,
    pinned: null,
    acknowledged: { change: null, failure: null, expectation: null },
    runId: null,
    recentRuns: "[]",
    state: {
      appliedRev: 0,
      baselineRunId: null,
      nextRunAt: createdAt,
      lastRunAt: null,
      planLimit: null,
      incident: null,
      alertMemory: null,
      version: 0,
    },
    updatedAt: createdAt,
    expiresAt: null,
  };
}

/** The number of an account's monitors that count against its plan: all that are not deleted. */
export function countMonitors({ monitors }: Database, accountId: string): Promise<number> {
  return monitors.countDocuments({ accountId, "spec.wanted": { $ne: "deleted" } });
}

/** The price of the monitor's next run, in credits. */
function nextPrice({ spec, pinned, state }: MonitorRecord): number {
  // The API validated the capture before it wrote it.
  const capture: MonitorCapture = JSON.parse(spec.capture);
  return runPrice({ ...capture, compared: pinned !== null || state.baselineRunId !== null });
}

/** The account's monitors that are older than this one and not deleted. The oldest monitors keep running. */
function countOlder({ monitors }: Database, { _id, accountId }: MonitorRecord): Promise<number> {
  return monitors.countDocuments({ accountId, _id: { $lt: _id }, "spec.wanted": { $ne: "deleted" } });
}

/** The values that a new run needs besides its monitor. */
export type NewRun = {
  /** A UUIDv7. */
  id: string;
  trigger: RunTrigger;
  price: number;
  plan: PlanName;
  comparedToRunId: string | null;
  createdAt: Date;
};

/** The record of a queued run; nothing is written. */
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
    expiresAt: new Date(run.createdAt.getTime() + days(plans[plan].runRetentionDays)),
    version: 0,
    ...run,
  };
}

/** Writes the record of a charged run. An existing record stays unchanged. */
export async function insertRun({ runs }: Database, run: RunRecord): Promise<void> {
  await insertIfAbsent(runs, run);
}

/** The charge for a run. */
export function runCharge({ _id, accountId, keyId, price, createdAt }: RunRecord): Charge {
  const operation = "monitor_run";
  return { _id: `charge:${_id}:1`, accountId, keyId, jobId: _id, operation, credits: price, at: createdAt };
}
