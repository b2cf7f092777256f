import { setTimeout as sleep } from "node:timers/promises";
import type { Static } from "typebox";
import { uuidv7 } from "uuidv7";
import type { OutboxRecord } from "#schemas/job.ts";
import type { RenderRequest } from "#schemas/renders/render.ts";
import type { ScheduleRecord, ScheduleReply, ScheduleStatus, ScheduleTiming } from "#schemas/schedule.ts";
import { type ControlSignal, renderScheduleInput } from "#workflows/messages.ts";
import { nextFire } from "#workflows/rules/cron.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import { dispatch } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";
import { chooseOutputs } from "../renders/outputs.ts";
import { toTemplate } from "../renders/spec.ts";
import { presentSchedule } from "./present.ts";
import { hasEnded, readSchedule } from "./store.ts";

/** A checked request for a schedule. */
export type ScheduleOrder = {
  caller: Caller;
  requestId: string;
  request: RenderRequest;
  given: ReadonlySet<string>;
  timing: ScheduleTiming;
  limit: number | null;
};

/**
 * Records a schedule and starts its clock: an outbox entry, the record, the workflow, the entry away, so that the
 * reconciler starts what a crash or an outage left without its workflow. Nothing is charged before it fires.
 */
export async function acceptSchedule(ports: ApiPorts, order: ScheduleOrder): Promise<ScheduleRecord> {
  const record = toRecord(ports, order);
  const { _id, accountId, createdAt } = record;
  const entry: OutboxRecord = { _id, type: "renderSchedule", accountId, jobIds: [], createdAt };
  await ports.recordOutboxEntry(_id);
  await ports.database.outbox.insertOne(entry);
  await ports.database.schedules.insertOne(record);
  await dispatch(ports, { entry, order: { type: "renderSchedule", input: renderScheduleInput(record) } });
  return record;
}

function toRecord(
  ports: ApiPorts,
  { caller, requestId, request, given, timing, limit }: ScheduleOrder,
): ScheduleRecord {
  const id = uuidv7();
  const outputs = chooseOutputs(request, given);
  const createdAt = ports.now();
  const nextRunAt = timing.type === "delayed" ? timing.at : nextFire(timing, createdAt);
  if (nextRunAt === null) throw new Error("A schedule that never fires was not refused.");
  return {
    _id: id,
    ...toTemplate(ports, { caller, requestId, request, outputs, sealedFor: id }),
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

/** Timeout for the schedule's workflow to react, and the polling interval, milliseconds. */
const waitMs = 2_000;
const pollMs = 40;

const outcomes = { pause: "paused", resume: "active", cancel: "cancelled" } as const satisfies Record<
  ControlSignal,
  ScheduleStatus
>;

/**
 * Has a schedule paused, resumed or cancelled and returns it as it then is. Temporal keeps the signal where no worker is
 * up to hear it, so the answer is then what will be. Rejects with `schedule_ended`, or with `unavailable` where Temporal is away.
 */
export async function controlSchedule(
  ports: ApiPorts,
  record: ScheduleRecord,
  signal: ControlSignal,
): Promise<ScheduleRecord> {
  const status = outcomes[signal];
  if (hasEnded(record)) throw new ApiError("schedule_ended");
  // Signal even if the record agrees already: the last signal may still be under way.
  if (!(await tell(ports, record, signal))) throw new ApiError("schedule_ended");
  const deadline = Date.now() + waitMs;
  while (Date.now() < deadline) {
    const current = await readSchedule(ports.database, record.accountId, record._id);
    if (current.status === status) return current;
    if (hasEnded(current)) throw new ApiError("schedule_ended");
    await sleep(pollMs);
  }
  return { ...record, status, nextRunAt: status === "active" ? record.nextRunAt : null };
}

async function tell({ orchestrator, log }: ApiPorts, record: ScheduleRecord, signal: ControlSignal): Promise<boolean> {
  try {
    return await orchestrator.signal(
      { type: "renderSchedule", input: renderScheduleInput(record) },
      { name: signal, args: [] },
    );
  } catch (err) {
    log.warn({ err, accountId: record.accountId, scheduleId: record._id }, "a schedule could not be told");
    throw new ApiError("unavailable", { retryAfter: 5 });
  }
}

type CreatedReply = { status: 201; json: Static<typeof ScheduleReply> };

/** The reply to a schedule that was created. */
export function scheduleCreatedReply(record: ScheduleRecord): CreatedReply {
  return { status: 201, json: { success: true, ...presentSchedule(record) } };
}

/** The same, given later; null where there is no such schedule. */
export async function resumeSchedule({ database }: ApiPorts, { id }: { id: string }): Promise<CreatedReply | null> {
  const record = await database.schedules.findOne({ _id: id });
  return record === null ? null : scheduleCreatedReply(record);
}
