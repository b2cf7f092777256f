import type { Recurrence, Schedule, ScheduleRecord } from "#schemas/schedule.ts";

/** A schedule as clients see it. */
export function presentSchedule(record: ScheduleRecord): Schedule {
  const { timing, limit, nextRunAt, lastRunAt, lastJobId } = record;
  return {
    id: record._id,
    type: timing.type,
    status: record.status,
    url: record.url,
    ...(timing.type === "delayed"
      ? { scheduleAt: timing.at.toISOString() }
      : { ...presentRecurrence(timing), ...(timing.endDate !== null && { endDate: timing.endDate.toISOString() }) }),
    ...(limit !== null && { limit }),
    ...(nextRunAt !== null && { nextRunAt: nextRunAt.toISOString() }),
    runCount: record.runCount,
    ...(lastRunAt !== null && { lastRunAt: lastRunAt.toISOString() }),
    ...(lastJobId !== null && { lastJobId }),
    createdAt: record.createdAt.toISOString(),
  };
}

function presentRecurrence(recurrence: Recurrence): Pick<Schedule, "pattern" | "cron" | "timezone"> {
  if (recurrence.pattern !== undefined) return { pattern: recurrence.pattern };
  return { cron: recurrence.cron, timezone: recurrence.timezone };
}
