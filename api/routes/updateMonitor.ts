import { MonitorPatch, type MonitorRecord, MonitorReply } from "#schemas/monitor.ts";
import { dueAt, tickAt } from "#workflows/rules/cadence.ts";
import { monitorRules } from "../acceptance/monitorRules.ts";
import { warnMonitor } from "../acceptance/monitorWarnings.ts";
import { keyWith, refusePaused } from "../auth.ts";
import { changeMonitor } from "../changeMonitor.ts";
import { presentMonitor } from "../present/monitor.ts";
import { defineRoute, none } from "../route.ts";
import { withWarnings } from "../withWarnings.ts";
import { MonitorId } from "./monitorIds.ts";

/** E1: changes, pauses or resumes a monitor. */
export const updateMonitor = defineRoute({
  id: "updateMonitor",
  method: "PATCH",
  path: "/render/monitors/:id",
  summary: "Update, pause or resume a monitor",
  description:
    "Inside `capture`, `diff` and `alerts`, what is not given stays as it is; `alerts.webhook: null` takes the webhook away, and null for a property of `capture` that property. A new `url`, `capture` or `diff` drops the baseline: the next run makes a new one.",
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
    const monitor = presentMonitor(withNextRun(record, ports.now()));
    // The rest of the capture, which decides on what is given here, is known only now.
    return withWarnings({ status: 200, json: { success: true, monitor } } as const, warnMonitor(body, monitor.capture));
  },
});

/** One that was just resumed, as its workflow shows it a moment later: it goes on with the next beat. */
function withNextRun(record: MonitorRecord, now: Date): MonitorRecord {
  const { spec, state, createdAt } = record;
  if (spec.wanted !== "active" || state.nextRunAt !== null) return record;
  const beat = { createdAt: createdAt.getTime(), interval: spec.intervalMinutes * 60_000 };
  const nextRunAt = new Date(dueAt(beat, tickAt(beat, now.getTime()) + 1));
  return { ...record, state: { ...state, nextRunAt } };
}
