import { MonitorReply, MonitorRequest } from "#schemas/monitor.ts";
import { acceptMonitor } from "../acceptance/acceptMonitor.ts";
import { newMonitorRules } from "../acceptance/monitorRules.ts";
import { workWith } from "../auth.ts";
import { presentMonitor } from "../present/monitor.ts";
import { defineRoute, none } from "../route.ts";

/** Makes a monitor. */
export const createMonitor = defineRoute({
  id: "createMonitor",
  method: "POST",
  idempotent: true,
  path: "/render/monitors",
  summary: "Create a monitor",
  description:
    "Captures the page at once, which becomes the baseline, and then at its interval; each capture is compared with the baseline, and a change that a second capture confirms is told by e-mail and webhook, once. The address, headers, cookie values, click selectors and the webhook are never shown again.",
  tag: "Monitors",
  auth: workWith("monitor"),
  errorShape: "monitor",
  params: none,
  query: none,
  body: MonitorRequest,
  example: { name: "Prices", url: "https://example.com/", intervalMinutes: 60, changeThreshold: 0.01 },
  rules: newMonitorRules,
  responses: {
    201: {
      description: "The monitor was created.",
      json: MonitorReply,
      headers: ["Location"],
      links: { getMonitor: "$response.body#/monitor/id", updateMonitor: "$response.body#/monitor/id" },
    },
  },
  errors: ["plan_limit"],
  async handle({ body, caller, exchange: { requestId } }, ports) {
    const record = await acceptMonitor(ports, { caller, requestId, request: body });
    const location = new URL(`/render/monitors/${record._id}`, ports.publicUrl).href;
    return { status: 201, headers: { Location: location }, json: { success: true, monitor: presentMonitor(record) } };
  },
});
