import { DelayedRequest, ScheduleReply } from "#schemas/schedule.ts";
import { acceptSchedule } from "../acceptance/acceptSchedule.ts";
import { delayedRules } from "../acceptance/scheduleRules.ts";
import { warnRender } from "../acceptance/warnings.ts";
import { workWith } from "../auth.ts";
import { scheduleCreatedReply, resumeSchedule } from "../createdSchedule.ts";
import { defineRoute, none } from "../route.ts";

/** 8:00 UTC on the first of a month about half a year ahead, so that it can be scheduled as long as a process may live. */
function halfAYearAhead(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 6, 1, 8)).toISOString();
}

/** E6: schedules one render. */
export const scheduleRender = defineRoute({
  id: "scheduleRender",
  method: "POST",
  idempotent: true,
  path: "/render/scheduled",
  summary: "Schedule one render",
  description:
    "Renders the page once at `scheduleAt`. The render is a job of its own, with `scheduleId`, and is charged when it starts; should the account be short of credits then, it is skipped and a `schedule.skipped` event is sent.",
  tag: "Screenshots",
  auth: workWith("render"),
  errorShape: "submit",
  params: none,
  query: none,
  body: DelayedRequest,
  example: { url: "https://example.com/", scheduleAt: halfAYearAhead(), fullPage: true },
  rules: delayedRules,
  warn: ({ body, given }) => warnRender(body, given),
  responses: {
    201: {
      description: "The schedule was created.",
      json: ScheduleReply,
      links: {
        getSchedule: "$response.body#/id",
        changeSchedule: "$response.body#/id",
        cancelSchedule: "$response.body#/id",
      },
    },
  },
  errors: [],
  resume: resumeSchedule,
  async handle({ body, given, caller, exchange: { requestId } }, ports) {
    const { scheduleAt, ...request } = body;
    const timing = { type: "delayed", at: new Date(scheduleAt) } as const;
    const record = await acceptSchedule(ports, { caller, requestId, request, given, timing, limit: null });
    return scheduleCreatedReply(record);
  },
});
