import type { Static } from "typebox";
import type { ScheduleRecord, ScheduleReply } from "#schemas/schedule.ts";
import type { ApiPorts } from "./ports.ts";
import { presentSchedule } from "./present/schedule.ts";

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
