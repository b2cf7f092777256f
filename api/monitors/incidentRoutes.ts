import { MonitorReply } from "#schemas/monitor/replies.ts";
import { keyWith } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import { MonitorId } from "../http/params.ts";
import { routesOf } from "../http/route.ts";
import { showMonitor } from "./show.ts";
import { acknowledge, readMonitor, withdrawAcknowledgement } from "./store.ts";

const defineRoute = routesOf({ tag: "Monitors", errorShape: "monitor" });

/** Acknowledges the open incident. */
export const acknowledgeIncident = defineRoute({
  id: "acknowledgeIncident",
  client: { resource: "monitors", method: "acknowledge", unwrap: "monitor", help: "Marks the open incident as seen." },
  method: "POST",
  whilePaused: true,
  path: "/render/monitors/:id/acknowledge",
  summary: "Acknowledge the open incident",
  description:
    "No more messages say that this incident is open; one still says that it ended. The next incident is not acknowledged. A repeat changes nothing.",
  auth: keyWith("monitor"),
  params: MonitorId,
  responses: { 200: { description: "The monitor as it is now.", json: MonitorReply } },
  errors: ["not_found", "no_open_incident"],
  async handle({ params, caller }, ports) {
    const monitor = await readMonitor(ports.database, caller.accountId, params.id);
    if (monitor.state.incident === null) throw new ApiError("no_open_incident");
    const record = await acknowledge(ports.database, monitor, ports.now());
    return { status: 200, json: { success: true, monitor: await showMonitor(ports, record) } };
  },
});

/** Withdraws the acknowledgement of the open incident. */
export const unacknowledgeIncident = defineRoute({
  id: "unacknowledgeIncident",
  client: {
    resource: "monitors",
    method: "unacknowledge",
    unwrap: "monitor",
    help: "Withdraws the acknowledgement of the open incident.",
  },
  method: "DELETE",
  path: "/render/monitors/:id/acknowledge",
  summary: "Withdraw the acknowledgement of the open incident",
  description: "Without an acknowledged incident, this changes nothing.",
  auth: keyWith("monitor"),
  params: MonitorId,
  responses: { 200: { description: "The monitor as it is now.", json: MonitorReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const monitor = await readMonitor(ports.database, caller.accountId, params.id);
    const record = await withdrawAcknowledgement(ports.database, monitor, ports.now());
    return { status: 200, json: { success: true, monitor: await showMonitor(ports, record) } };
  },
});
