import { BaselineList, IncidentList } from "#schemas/monitor/history.ts";
import { keyWith } from "../http/auth.ts";
import { MonitorId } from "../http/params.ts";
import { routesOf } from "../http/route.ts";
import { presentBaselines } from "./present.ts";
import { readHistory, readMonitor } from "./store.ts";

const defineRoute = routesOf({ tag: "Monitors", errorShape: "monitor" });

/** The last baselines, newest first. */
export const listBaselines = defineRoute({
  id: "listMonitorBaselines",
  client: { resource: "monitors", method: "baselines", unwrap: "baselines" },
  method: "GET",
  path: "/render/monitors/:id/baselines",
  summary: "List a monitor's baselines, newest first",
  description:
    "The last 100. To return to an earlier baseline, give its `runId` to `POST /render/monitors/{id}/baseline`. That works for `comparable` runs that have not expired.",
  auth: keyWith("read", "monitor"),
  params: MonitorId,
  responses: { 200: { description: "The last baselines.", json: BaselineList } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const monitor = await readMonitor(ports.database, caller.accountId, params.id);
    const { baselines } = await readHistory(ports.database, monitor._id);
    return { status: 200, json: { success: true, baselines: presentBaselines(monitor, baselines) } };
  },
});

/** The last incidents, newest first. */
export const listIncidents = defineRoute({
  id: "listMonitorIncidents",
  client: { resource: "monitors", method: "incidents", unwrap: "incidents" },
  method: "GET",
  path: "/render/monitors/:id/incidents",
  summary: "List a monitor's incidents, newest first",
  description: "The last 50, open and closed.",
  auth: keyWith("read", "monitor"),
  params: MonitorId,
  responses: { 200: { description: "The last incidents.", json: IncidentList } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const monitor = await readMonitor(ports.database, caller.accountId, params.id);
    const { incidents } = await readHistory(ports.database, monitor._id);
    return { status: 200, json: { success: true, incidents: incidents.toReversed() } };
  },
});
