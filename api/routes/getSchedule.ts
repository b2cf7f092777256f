import { ScheduleReply } from "#schemas/schedule.ts";
import { keyWith } from "../auth.ts";
import { presentSchedule } from "../present/schedule.ts";
import { readSchedule } from "../reads/schedules.ts";
import { defineRoute, noBody, none } from "../route.ts";
import { ScheduleId } from "./scheduleId.ts";

/** One schedule. */
export const getSchedule = defineRoute({
  id: "getSchedule",
  method: "GET",
  path: "/render/scheduled/:id",
  summary: "Get a scheduled render",
  description: "Its jobs are those of `GET /jobs` with its `scheduleId`.",
  tag: "Screenshots",
  auth: keyWith("read", "render"),
  errorShape: "submit",
  params: ScheduleId,
  query: none,
  body: noBody,
  responses: { 200: { description: "The schedule as it is now.", json: ScheduleReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const record = await readSchedule(ports.database, caller.accountId, params.id);
    return { status: 200, json: { success: true, ...presentSchedule(record) } };
  },
});
