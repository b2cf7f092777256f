import { Type } from "typebox";
import {
  DelayedRequest,
  maxNextRuns,
  type Recurrence,
  RecurringRequest,
  type Schedule,
  ScheduleChange,
  ScheduleList,
  type ScheduleRecord,
  ScheduleReply,
  ScheduleStatus,
  ScheduleType,
} from "#schemas/schedule.ts";
import { nextFire } from "#rules/cron.ts";
import { keyWith, refusePaused } from "../http/auth.ts";
import { ScheduleId } from "../http/params.ts";
import { routesOf } from "../http/route.ts";
import { withPreset } from "../presets/expand.ts";
import { warnRender } from "../renders/warnings.ts";
import { acceptSchedule, controlSchedule } from "./commands.ts";
import { toRecurrence } from "./recurrence.ts";
import { findSchedules, readSchedule } from "./store.ts";
import { delayedRules, recurringRules } from "./validate.ts";

const defineRoute = routesOf({ tag: "Schedules", errorShape: "submit" });

/** A schedule as clients see it. */
function presentSchedule(record: ScheduleRecord): Schedule {
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
    nextRuns: nextRunsOf(record).map((at) => at.toISOString()),
    runCount: record.runCount,
    ...(lastRunAt !== null && { lastRunAt: lastRunAt.toISOString() }),
    ...(lastJobId !== null && { lastJobId }),
    createdAt: record.createdAt.toISOString(),
  };
}

/** The planned renders, as long as the schedule stays active. */
function nextRunsOf({ timing, nextRunAt, limit, runCount }: ScheduleRecord): Date[] {
  const left = limit === null ? maxNextRuns : Math.min(maxNextRuns, limit - runCount);
  const planned: Date[] = [];
  for (let at = nextRunAt; at !== null && planned.length < left; at = nextFire(timing, at)) planned.push(at);
  return planned;
}

function presentRecurrence(recurrence: Recurrence): Pick<Schedule, "pattern" | "cron" | "timezone"> {
  if (recurrence.pattern !== undefined) return { pattern: recurrence.pattern };
  return { cron: recurrence.cron, timezone: recurrence.timezone };
}

/** The reply to a call that created a schedule. */
function createdReply(record: ScheduleRecord) {
  return { status: 201, json: { success: true, ...presentSchedule(record) } } as const;
}

/** 8:00 UTC on the first of a month about half a year ahead, so the example stays valid while the process runs. */
function halfAYearAhead(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 6, 1, 8)).toISOString();
}

/** The response to a created schedule, and the operations that take its id. */
const created = {
  201: {
    description: "The schedule was created.",
    json: ScheduleReply,
    links: {
      getSchedule: "$response.body#/id",
      changeSchedule: "$response.body#/id",
      cancelSchedule: "$response.body#/id",
    },
  },
} as const;

/** Schedules one render. */
export const scheduleRender = defineRoute({
  id: "scheduleRender",
  client: { resource: "schedules", method: "createOnce" },
  method: "POST",
  idempotent: true,
  path: "/render/scheduled",
  summary: "Schedule one render",
  description:
    "Renders the page once at `scheduleAt`. The render is a job with `scheduleId` and is charged when it starts. Without enough credits it is skipped, and a `schedule.skipped` event is sent.",
  auth: keyWith("render"),
  body: DelayedRequest,
  example: { url: "https://example.com/", scheduleAt: halfAYearAhead(), fullPage: true },
  expand: withPreset(DelayedRequest),
  rules: delayedRules,
  warn: ({ body, fieldNames }) => warnRender(body, fieldNames),
  responses: created,
  errors: [],
  async handle({ body, fieldNames, caller, exchange: { requestId }, reservation }, ports) {
    const { scheduleAt, ...request } = body;
    const timing = { type: "delayed", at: new Date(scheduleAt) } as const;
    const record = await acceptSchedule(ports, {
      caller,
      requestId,
      request,
      fieldNames,
      timing,
      limit: null,
      reservation,
    });
    return createdReply(record);
  },
});

/** Schedules a recurring render. */
export const scheduleRecurring = defineRoute({
  id: "scheduleRecurring",
  client: { resource: "schedules", method: "createRecurring" },
  method: "POST",
  idempotent: true,
  path: "/render/schedule-recurring",
  summary: "Create a recurring render",
  description:
    "Renders the page whenever `pattern` (UTC) or `cron` (in `timezone`) fires, until `endDate` or until `limit` renders were started. Each render is a job with `scheduleId` and is charged when it starts. A fire is skipped while the previous render still runs, without enough credits, and if an outage delayed it by more than one period. Each skip sends a `schedule.skipped` event.",
  auth: keyWith("render"),
  body: RecurringRequest,
  example: { url: "https://example.com/", pattern: "0 8 * * *", fullPage: true },
  // In a recurring render this is the time zone of the cron.
  expand: withPreset(RecurringRequest, ["timezone"]),
  rules: recurringRules,
  warn: ({ body, fieldNames }) => warnRender(body, fieldNames),
  responses: created,
  errors: [],
  async handle({ body, fieldNames, caller, exchange: { requestId }, reservation }, ports) {
    const { pattern, cron, timezone, endDate, limit = null, ...request } = body;
    const timing = {
      type: "repeatable",
      ...toRecurrence({ pattern, cron, timezone }),
      endDate: endDate === undefined ? null : new Date(endDate),
    } as const;
    const record = await acceptSchedule(ports, { caller, requestId, request, fieldNames, timing, limit, reservation });
    return createdReply(record);
  },
});

const SchedulesQuery = Type.Object(
  {
    type: Type.Optional(ScheduleType),
    status: Type.Optional(ScheduleStatus),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: "Schedules per page." }),
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0, description: "Number of schedules to skip." }),
  },
  { additionalProperties: false },
);

/** The account's schedules. */
export const listSchedules = defineRoute({
  id: "listSchedules",
  method: "GET",
  path: "/render/scheduled",
  summary: "List scheduled renders, the soonest first",
  description: "Schedules without a next render come last.",
  auth: keyWith("read", "render"),
  query: SchedulesQuery,
  responses: {
    200: {
      description: "One page of schedules, and how many there are.",
      json: ScheduleList,
      links: { getSchedule: "$response.body#/schedules/0/id" },
    },
  },
  errors: [],
  async handle({ query: { type, status, limit, offset }, caller }, ports) {
    const page = { filter: { type, status }, limit, offset };
    const { records, total } = await findSchedules(ports.database, caller.accountId, page);
    return { status: 200, json: { success: true, schedules: records.map(presentSchedule), total } };
  },
});

/** One schedule. */
export const getSchedule = defineRoute({
  id: "getSchedule",
  client: { resource: "schedules", method: "get" },
  method: "GET",
  path: "/render/scheduled/:id",
  summary: "Get a scheduled render",
  description: "`GET /jobs?scheduleId=…` lists its jobs.",
  auth: keyWith("read", "render"),
  params: ScheduleId,
  responses: { 200: { description: "The schedule as it is now.", json: ScheduleReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const record = await readSchedule(ports.database, caller.accountId, params.id);
    return { status: 200, json: { success: true, ...presentSchedule(record) } };
  },
});

/** Pauses or resumes a schedule. */
export const changeSchedule = defineRoute({
  id: "changeSchedule",
  client: [
    { resource: "schedules", method: "pause", args: {}, body: { status: "paused" }, help: "Pauses a schedule." },
    { resource: "schedules", method: "resume", args: {}, body: { status: "active" }, help: "Resumes a schedule." },
  ],
  method: "PATCH",
  whilePaused: true,
  path: "/render/scheduled/:id",
  summary: "Pause or resume a scheduled render",
  description:
    "A paused schedule starts nothing. A resumed recurring schedule continues with its next fire. A resumed one-off schedule renders at once if its time has passed.",
  auth: keyWith("render"),
  params: ScheduleId,
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

/** Cancels a schedule for good. */
export const cancelSchedule = defineRoute({
  id: "cancelSchedule",
  client: { resource: "schedules", method: "cancel" },
  method: "DELETE",
  path: "/render/scheduled/:id",
  summary: "Cancel a scheduled render",
  description: "The schedule starts no more renders. A running render continues; cancel it by its job.",
  auth: keyWith("render"),
  params: ScheduleId,
  responses: { 200: { description: "The cancelled schedule.", json: ScheduleReply } },
  errors: ["not_found", "schedule_ended"],
  async handle({ params, caller }, ports) {
    const found = await readSchedule(ports.database, caller.accountId, params.id);
    const record = await controlSchedule(ports, found, "cancel");
    return { status: 200, json: { success: true, ...presentSchedule(record) } };
  },
});
