import type { MonitorCapture, MonitorRecord, PlanLimit } from "#schemas/monitor.ts";
import { plans } from "#schemas/plans.ts";
import { runPrice } from "#workflows/rules/prices.ts";
import { creditsLeft } from "./credits.ts";
import type { Database } from "./mongo.ts";

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
