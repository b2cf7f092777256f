import { Type } from "typebox";
import { ScheduleList, ScheduleStatus, ScheduleType } from "#schemas/schedule.ts";
import { keyWith } from "../auth.ts";
import { presentSchedule } from "../present/schedule.ts";
import { findSchedules } from "../reads/schedules.ts";
import { defineRoute, noBody, none } from "../route.ts";

const SchedulesQuery = Type.Object(
  {
    type: Type.Optional(ScheduleType),
    status: Type.Optional(ScheduleStatus),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: "Schedules a page." }),
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0, description: "Schedules to leave out." }),
  },
  { additionalProperties: false },
);

/** E9: the account's schedules. */
export const listSchedules = defineRoute({
  id: "listSchedules",
  method: "GET",
  path: "/render/scheduled",
  summary: "List scheduled renders, the soonest first",
  description: "Those without a next render come last.",
  tag: "Screenshots",
  auth: keyWith("read", "render"),
  errorShape: "submit",
  params: none,
  query: SchedulesQuery,
  body: noBody,
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
