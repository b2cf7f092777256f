import { ScheduleReply } from "#schemas/schedule.ts";
import { keyWith } from "../auth.ts";
import { presentSchedule } from "../present/schedule.ts";
import { readSchedule } from "../reads/schedules.ts";
import { defineRoute, noBody, none } from "../route.ts";
import { controlSchedule } from "../steerSchedule.ts";
import { ScheduleId } from "./scheduleId.ts";

/** Cancels a schedule for good. */
export const cancelSchedule = defineRoute({
  id: "cancelSchedule",
  method: "DELETE",
  path: "/render/scheduled/:id",
  summary: "Cancel a scheduled render",
  description: "It starts no further render; one that is under way goes on and can be cancelled by its job.",
  tag: "Screenshots",
  auth: keyWith("render"),
  errorShape: "submit",
  params: ScheduleId,
  query: none,
  body: noBody,
  responses: { 200: { description: "The cancelled schedule.", json: ScheduleReply } },
  errors: ["not_found", "schedule_ended"],
  async handle({ params, caller }, ports) {
    const found = await readSchedule(ports.database, caller.accountId, params.id);
    const record = await controlSchedule(ports, found, "cancel");
    return { status: 200, json: { success: true, ...presentSchedule(record) } };
  },
});
