import { uuidv7 } from "uuidv7";
import type { FieldProblem } from "#schemas/common.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import type { MonitorPatch, MonitorRecord, MonitorRequest } from "#schemas/monitor.ts";
import { type PlanName, plans } from "#schemas/plans.ts";
import { monitorInput } from "#workflows/messages.ts";
import { ApiError } from "../apiError.ts";
import type { Caller } from "../auth.ts";
import type { ApiPorts } from "../ports.ts";
import { countMonitors } from "../reads/monitors.ts";
import { dispatch } from "../writes/dispatch.ts";
import { checkRecipients } from "./checkRecipients.ts";
import { changesCapture, changeSpec, plainSpec, problemsOfChange } from "./monitorSpec.ts";

/** A checked request for a monitor. */
export type MonitorOrder = { caller: Caller; requestId: string; request: MonitorRequest };

/**
 * Records a monitor and starts its workflow, whose first capture becomes the baseline.
 * Rejects with `plan_limit` where the plan allows no more monitors, or none that often.
 */
export async function acceptMonitor(
  ports: ApiPorts,
  { caller, requestId, request }: MonitorOrder,
): Promise<MonitorRecord> {
  const { accountId, keyId, plan } = caller;
  checkInterval(plan, request.intervalMinutes);
  refuse(problemsOfChange(ports.policy, plainSpec, request));
  await checkRecipients(ports.database, accountId, request);
  const { monitors: most } = plans[plan];
  if (most !== null && (await countMonitors(ports.database, accountId)) >= most) {
    throw new ApiError("plan_limit", {
      message: `The plan ${plan} allows ${most} ${most === 1 ? "monitor" : "monitors"}; delete one first.`,
    });
  }
  const _id = uuidv7();
  const createdAt = ports.now();
  const owner = { keyRing: ports.keyRing, accountId, monitorId: _id };
  const { name, intervalMinutes } = request;
  const unsealed = { ...plainSpec, name, intervalMinutes, host: "", url: "sealed:v1:" } as const;
  const record: MonitorRecord = {
    _id,
    accountId,
    keyId,
    requestId,
    spec: changeSpec(owner, unsealed, request),
    specRev: 1,
    captureRev: 1,
    pinned: null,
    runId: null,
    state: {
      appliedRev: 0,
      baselineRunId: null,
      nextRunAt: createdAt,
      lastRunAt: null,
      planLimit: null,
      incident: null,
      version: 0,
    },
    createdAt,
    updatedAt: createdAt,
    expiresAt: null,
  };
  const entry: OutboxRecord = { _id, type: "monitor", accountId, jobIds: [], createdAt };
  await ports.recordOutboxEntry(entry._id);
  await ports.database.outbox.insertOne(entry);
  await ports.database.monitors.insertOne(record);
  await dispatch(ports, { entry, order: { type: "monitor", input: monitorInput(record) } });
  return record;
}

/** Rejects with `plan_limit` for an interval shorter than the plan's. */
export function checkInterval(plan: PlanName, intervalMinutes: number): void {
  const { minIntervalMinutes } = plans[plan];
  if (intervalMinutes >= minIntervalMinutes) return;
  throw new ApiError("plan_limit", {
    message: `The plan ${plan} allows intervals of ${minIntervalMinutes} ${minIntervalMinutes === 1 ? "minute" : "minutes"} or more.`,
  });
}

/** Rejects with `validation_failed` where there is anything wrong. */
function refuse(fields: FieldProblem[]): void {
  if (fields.length > 0) throw new ApiError("validation_failed", { fields });
}

/**
 * Writes a change of a monitor's spec in one step and returns the monitor as it then is; null where another change came
 * in between, and then nothing is written. Rejects with `validation_failed` where it does not go with what was there.
 */
export async function writeChange(
  ports: ApiPorts,
  record: MonitorRecord,
  change: MonitorPatch,
): Promise<MonitorRecord | null> {
  const { _id, accountId, specRev } = record;
  refuse(problemsOfChange(ports.policy, record.spec, change));
  const owner = { keyRing: ports.keyRing, accountId, monitorId: _id };
  return ports.database.monitors.findOneAndUpdate(
    { _id, specRev },
    {
      $set: {
        spec: changeSpec(owner, record.spec, change),
        specRev: specRev + 1,
        ...(changesCapture(change) && { captureRev: specRev + 1 }),
        updatedAt: ports.now(),
      },
    },
    { returnDocument: "after" },
  );
}
