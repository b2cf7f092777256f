import { RunReply } from "#schemas/run.ts";
import { keyWith } from "../auth.ts";
import { presentRun } from "../present/run.ts";
import { readAnyMonitor, readRun } from "../reads/monitors.ts";
import { defineRoute, noBody, none } from "../route.ts";
import { RunPath } from "./monitorIds.ts";

/** E11: one run. */
export const getMonitorRun = defineRoute({
  id: "getMonitorRun",
  method: "GET",
  path: "/render/monitors/:id/runs/:runId",
  summary: "Get a monitor run",
  description:
    "Addresses in the result are signed, need no key and expire after 24 hours; each reply carries fresh ones.",
  tag: "Monitors",
  auth: keyWith("read", "monitor"),
  errorShape: "monitor",
  params: RunPath,
  query: none,
  body: noBody,
  responses: { 200: { description: "The run as it is now.", json: RunReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const monitor = await readAnyMonitor(ports.database, caller.accountId, params.id);
    const run = await readRun(ports.database, monitor._id, params.runId);
    const { comparedToRunId } = run;
    const baseline = comparedToRunId === null ? null : await ports.database.runs.findOne({ _id: comparedToRunId });
    return { status: 200, json: { success: true, run: presentRun(ports, run, baseline) } };
  },
});
