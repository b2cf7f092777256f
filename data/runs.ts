import type { MonitorRecord } from "#schemas/monitor.ts";
import { type PlanName, plans } from "#schemas/plans.ts";
import type { RunRecord, RunTrigger } from "#schemas/run.ts";
import type { Charge } from "./credits.ts";
import { isDuplicateKey } from "./duplicateKey.ts";
import type { Database } from "./mongo.ts";

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
