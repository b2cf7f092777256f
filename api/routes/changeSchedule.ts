import { ScheduleChange, ScheduleReply } from "#schemas/schedule.ts";
import { keyWith, refusePaused } from "../auth.ts";
import { presentSchedule } from "../present/schedule.ts";
import { readSchedule } from "../reads/schedules.ts";
import { defineRoute, none } from "../route.ts";
import { controlSchedule } from "../steerSchedule.ts";
import { ScheduleId } from "./scheduleId.ts";

/** Pauses or resumes a schedule. */
export const changeSchedule = defineRoute({
  id: "changeSchedule",
  method: "PATCH",
  path: "/render/scheduled/:id",
  summary: "Pause or resume a scheduled render",
  description:
    "A paused schedule starts nothing. Resumed, a recurring one goes on with the next fire; one whose only time has passed meanwhile renders at once.",
  tag: "Screenshots",
  auth: keyWith("render"),
  errorShape: "submit",
  params: ScheduleId,
  query: none,
  body: ScheduleChange,
  example: { status: "paused" },
  responses: { 200: { description: "The schedule as it is now.", json: ScheduleReply } },
  errors: ["not_found", "schedule_ended", "account_paused"],
  async handle({ params, body, caller }, ports) {
    if (body.status === "active") refusePaused(caller);
    const found = await readSchedule(ports.database, caller.accountId, params.id);
    const record = await controlSchedule(ports, found, body.status === "paused" ? "pause" : "resume");
    return { status: 200, json: { success: true, ...presentSchedule(record) } };
  },
});
