import { Type } from "typebox";
import { MonitorList, MonitorStatus } from "#schemas/monitor.ts";
import { keyWith } from "../auth.ts";
import { pageOf, readBefore } from "../cursor.ts";
import { presentMonitor } from "../present/monitor.ts";
import { findMonitors } from "../reads/monitors.ts";
import { defineRoute, noBody, none } from "../route.ts";

const MonitorsQuery = Type.Object(
  {
    status: Type.Optional(MonitorStatus),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: "Monitors a page." }),
    cursor: Type.Optional(
      Type.String({ maxLength: 512, description: "`nextCursor` of the page before, with the same filters." }),
    ),
  },
  { additionalProperties: false },
);

/** The account's monitors, newest first. */
export const listMonitors = defineRoute({
  id: "listMonitors",
  method: "GET",
  path: "/render/monitors",
  summary: "List monitors, newest first",
  description: "Deleted ones are listed only where `status` asks for them.",
  tag: "Monitors",
  auth: keyWith("read", "monitor"),
  errorShape: "monitor",
  params: none,
  query: MonitorsQuery,
  body: noBody,
  responses: {
    200: {
      description: "One page of monitors, and how many there are.",
      json: MonitorList,
      links: { getMonitor: "$response.body#/monitors/0/id" },
    },
  },
  errors: [],
  async handle({ query: { status, limit, cursor }, caller }, ports) {
    const scope = ["monitors", caller.accountId, status ?? ""];
    const before = readBefore(ports.signingKey, scope, cursor);
    const part = { status, before, limit: limit + 1 };
    const { records, total } = await findMonitors(ports.database, caller.accountId, part);
    const { page, nextCursor } = pageOf(ports.signingKey, scope, { records, limit });
    return { status: 200, json: { success: true, monitors: page.map(presentMonitor), nextCursor, total } };
  },
});
