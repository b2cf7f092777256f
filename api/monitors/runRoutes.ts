import { markMonitorSeen } from "#data/pageChanges.ts";
import { Type } from "typebox";
import type { ObjectStore } from "#data/objects.ts";
import { Uuid } from "#schemas/common.ts";
import { MonitorReply } from "#schemas/monitor/replies.ts";
import { type MonitorRun, RunList, RunReply, type RunRecord } from "#schemas/monitor/run.ts";
import { maxInlineDiffBytes } from "#schemas/monitor/text.ts";
import { creditHeaderNames, creditHeaders } from "../account/present.ts";
import { keyWith } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import { MonitorId, pageOf, readBefore, RunPath, listQuery } from "../http/params.ts";
import { routesOf } from "../http/route.ts";
import type { ApiPorts } from "../ports.ts";
import { updateAndSignal } from "./commands.ts";
import { presentRun } from "./present.ts";
import { showMonitor } from "./show.ts";
import { type RequestedRun, requestRun } from "./requestRun.ts";
import { listRuns, pinBaseline, readAnyMonitor, readBaselines, readMonitor, readRun } from "./store.ts";

const defineRoute = routesOf({ tag: "Monitors", errorShape: "monitor" });

/** Queues a run by hand. */
export const runMonitor = defineRoute({
  id: "runMonitor",
  client: { resource: "monitors", method: "run", unwrap: "run", help: "Queues a run now." },
  method: "POST",
  idempotent: true,
  path: "/render/monitors/:id/run",
  summary: "Queue a manual monitor run",
  description:
    "Does not change when the next scheduled run starts. Also works while the monitor is paused. Credits are charged now and refunded if the run fails.",
  auth: keyWith("monitor"),
  params: MonitorId,
  responses: {
    202: {
      description: "The run was queued.",
      json: RunReply,
      headers: ["Location", ...creditHeaderNames],
      links: { getMonitorRun: { id: "$response.body#/run/monitorId", runId: "$response.body#/run/id" } },
    },
  },
  errors: ["not_found", "insufficient_credits", "run_in_progress", "monitor_paused_plan_limit"],
  async handle({ params, caller, reservation }, ports) {
    const monitor = await readMonitor(ports.database, caller.accountId, params.id);
    return queuedRun(ports, await requestRun(ports, { caller, monitor, reservation }));
  },
});

function queuedRun(ports: ApiPorts, { run, remainingCredits }: RequestedRun) {
  const location = new URL(`/render/monitors/${run.monitorId}/runs/${run._id}`, ports.publicUrl).href;
  const headers = { Location: location, ...creditHeaders(run, remainingCredits) };
  return { status: 202, headers, json: { success: true, run: presentRun(ports, run, null) } } as const;
}

const RunsQuery = listQuery({ items: "Runs" }, {});

/** A monitor's runs, newest first. */
export const listMonitorRuns = defineRoute({
  id: "listMonitorRuns",
  client: { resource: "monitors", method: "runs", list: "runs" },
  method: "GET",
  path: "/render/monitors/:id/runs",
  summary: "List a monitor's runs, newest first",
  auth: keyWith("read", "monitor"),
  params: MonitorId,
  query: RunsQuery,
  responses: { 200: { description: "One page of runs.", json: RunList } },
  errors: ["not_found"],
  async handle({ params, query: { limit, cursor }, caller }, ports) {
    const monitor = await readAnyMonitor(ports.database, caller.accountId, params.id);
    const scope = ["runs", monitor._id];
    const before = readBefore(ports.signingKey, scope, cursor);
    const records = await listRuns(ports.database, monitor._id, { before, limit: limit + 1 });
    const { page, nextCursor } = pageOf(ports.signingKey, scope, { records, limit });
    const baselines = await readBaselines(ports.database, page);
    const runs = page.map((run) => presentRun(ports, run, baselines.get(run.comparedToRunId ?? "") ?? null));
    return { status: 200, json: { success: true, runs, nextCursor } };
  },
});

/** One run. */
export const getMonitorRun = defineRoute({
  id: "getMonitorRun",
  client: { resource: "monitors", method: "getRun", unwrap: "run" },
  method: "GET",
  path: "/render/monitors/:id/runs/:runId",
  summary: "Get a monitor run",
  description: "Addresses in the result are signed, need no key and expire after 24 hours. Each reply has fresh ones.",
  auth: keyWith("read", "monitor"),
  params: RunPath,
  responses: { 200: { description: "The run as it is now.", json: RunReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const monitor = await readAnyMonitor(ports.database, caller.accountId, params.id);
    const run = await readRun(ports.database, monitor._id, params.runId);
    const { comparedToRunId } = run;
    const baseline = comparedToRunId === null ? null : await ports.database.runs.findOne({ _id: comparedToRunId });
    const shown = await withDiff(ports.objects, run, presentRun(ports, run, baseline));
    return { status: 200, json: { success: true, run: shown } };
  },
});

/** Adds a short difference of the text to a run's reply. */
async function withDiff(objects: ObjectStore, { findings }: RunRecord, shown: MonitorRun): Promise<MonitorRun> {
  const stored = findings?.text?.diff ?? null;
  if (stored === null || stored.bytes > maxInlineDiffBytes || shown.result?.text === undefined) return shown;
  const bytes = await objects.get(stored.key);
  const text = { ...shown.result.text, diff: bytes?.toString("utf8") ?? null };
  return { ...shown, result: { ...shown.result, text } };
}

/** Makes a run the baseline. */
export const setBaseline = defineRoute({
  id: "setBaseline",
  client: {
    resource: "monitors",
    method: "accept",
    unwrap: "monitor",
    args: { runId: "runId" },
    help: "Makes a run the baseline. An open change then ends.",
  },
  method: "POST",
  path: "/render/monitors/:id/baseline",
  summary: "Make a run the baseline",
  description:
    "The run must have completed with the monitor's current address, capture and diff. If it is not the current baseline already, this closes an open change and sends `monitor.change_recovered` with the reason `baseline_chosen`. Changes up to this run are marked as seen. With a rolling baseline the next run moves it on; to say that you saw a change, use `POST /changes/{id}/seen`.",
  auth: keyWith("monitor"),
  params: MonitorId,
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
    const decision = record.spec.baselineMode === "fixed" ? "accepted" : "seen";
    const upTo = { monitorId: record._id, upTo: run._id };
    await markMonitorSeen(ports.database, upTo, { decision, by: caller.keyId, now: ports.now() });
    return { status: 200, json: { success: true, monitor: await showMonitor(ports, record) } };
  },
});
