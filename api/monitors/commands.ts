import { uuidv7 } from "uuidv7";
import { planLimitOf } from "#data/monitors.ts";
import type { FieldProblem } from "#schemas/common.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import type { MonitorPatch, MonitorRecord, MonitorRequest, PlanLimit } from "#schemas/monitor.ts";
import { type PlanName, plans } from "#schemas/settings/plans.ts";
import { monitorInput, type WorkflowSignal } from "#workflows/messages.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import { dispatch } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";
import { changesCapture, changeSpec, plainSpec, problemsOfChange } from "./spec.ts";
import { countMonitors, readMonitor } from "./store.ts";
import { checkRecipients } from "./validate.ts";

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
function checkInterval(plan: PlanName, intervalMinutes: number): void {
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

/** Times a change is tried when others change the same monitor at once. */
const tries = 5;

/**
 * Changes a monitor: the record at once, its workflow by a signal, or by the reconciler where Temporal is away. Rejects with `not_found`, or with `plan_limit` for what the plan forbids.
 */
export async function changeMonitor(
  ports: ApiPorts,
  { caller, monitorId, change }: { caller: Caller; monitorId: string; change: MonitorPatch },
): Promise<MonitorRecord> {
  if (change.intervalMinutes !== undefined) checkInterval(caller.plan, change.intervalMinutes);
  await checkRecipients(ports.database, caller.accountId, change);
  for (let count = 0; count < tries; count += 1) {
    const found = await readMonitor(ports.database, caller.accountId, monitorId);
    if (change.status === "active") await refuseLimited(ports, { caller, found, change });
    const changed = await updateAndSignal(ports, found, {
      write: () => writeChange(ports, found, change),
      name: "changed",
    });
    if (changed !== null) return changed;
  }
  throw new ApiError("unavailable", { message: "The monitor is being changed by others; try again.", retryAfter: 1 });
}

type Resumption = { caller: Caller; found: MonitorRecord; change: MonitorPatch };

/** What the plan forbids keeps a monitor from being active, whatever else is asked; one it has stopped, until that no longer holds. */
async function refuseLimited({ database }: ApiPorts, { caller, found, change }: Resumption): Promise<void> {
  const intervalMinutes = change.intervalMinutes ?? found.spec.intervalMinutes;
  checkInterval(caller.plan, intervalMinutes);
  if (found.state.planLimit === null) return;
  const asked = { ...found, spec: { ...found.spec, intervalMinutes } };
  const limit = await planLimitOf(database, asked, found.state.planLimit === "credits");
  if (limit !== null) throw new ApiError("plan_limit", { message: standing[limit] });
}

const standing = {
  credits:
    "The account has too few credits left in this period for a run; the monitor goes on by itself when it has some.",
  count: "The plan allows fewer monitors; delete an older one, and this one goes on by itself.",
  interval: "The plan allows no interval as short; give a longer intervalMinutes.",
} satisfies Record<PlanLimit, string>;

/** What writes a change of a monitor, null where it came to nothing, and what its workflow is told then. */
type Change = { write: () => Promise<MonitorRecord | null>; name: "changed" | "remove" };

/**
 * Writes a change of a monitor, signals its workflow and returns the monitor. Returns null without a signal if nothing was written.
 * That it is to be told is noted before: where Temporal is away, or the process dies in between, the reconciler tells it.
 */
export async function updateAndSignal(
  ports: ApiPorts,
  { _id: monitorId, accountId }: Pick<MonitorRecord, "_id" | "accountId">,
  { write, name }: Change,
): Promise<MonitorRecord | null> {
  const { outbox } = ports.database;
  // Of its own, so that a change made at once is not taken for this one.
  const _id = `${monitorId}:${uuidv7()}`;
  const entry: OutboxRecord = { _id, type: "monitorChange", accountId, jobIds: [], createdAt: ports.now() };
  await outbox.insertOne(entry);
  const changed = await write().catch(async (error: unknown) => {
    // Whether anything was written is known only of a refusal.
    if (error instanceof ApiError) await outbox.deleteOne({ _id });
    throw error;
  });
  if (changed === null || (await signalMonitor(ports, changed, { name, args: [] }))) await outbox.deleteOne({ _id });
  return changed;
}

/** Signals a monitor's workflow; false where Temporal is away, which is logged, or it has ended: then the outbox entry stays for the reconciler. */
export async function signalMonitor(ports: ApiPorts, record: MonitorRecord, signal: WorkflowSignal): Promise<boolean> {
  const { _id: monitorId, accountId } = record;
  try {
    return await ports.orchestrator.signal({ type: "monitor", input: monitorInput(record) }, signal);
  } catch (err) {
    ports.log.warn({ err, accountId, monitorId }, "a monitor could not be told");
    return false;
  }
}
