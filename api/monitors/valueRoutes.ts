import { Readable } from "node:stream";
import { type Static, Type } from "typebox";
import { HistoryRange, RunValuesList } from "#schemas/monitor/values.ts";
import { keyWith } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import { MonitorId, pageOf, readBefore, listQuery } from "../http/params.ts";
import { routesOf } from "../http/route.ts";
import { readAnyMonitor } from "./store.ts";
import { findValues, readValuesPage, toCsv, toRunValues } from "./values.ts";

const defineRoute = routesOf({ tag: "Monitors", errorShape: "monitor" });

/** Maximum runs in a CSV file. */
const maxRuns = 10_000;

const ValuesQuery = listQuery({ items: "Runs", standard: 100, maximum: 1_000 }, HistoryRange);

/** The values of a monitor's runs, newest first. */
export const listMonitorValues = defineRoute({
  id: "listMonitorValues",
  client: {
    resource: "monitors",
    method: "values",
    list: "values",
    help: "The values that a monitor's runs read, newest first. `name` picks one value.",
  },
  method: "GET",
  path: "/render/monitors/:id/values",
  summary: "List the values of a monitor's runs, newest first",
  description:
    "Completed runs that read values, without confirming ones. They expire with their runs. A page of long values has fewer runs.",
  auth: keyWith("read", "monitor"),
  params: MonitorId,
  query: ValuesQuery,
  responses: { 200: { description: "One page of runs with their values.", json: RunValuesList } },
  errors: ["not_found"],
  async handle({ params, query: { limit, cursor, ...query }, caller }, ports) {
    const monitor = await readAnyMonitor(ports.database, caller.accountId, params.id);
    const scope = ["values", monitor._id, query.name ?? "", query.from ?? "", query.to ?? ""];
    const before = readBefore(ports.signingKey, scope, cursor);
    const found = findValues(ports.database, monitor._id, { ...toRange(query), before, limit: limit + 1 });
    const { page, nextCursor } = pageOf(ports.signingKey, scope, await readValuesPage(found, limit));
    return { status: 200, json: { success: true, values: page.map(toRunValues), nextCursor } };
  },
});

/** The same as a table, for spreadsheets. */
export const getMonitorValuesFile = defineRoute({
  id: "getMonitorValuesFile",
  method: "GET",
  path: "/render/monitors/:id/values.csv",
  summary: "Get the values of a monitor's runs as CSV",
  description: `Newest first, the last ${maxRuns.toLocaleString("en")} runs of the range. Each value of a run is a row: \`at\`, \`runId\`, \`name\`, \`value\`, \`text\`, \`reason\`.`,
  auth: keyWith("read", "monitor"),
  params: MonitorId,
  query: Type.Object(HistoryRange, { additionalProperties: false }),
  responses: {
    200: { description: "The table.", bytes: ["text/csv"], headers: ["Content-Disposition", "Cache-Control"] },
  },
  errors: ["not_found"],
  async handle({ params, query, caller }, ports) {
    const monitor = await readAnyMonitor(ports.database, caller.accountId, params.id);
    const found = findValues(ports.database, monitor._id, { ...toRange(query), before: null, limit: maxRuns });
    const headers = {
      "Content-Disposition": 'attachment; filename="values.csv"',
      "Cache-Control": "private, no-cache",
    };
    const read = () => Promise.resolve(Readable.from(toCsv(found), { objectMode: false }));
    return { status: 200, headers, content: { contentType: "text/csv; charset=utf-8", length: null, read } };
  },
});

type RangeQuery = Pick<Static<typeof ValuesQuery>, "name" | "from" | "to">;

function toRange({ name, from, to }: RangeQuery) {
  return { name: name ?? null, from: toDate("from", from), to: toDate("to", to) };
}

/** @throws ApiError `validation_failed` for a date that does not exist. */
function toDate(field: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date;
  throw new ApiError("validation_failed", { fields: [{ field, message: "must be a date that exists" }] });
}
