import type { Filter } from "mongodb";
import type { Database } from "#data/mongo.ts";
import type { ScheduleRecord, ScheduleStatus, ScheduleType } from "#schemas/schedule.ts";
import { ApiError } from "../http/errors.ts";

/** A schedule of an account; rejects with `not_found` for an unknown or foreign id alike. */
export async function readSchedule(database: Database, accountId: string, scheduleId: string): Promise<ScheduleRecord> {
  const record = await database.schedules.findOne({ _id: scheduleId.toLowerCase() });
  if (record === null || record.accountId !== accountId) throw new ApiError("not_found");
  return record;
}

/** Whether a schedule has ended. */
export function hasEnded({ status }: Pick<ScheduleRecord, "status">): boolean {
  return status === "completed" || status === "cancelled";
}

/** Which schedules to list, and which part of them. */
export type SchedulePage = {
  filter: { type: ScheduleType | undefined; status: ScheduleStatus | undefined };
  limit: number;
  offset: number;
};

/** An account's schedules, the soonest fire first and those without one last, and how many there are in all. */
export async function findSchedules(
  { schedules }: Database,
  accountId: string,
  { filter: { type, status }, limit, offset }: SchedulePage,
): Promise<{ records: ScheduleRecord[]; total: number }> {
  const query: Filter<ScheduleRecord> = {
    accountId,
    ...(type !== undefined && { "timing.type": type }),
    ...(status !== undefined && { status }),
  };
  const [records, total] = await Promise.all([
    schedules.find(query).sort({ dueAt: 1, _id: 1 }).skip(offset).limit(limit).toArray(),
    schedules.countDocuments(query),
  ]);
  return { records, total };
}
