import type { Filter } from "mongodb";
import { withoutFields } from "#data/listFields.ts";
import type { Database } from "#data/mongo.ts";
import type { ScheduleRecord, ScheduleStatus, ScheduleType } from "#schemas/schedule.ts";
import { ApiError } from "../http/errors.ts";

/**
 * A schedule of an account.
 * @throws ApiError `not_found` for an unknown id and for another account's id.
 */
export async function readSchedule(database: Database, accountId: string, scheduleId: string): Promise<ScheduleRecord> {
  const record = await database.schedules.findOne({ _id: scheduleId.toLowerCase() });
  if (record === null || record.accountId !== accountId) throw new ApiError("not_found");
  return record;
}

/** Whether a schedule has ended. */
export function hasEnded({ status }: Pick<ScheduleRecord, "status">): boolean {
  return status === "completed" || status === "cancelled";
}

/** A filter of schedules. */
export type SchedulePage = {
  filter: { type: ScheduleType | undefined; status: ScheduleStatus | undefined };
  limit: number;
  offset: number;
};

/** Fields of a schedule that no reply shows. */
const unlistedOfSchedule = withoutFields<ScheduleRecord>()("spec", "webhook");

/** A page of an account's schedules, next fire first and those without one last, and the total. */
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
    schedules
      .find(query, { projection: unlistedOfSchedule })
      .sort({ dueAt: 1, _id: 1 })
      .skip(offset)
      .limit(limit)
      .toArray(),
    schedules.countDocuments(query),
  ]);
  return { records, total };
}
