import { RecurringRequest, ScheduleReply } from "#schemas/schedule.ts";
import { acceptSchedule } from "../acceptance/acceptSchedule.ts";
import { recurringRules } from "../acceptance/scheduleRules.ts";
import { warnRender } from "../acceptance/warnings.ts";
import { workWith } from "../auth.ts";
import { scheduleCreatedReply, resumeSchedule } from "../createdSchedule.ts";
import { defineRoute, none } from "../route.ts";

/** E7: schedules a render that comes again. */
export const scheduleRecurring = defineRoute({
  id: "scheduleRecurring",
  method: "POST",
  idempotent: true,
  path: "/render/schedule-recurring",
  summary: "Create a recurring render",
  description:
    "Renders the page whenever `pattern` fires (UTC), until `endDate` or until `limit` renders were started. Each render is a job of its own, with `scheduleId`, charged when it starts. A fire is skipped while the render before it still runs, when the account is short of credits, and when an outage made it more than one period late; a `schedule.skipped` event tells of it.",
  tag: "Screenshots",
  auth: workWith("render"),
  errorShape: "submit",
  params: none,
  query: none,
  body: RecurringRequest,
  example: { url: "https://example.com/", pattern: "0 8 * * *", fullPage: true },
  rules: recurringRules,
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
    const { pattern, endDate, limit = null, ...request } = body;
    const timing = {
      type: "repeatable",
      pattern: pattern.trim().replaceAll(/\s+/g, " "),
      endDate: endDate === undefined ? null : new Date(endDate),
    } as const;
    const record = await acceptSchedule(ports, { caller, requestId, request, given, timing, limit });
    return scheduleCreatedReply(record);
  },
});
