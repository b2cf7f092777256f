import { MonitorPatch, MonitorReply } from "#schemas/monitor.ts";
import { monitorRules } from "../acceptance/monitorRules.ts";
import { keyWith, refusePaused } from "../auth.ts";
import { changeMonitor } from "../changeMonitor.ts";
import { presentMonitor } from "../present/monitor.ts";
import { defineRoute, none } from "../route.ts";
import { MonitorId } from "./monitorIds.ts";

/** E1: changes, pauses or resumes a monitor. */
export const updateMonitor = defineRoute({
  id: "updateMonitor",
  method: "PATCH",
  path: "/render/monitors/:id",
  summary: "Update, pause or resume a monitor",
  description:
    "Inside `capture`, `diff` and `alerts`, what is not given stays as it is; `alerts.webhook: null` takes the webhook away. A new `url`, `capture` or `diff` drops the baseline: the next run makes a new one.",
  tag: "Monitors",
  auth: keyWith("monitor"),
  errorShape: "monitor",
  params: MonitorId,
  query: none,
  body: MonitorPatch,
  example: { status: "paused" },
  rules: monitorRules,
  responses: { 200: { description: "The monitor as it is now.", json: MonitorReply } },
  errors: ["not_found", "plan_limit", "account_paused"],
  async handle({ params, body, caller }, ports) {
    if (body.status === "active") refusePaused(caller);
    const record = await changeMonitor(ports, { caller, monitorId: params.id, change: body });
    return { status: 200, json: { success: true, monitor: presentMonitor(record) } };
  },
});
