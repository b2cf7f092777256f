import { findMonitorDefaults, withDefaults } from "#data/monitorDefaults.ts";
import { countMonitors, newMonitor, planLimitOf } from "#data/monitors.ts";
import type { FieldProblem } from "#schemas/common.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import type { MonitorPatch, MonitorRecord, MonitorRequest } from "#schemas/monitor/monitor.ts";
import { type PlanName, plans } from "#schemas/settings/plans.ts";
import { monitorInput } from "#orders/inputs.ts";
import type { WorkflowSignal } from "#orders/messages.ts";
import { planLimitMessages } from "#rules/monitorState.ts";
import { countedAlone } from "../account/countedAlone.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import type { Reservation } from "../http/idempotency.ts";
import { dispatch, writeEntry } from "../outbox.ts";
import { trySignal, writeAndSignal } from "../signalAndAwait.ts";
import type { ApiPorts } from "../ports.ts";
import { requireNamed } from "../renders/requireNamed.ts";
import { requireSecrets } from "../storedSecrets/references.ts";
import { altersCaptures, changesCapture, changeSpec, plainSpec, problemsOfChange } from "./spec.ts";
import { readMonitor } from "./store.ts";
import { type Period, periodOf } from "./times.ts";
import { checkReceivers } from "./receivers.ts";

/** A monitor to create; schema and `newMonitorRules` have checked the request. */
export type MonitorOrder = { caller: Caller; requestId: string; request: MonitorRequest; reservation: Reservation };

/**
 * Records a monitor and starts its workflow. The first capture becomes the baseline.
 * @throws ApiError `plan_limit` if the plan allows no more monitors, or only longer intervals; `validation_failed`.
 */
export async function acceptMonitor(ports: ApiPorts, order: MonitorOrder): Promise<MonitorRecord> {
  const { database } = ports;
  const { id: _id, isRepeat } = order.reservation;
  const earlier = isRepeat ? await database.monitors.findOne({ _id }) : null;
  if (earlier !== null) return earlier;
  const record = await checkedRecord(ports, order);
  const { accountId } = record;
  const entry: OutboxRecord = { _id, type: "monitor", accountId, jobIds: [], createdAt: ports.now() };
  const insert = async () => {
    await writeEntry(database, entry, { isRepeat });
    await database.monitors.insertOne(record);
  };
  if (plans[order.caller.plan].monitors === null) await insert();
  else
    await countedAlone({ database, accountId, kind: "monitors" }, async () => {
      await checkCount(ports, order.caller);
      await insert();
    });
  await dispatch(ports, { entry, order: { type: "monitor", input: monitorInput(record) } });
  return record;
}

/** The record that `acceptMonitor` would write. Makes nothing. @throws ApiError as `acceptMonitor` does. */
export async function planMonitor(ports: ApiPorts, order: MonitorOrder): Promise<MonitorRecord> {
  const record = await checkedRecord(ports, order);
  await checkCount(ports, order.caller);
  return record;
}

/** @throws ApiError `plan_limit` if the account has as many monitors as its plan allows. */
async function checkCount({ database }: ApiPorts, { accountId, plan }: Caller): Promise<void> {
  const { monitors: max } = plans[plan];
  if (max !== null && (await countMonitors(database, accountId)) >= max) throw tooManyMonitors(plan, max);
}

async function checkedRecord(ports: ApiPorts, order: MonitorOrder): Promise<MonitorRecord> {
  const { caller, request } = order;
  const { accountId, plan } = caller;
  checkInterval(plan, newPeriod(request));
  refuse(problemsOfChange(ports.policy, plainSpec, request));
  await checkReceivers(ports.database, accountId, request);
  await requireSecrets(ports, accountId, { options: request.capture ?? {}, place: "capture" });
  await requireNamed(ports, accountId, { options: request.capture, place: "capture" });
  return toRecord(ports, order);
}

function tooManyMonitors(plan: PlanName, max: number): ApiError {
  const message = `The plan ${plan} allows ${max} ${max === 1 ? "monitor" : "monitors"}; delete one first.`;
  return new ApiError("plan_limit", { message });
}

function toRecord(ports: ApiPorts, { caller, requestId, request, reservation }: MonitorOrder): MonitorRecord {
  const { id: _id, at: createdAt } = reservation;
  const { accountId, keyId } = caller;
  const owner = { keyRing: ports.keyRing, accountId, monitorId: _id };
  const { name } = request;
  const unsealed = { ...plainSpec, ...newPeriod(request), name, host: "", throttleKey: "", url: "sealed:v1:" } as const;
  const spec = changeSpec(owner, unsealed, request);
  return newMonitor({ _id, accountId, keyId, requestId, spec, sitemap: null, createdAt });
}

/** When a new monitor runs. */
export function newPeriod(request: Parameters<typeof periodOf>[0]): Period {
  const period = periodOf(request);
  if (period === null) throw new Error("The rules accepted a monitor without an interval or a cron.");
  return period;
}

/** @throws ApiError `plan_limit` if the interval, or the shortest one of the cron, is shorter than the plan's. */
export function checkInterval(plan: PlanName, { intervalMinutes, cron }: Period): void {
  const { minIntervalMinutes } = plans[plan];
  if (intervalMinutes >= minIntervalMinutes) return;
  const given = cron === null ? "" : `; two fires of the cron may be only ${minutes(intervalMinutes)} apart`;
  throw new ApiError("plan_limit", {
    message: `The plan ${plan} allows intervals of ${minutes(minIntervalMinutes)} or more${given}.`,
  });
}

function minutes(count: number): string {
  return `${count} ${count === 1 ? "minute" : "minutes"}`;
}

/** @throws ApiError `validation_failed` if there are problems. */
function refuse(fields: FieldProblem[]): void {
  if (fields.length > 0) throw new ApiError("validation_failed", { fields });
}

/**
 * Writes a change of a monitor's spec in one update and returns the changed monitor. Returns null, and writes nothing, if
 * another change came in between.
 * @throws ApiError `validation_failed` if the change does not fit the spec.
 */
export async function writeChange(
  ports: ApiPorts,
  record: MonitorRecord,
  change: MonitorPatch,
): Promise<MonitorRecord | null> {
  const { _id, accountId, specRev } = record;
  refuse(problemsOfChange(ports.policy, record.spec, change));
  const owner = { keyRing: ports.keyRing, accountId, monitorId: _id };
  const spec = changeSpec(owner, record.spec, change);
  const defaults = await findMonitorDefaults(ports.database, accountId);
  const [earlier, later] = [record, { ...record, spec }].map((each) => withDefaults(each, defaults).monitor.spec);
  // A monitor with other tags inherits other settings.
  const isAltered = earlier !== undefined && later !== undefined && altersCaptures(earlier, later);
  return ports.database.monitors.findOneAndUpdate(
    { _id, specRev },
    {
      $set: {
        spec,
        specRev: specRev + 1,
        ...((isAltered || changesCapture(change, record.spec)) && { captureRev: specRev + 1 }),
        ...membershipAfter(record, change, ports.now()),
        updatedAt: ports.now(),
      },
    },
    { returnDocument: "after" },
  );
}

/**
 * A monitor whose page left its sitemap follows the owner from here on. If the owner resumes it, the sync leaves it alone until
 * the page is back. If the owner pauses it, no sync resumes it.
 */
function membershipAfter(
  { sitemap }: MonitorRecord,
  { status }: MonitorPatch,
  now: Date,
): Pick<MonitorRecord, "sitemap"> | null {
  if (sitemap === null || sitemap.missingSince === null || status === undefined) return null;
  return { sitemap: { ...sitemap, missingSince: null, keptByOwnerAt: status === "active" ? now : null } };
}

/** Tries of a change while other calls change the same monitor. */
const maxTries = 5;

/**
 * Changes a monitor's record and signals its workflow. The reconciler sends the signal if Temporal is unavailable.
 * @throws ApiError `not_found`, `validation_failed`, `plan_limit`, or `unavailable` if other changes came in between each time.
 */
export async function changeMonitor(
  ports: ApiPorts,
  { caller, monitorId, change }: { caller: Caller; monitorId: string; change: MonitorPatch },
): Promise<MonitorRecord> {
  const period = periodOf(change);
  if (period !== null) checkInterval(caller.plan, period);
  await checkReceivers(ports.database, caller.accountId, change);
  await requireSecrets(ports, caller.accountId, { options: change.capture ?? {}, place: "capture" });
  await requireNamed(ports, caller.accountId, { options: change.capture, place: "capture" });
  for (let tries = 0; tries < maxTries; tries += 1) {
    const foundMonitor = await readMonitor(ports.database, caller.accountId, monitorId);
    if (change.status === "active") await refuseLimited(ports, { caller, foundMonitor, change });
    const changed = await updateAndSignal(ports, foundMonitor, {
      write: () => writeChange(ports, foundMonitor, change),
      name: "changed",
    });
    if (changed !== null) return changed;
  }
  throw new ApiError("unavailable", { message: "Other calls are changing the monitor; try again.", retryAfter: 1 });
}

type Resumption = { caller: Caller; foundMonitor: MonitorRecord; change: MonitorPatch };

/** @throws ApiError `plan_limit` if the plan's limits would stop the monitor once it is active. */
async function refuseLimited({ database }: ApiPorts, { caller, foundMonitor, change }: Resumption): Promise<void> {
  const period = periodOf(change) ?? foundMonitor.spec;
  checkInterval(caller.plan, period);
  if (foundMonitor.state.planLimit === null) return;
  const changed = { ...foundMonitor, spec: { ...foundMonitor.spec, intervalMinutes: period.intervalMinutes } };
  const limit = await planLimitOf(database, changed, foundMonitor.state.planLimit === "credits");
  if (limit !== null) throw new ApiError("plan_limit", { message: planLimitMessages[limit] });
}

/** A change of a monitor: `write` resolves to null if nothing was written; `name` is the signal that follows. */
type Change = { write: () => Promise<MonitorRecord | null>; name: "changed" | "remove" };

/** Writes a change of a monitor and signals its workflow. See `writeAndSignal`. */
export function updateAndSignal(
  ports: ApiPorts,
  { _id: resourceId, accountId }: Pick<MonitorRecord, "_id" | "accountId">,
  { write, name }: Change,
): Promise<MonitorRecord | null> {
  const send = (changed: MonitorRecord) => signalMonitor(ports, changed, { name, args: [] });
  return writeAndSignal(ports, { entry: { type: "monitorChange", accountId, resourceId }, write, send });
}

/** Signals a monitor's workflow. Returns false if Temporal is unavailable or the workflow has ended. */
export function signalMonitor(ports: ApiPorts, record: MonitorRecord, signal: WorkflowSignal): Promise<boolean> {
  return trySignal(ports, { type: "monitor", input: monitorInput(record) }, signal);
}
