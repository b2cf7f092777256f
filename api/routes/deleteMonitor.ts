import { MonitorReply } from "#schemas/monitor.ts";
import { keyWith } from "../auth.ts";
import { updateAndSignal } from "../changeMonitor.ts";
import { presentMonitor } from "../present/monitor.ts";
import { readMonitor } from "../reads/monitors.ts";
import { defineRoute, noBody, none } from "../route.ts";
import { markDeleted } from "../writes/markDeleted.ts";
import { MonitorId } from "./monitorIds.ts";

/** Deletes a monitor. */
export const deleteMonitor = defineRoute({
  id: "deleteMonitor",
  method: "DELETE",
  path: "/render/monitors/:id",
  summary: "Delete a monitor",
  description: "A run under way is stopped and refunded. Runs stay readable until they expire.",
  tag: "Monitors",
  auth: keyWith("monitor"),
  errorShape: "monitor",
  params: MonitorId,
  query: none,
  body: noBody,
  responses: { 200: { description: "The deleted monitor.", json: MonitorReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const found = await readMonitor(ports.database, caller.accountId, params.id);
    const write = () => markDeleted(ports.database, found, ports.now());
    const record = await updateAndSignal(ports, found, { write, name: "remove" });
    return { status: 200, json: { success: true, monitor: presentMonitor(record ?? found) } };
  },
});
