import { Type } from "typebox";
import { RunList } from "#schemas/run.ts";
import { keyWith } from "../auth.ts";
import { pageOf, readBefore } from "../cursor.ts";
import { presentRun } from "../present/run.ts";
import { listRuns, readAnyMonitor, readBaselines } from "../reads/monitors.ts";
import { defineRoute, noBody } from "../route.ts";
import { MonitorId } from "./monitorIds.ts";

const RunsQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: "Runs a page." }),
    cursor: Type.Optional(Type.String({ maxLength: 512, description: "`nextCursor` of the page before." })),
  },
  { additionalProperties: false },
);

/** A monitor's runs, newest first. */
export const listMonitorRuns = defineRoute({
  id: "listMonitorRuns",
  method: "GET",
  path: "/render/monitors/:id/runs",
  summary: "List a monitor's runs, newest first",
  tag: "Monitors",
  auth: keyWith("read", "monitor"),
  errorShape: "monitor",
  params: MonitorId,
  query: RunsQuery,
  body: noBody,
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
