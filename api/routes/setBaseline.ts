import { Type } from "typebox";
import { Uuid } from "#schemas/common.ts";
import { MonitorReply } from "#schemas/monitor.ts";
import { ApiError } from "../apiError.ts";
import { keyWith } from "../auth.ts";
import { updateAndSignal } from "../changeMonitor.ts";
import { presentMonitor } from "../present/monitor.ts";
import { readMonitor, readRun } from "../reads/monitors.ts";
import { defineRoute, none } from "../route.ts";
import { pinBaseline } from "../writes/pinBaseline.ts";
import { MonitorId } from "./monitorIds.ts";

/** Makes a run the baseline. */
export const setBaseline = defineRoute({
  id: "setBaseline",
  method: "POST",
  path: "/render/monitors/:id/baseline",
  summary: "Make a run the baseline",
  description:
    "The run must have completed with the monitor's present address, capture and diff. Where it is another run than the present baseline, a change that is open is over: `monitor.change_recovered` says so, with the reason `baseline_chosen`.",
  tag: "Monitors",
  auth: keyWith("monitor"),
  errorShape: "monitor",
  params: MonitorId,
  query: none,
  body: Type.Object({ runId: Uuid }, { additionalProperties: false }),
  example: { runId: "0192f0c1-7d3a-7000-8000-2a9c5e1f0b64" },
  responses: { 200: { description: "The monitor as it is now.", json: MonitorReply } },
  errors: ["not_found", "run_not_comparable"],
  async handle({ params, body, caller }, ports) {
    const monitor = await readMonitor(ports.database, caller.accountId, params.id);
    const run = await readRun(ports.database, monitor._id, body.runId);
    if (run.status !== "completed" || run.captureRev !== monitor.captureRev) throw new ApiError("run_not_comparable");
    const write = () => pinBaseline(ports.database, { monitor, runId: run._id, now: ports.now() });
    const record = await updateAndSignal(ports, monitor, { write, name: "changed" });
    if (record === null) throw new ApiError("run_not_comparable");
    return { status: 200, json: { success: true, monitor: presentMonitor(record) } };
  },
});
