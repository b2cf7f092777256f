import { MonitorReply } from "#schemas/monitor.ts";
import { keyWith } from "../auth.ts";
import { presentMonitor } from "../present/monitor.ts";
import { readMonitor } from "../reads/monitors.ts";
import { defineRoute, noBody, none } from "../route.ts";
import { MonitorId } from "./monitorIds.ts";

/** One monitor. */
export const getMonitor = defineRoute({
  id: "getMonitor",
  method: "GET",
  path: "/render/monitors/:id",
  summary: "Get a monitor",
  tag: "Monitors",
  auth: keyWith("read", "monitor"),
  errorShape: "monitor",
  params: MonitorId,
  query: none,
  body: noBody,
  responses: { 200: { description: "The monitor as it is now.", json: MonitorReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const record = await readMonitor(ports.database, caller.accountId, params.id);
    return { status: 200, json: { success: true, monitor: presentMonitor(record) } };
  },
});
