import { RunReply } from "#schemas/run.ts";
import { workWith } from "../auth.ts";
import { creditHeaderNames, creditHeaders } from "../present/credits.ts";
import { presentRun } from "../present/run.ts";
import { readMonitor } from "../reads/monitors.ts";
import type { ApiPorts } from "../ports.ts";
import { readRemaining } from "../reads/remaining.ts";
import { type RequestedRun, requestRun } from "../requestRun.ts";
import { defineRoute, noBody, none } from "../route.ts";
import { MonitorId } from "./monitorIds.ts";

/** E10: queues a run by hand. */
export const runMonitor = defineRoute({
  id: "runMonitor",
  method: "POST",
  idempotent: true,
  path: "/render/monitors/:id/run",
  summary: "Queue a manual monitor run",
  description:
    "Does not move the monitor's beat, and works while the monitor is paused. Credits are charged now and refunded if the run fails.",
  tag: "Monitors",
  auth: workWith("monitor"),
  errorShape: "monitor",
  params: MonitorId,
  query: none,
  body: noBody,
  responses: {
    202: {
      description: "The run was queued.",
      json: RunReply,
      headers: ["Location", ...creditHeaderNames],
      links: { getMonitorRun: { id: "$response.body#/run/monitorId", runId: "$response.body#/run/id" } },
    },
  },
  errors: ["not_found", "insufficient_credits", "run_in_progress", "monitor_paused_plan_limit"],
  async resume(ports, { accountId, id }) {
    const run = await ports.database.runs.findOne({ _id: id });
    return run === null ? null : queuedRun(ports, { run, remaining: await readRemaining(ports, accountId) });
  },
  async handle({ params, caller }, ports) {
    const monitor = await readMonitor(ports.database, caller.accountId, params.id);
    return queuedRun(ports, await requestRun(ports, caller, monitor));
  },
});

function queuedRun(ports: ApiPorts, { run, remaining }: RequestedRun) {
  const location = new URL(`/render/monitors/${run.monitorId}/runs/${run._id}`, ports.publicUrl).href;
  const headers = { Location: location, ...creditHeaders(run, remaining) };
  return { status: 202, headers, json: { success: true, run: presentRun(ports, run, null) } } as const;
}
