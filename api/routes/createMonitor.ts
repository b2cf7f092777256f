import { type MonitorRecord, MonitorReply, MonitorRequest } from "#schemas/monitor.ts";
import { acceptMonitor } from "../acceptance/acceptMonitor.ts";
import { newMonitorRules } from "../acceptance/monitorRules.ts";
import { shownCapture } from "../acceptance/monitorCapture.ts";
import { warnMonitor } from "../acceptance/monitorWarnings.ts";
import { workWith } from "../auth.ts";
import { presentMonitor } from "../present/monitor.ts";
import type { ApiPorts } from "../ports.ts";
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
  warn: ({ body, raw }) => warnMonitor(raw, shownCapture(body.capture)),
  responses: {
    201: {
      description: "The monitor was created.",
      json: MonitorReply,
      headers: ["Location"],
      links: { getMonitor: "$response.body#/monitor/id", updateMonitor: "$response.body#/monitor/id" },
    },
  },
  errors: ["plan_limit"],
  async resume(ports, { id }) {
    const record = await ports.database.monitors.findOne({ _id: id });
    return record === null ? null : createdMonitor(ports, record);
  },
  async handle({ body, caller, exchange: { requestId } }, ports) {
    return createdMonitor(ports, await acceptMonitor(ports, { caller, requestId, request: body }));
  },
});

function createdMonitor({ publicUrl }: ApiPorts, record: MonitorRecord) {
  const location = new URL(`/render/monitors/${record._id}`, publicUrl).href;
  const json = { success: true, monitor: presentMonitor(record) } as const;
  return { status: 201, headers: { Location: location }, json } as const;
}
