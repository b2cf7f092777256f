import { uuidv7 } from "uuidv7";
import type { OutboxRecord } from "#schemas/job.ts";
import type { RenderRequest } from "#schemas/render.ts";
import type { ScheduleRecord, ScheduleTiming } from "#schemas/schedule.ts";
import { renderScheduleInput } from "#workflows/messages.ts";
import { nextFire } from "#workflows/rules/nextFire.ts";
import type { Caller } from "../auth.ts";
import type { ApiPorts } from "../ports.ts";
import { dispatch } from "../writes/dispatch.ts";
import { chooseOutputs } from "./chooseOutputs.ts";
import { toTemplate } from "./toTemplate.ts";

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
