import type { OutboxRecord } from "#schemas/job.ts";
import type { PageRequest } from "#schemas/renders/render.ts";
import type { ScheduleRecord, ScheduleStatus, ScheduleTiming } from "#schemas/schedule.ts";
import { renderScheduleInput } from "#orders/inputs.ts";
import type { ControlSignal } from "#orders/messages.ts";
import { nextFire } from "#rules/cron.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import type { Reservation } from "../http/idempotency.ts";
import { dispatch, writeEntry } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";
import { chooseOutputs } from "../renders/outputs.ts";
import { toTemplate } from "../renders/spec.ts";
import { sendOrFail, signalAndAwait } from "../signalAndAwait.ts";
import { hasEnded, readSchedule } from "./store.ts";

/** A schedule to accept; schema and rules have checked the request. */
export type ScheduleOrder = {
  caller: Caller;
  requestId: string;
  request: PageRequest;
  /** Names that the client sent. */
  fieldNames: ReadonlySet<string>;
  timing: ScheduleTiming;
  /** Maximum number of renders; null without a limit. */
  limit: number | null;
  reservation: Reservation;
};

/**
 * Records a schedule and starts its workflow. The outbox entry is written first and removed last, so the reconciler starts the
 * workflow after a crash. Each render is charged when it starts.
 */
export async function acceptSchedule(ports: ApiPorts, order: ScheduleOrder): Promise<ScheduleRecord> {
  const { schedules } = ports.database;
  const { id, isRepeat } = order.reservation;
  const earlier = isRepeat ? await schedules.findOne({ _id: id }) : null;
  if (earlier !== null) return earlier;
  const record = await toRecord(ports, order);
  const { _id, accountId } = record;
  const entry: OutboxRecord = { _id, type: "renderSchedule", accountId, jobIds: [], createdAt: ports.now() };
  await writeEntry(ports.database, entry, { isRepeat });
  await schedules.insertOne(record);
  await dispatch(ports, { entry, order: { type: "renderSchedule", input: renderScheduleInput(record) } });
  return record;
}

async function toRecord(
  ports: ApiPorts,
  { caller, requestId, request, fieldNames, timing, limit, reservation }: ScheduleOrder,
): Promise<ScheduleRecord> {
  const { id, at: createdAt } = reservation;
  const outputs = chooseOutputs(request, fieldNames);
  const nextRunAt = timing.type === "delayed" ? timing.at : nextFire(timing, createdAt);
  if (nextRunAt === null) throw new Error("The rules accepted a schedule that never fires.");
  return {
    _id: id,
    ...(await toTemplate(ports, { caller, requestId, request, outputs, sealedFor: id })),
    url: request.url,
    host: new URL(request.url).hostname,
    timing,
    limit,
    status: "active",
    nextRunAt,
    dueAt: nextRunAt,
    runCount: 0,
    lastRunAt: null,
    lastJobId: null,
    createdAt,
    expiresAt: null,
    version: 0,
  };
}

/** Milliseconds a client waits for the schedule's workflow to react. */
const maxWaitMs = 2_000;

const outcomes = { pause: "paused", resume: "active", cancel: "cancelled" } as const satisfies Record<
  ControlSignal,
  ScheduleStatus
>;

/**
 * Pauses, resumes or cancels a schedule and returns its record. If no worker reacts within 2 s, Temporal keeps the signal, and the
 * record is returned as it will be.
 * @throws ApiError `schedule_ended`, or `unavailable` if Temporal is.
 */
export async function controlSchedule(
  ports: ApiPorts,
  record: ScheduleRecord,
  name: ControlSignal,
): Promise<ScheduleRecord> {
  const { _id, accountId } = record;
  const status = outcomes[name];
  if (hasEnded(record)) throw new ApiError("schedule_ended");
  const order = { type: "renderSchedule", input: renderScheduleInput(record) } as const;
  const current = await signalAndAwait({
    record,
    // Signal even if the record shows the status already: an earlier signal may still be under way.
    send: () => sendOrFail(ports, { order, name, ended: "schedule_ended" }),
    read: () => readSchedule(ports.database, accountId, _id),
    isDone: (read) => read.status === status || hasEnded(read),
    maxWaitMs,
  });
  if (current.status === status) return current;
  if (hasEnded(current)) throw new ApiError("schedule_ended");
  return { ...record, status, nextRunAt: status === "active" ? record.nextRunAt : null };
}
