import type { Static } from "typebox";
import type { Schedule, ScheduleList, ScheduleReply } from "#schemas/schedule.ts";
import { ids, pageUrl, times } from "./parts.ts";

const nextRuns = [22, 23, 24, 25, 26].map((day) => `2026-11-${day}T08:00:00.000Z`);

const recurring: Schedule = {
  id: ids.schedule,
  type: "repeatable",
  status: "active",
  url: pageUrl,
  pattern: "0 8 * * *",
  nextRunAt: "2026-11-22T08:00:00.000Z",
  nextRuns,
  runCount: 3,
  lastRunAt: "2026-11-21T08:00:00.000Z",
  lastJobId: ids.job,
  createdAt: times.created,
};
const { nextRunAt: _nextRunAt, ...planned } = recurring;
const unplanned: Schedule = { ...planned, nextRuns: [] };

const created = { id: ids.schedule, status: "active", url: pageUrl, runCount: 0, createdAt: times.created } as const;
const scheduleAt = "2026-12-01T08:00:00.000Z";

const reply = (schedule: Schedule): Static<typeof ScheduleReply> => ({ success: true, ...schedule });
const list: Static<typeof ScheduleList> = { success: true, schedules: [recurring], total: 1 };

/** Replies about schedules. */
export const schedules = {
  delayed: reply({ ...created, type: "delayed", scheduleAt, nextRunAt: scheduleAt, nextRuns: [scheduleAt] }),
  repeatable: reply({
    ...created,
    type: "repeatable",
    pattern: "0 8 * * *",
    nextRunAt: "2026-11-22T08:00:00.000Z",
    nextRuns,
  }),
  reply: reply(recurring),
  paused: reply({ ...unplanned, status: "paused" }),
  cancelled: reply({ ...unplanned, status: "cancelled" }),
  list,
};
