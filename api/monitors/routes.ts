import { markMonitorSeen } from "#data/pageChanges.ts";
import { Type } from "typebox";
import { backoffsOf } from "#data/hosts.ts";
import { linePattern, literals } from "#schemas/common.ts";
import { MonitorList, MonitorReply, NewMonitorReply } from "#schemas/monitor/replies.ts";
import { MonitorPatch, type MonitorRecord, MonitorRequest, MonitorStatus, Tag } from "#schemas/monitor/monitor.ts";
import { MonitorCaptureInput } from "#schemas/monitor/capture.ts";
import { monitorCost } from "#rules/monitorCost.ts";
import { nextDue, timesOf } from "#rules/monitorClock.ts";
import { keyWith, refusePaused } from "../http/auth.ts";
import { MonitorId, pageOf, readBefore, listQuery } from "../http/params.ts";
import { routesOf } from "../http/route.ts";
import { withWarnings } from "../http/validation.ts";
import type { ApiPorts } from "../ports.ts";
import { withCapturePreset } from "../presets/expand.ts";
import { acceptMonitor, changeMonitor, planMonitor, updateAndSignal } from "./commands.ts";
import { showMonitor, showMonitors } from "./show.ts";
import { toShownCapture } from "./spec.ts";
import { findMonitors, markDeleted, readMonitor } from "./store.ts";
import { periodOf } from "./times.ts";
import { monitorRules, newMonitorRules } from "./validate.ts";
import { warnMonitor } from "./warnings.ts";

const defineRoute = routesOf({ tag: "Monitors", errorShape: "monitor" });

const NewMonitorQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({
        description: "Reply with the monitor as it would be, and with its price. Nothing is made: the id is of no use.",
      }),
    ),
  },
  { additionalProperties: false },
);

/** Makes a monitor, or shows it. */
export const createMonitor = defineRoute({
  id: "createMonitor",
  client: [
    { resource: "monitors", method: "create", unwrap: "monitor", query: {} },
    {
      resource: "monitors",
      method: "plan",
      query: { dryRun: true },
      help: "Shows the monitor that `create` would make, and its price. Makes nothing.",
    },
  ],
  method: "POST",
  idempotent: true,
  path: "/render/monitors",
  summary: "Create a monitor",
  description:
    "Captures the page at once as the baseline, and then at each interval or each fire of `cron`. Each capture is compared with the baseline. If a second capture confirms a change, the monitor sends one e-mail and one webhook. `dryRun=true` replies with the monitor and its price, and makes nothing. No reply returns the address, headers, cookie values, click selectors or the webhook.",
  auth: keyWith("monitor"),
  query: NewMonitorQuery,
  body: MonitorRequest,
  example: { name: "Prices", url: "https://example.com/", intervalMinutes: 60 },
  expand: withCapturePreset(MonitorCaptureInput),
  rules: newMonitorRules,
  warn: ({ body, raw }) => warnMonitor(raw, toShownCapture(body.capture)),
  responses: {
    200: { description: "The monitor as it would be. Nothing was made.", json: NewMonitorReply },
    201: {
      description: "The monitor was created.",
      json: NewMonitorReply,
      headers: ["Location"],
      links: { getMonitor: "$response.body#/monitor/id", updateMonitor: "$response.body#/monitor/id" },
    },
  },
  errors: ["plan_limit"],
  async handle({ query, body, caller, exchange: { requestId }, reservation }, ports) {
    const order = { caller, requestId, request: body, reservation };
    if (query.dryRun === true) {
      return { status: 200, json: await newMonitorReply(ports, await planMonitor(ports, order)) };
    }
    const record = await acceptMonitor(ports, order);
    const location = new URL(`/render/monitors/${record._id}`, ports.publicUrl).href;
    return { status: 201, headers: { Location: location }, json: await newMonitorReply(ports, record) };
  },
});

async function newMonitorReply(ports: ApiPorts, record: MonitorRecord) {
  const monitor = await showMonitor(ports, record);
  return { success: true, monitor, credits: monitorCost(monitor.capture, record.spec) } as const;
}

/** The back-offs that runs of active monitors wait for, by throttle key. */
function readBackoffs(
  { database, now }: ApiPorts,
  records: readonly MonitorRecord[],
): Promise<ReadonlyMap<string, Date>> {
  const active = records.filter(({ spec }) => spec.wanted === "active");
  return backoffsOf(database, [...new Set(active.map(({ spec }) => spec.throttleKey))], now());
}

const MonitorsQuery = listQuery(
  { items: "Monitors", maximum: 200 },
  {
    status: Type.Optional(literals(MonitorStatus.enum, { hint: "incident=change lists those that changed" })),
    tag: Type.Optional(Type.String({ ...Tag, description: "Only monitors with this tag." })),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: linePattern,
        description: "Only monitors with this text in the name or a tag, in any case.",
      }),
    ),
    incident: Type.Optional(
      literals(["open", "change", "failure", "expectation"], {
        description: "Only monitors with an open incident: of any type, or of the type that is given.",
      }),
    ),
    sitemap: Type.Optional(
      Type.String({ format: "uuid", description: "Only monitors that this sitemap made, by its id." }),
    ),
  },
);

/** The account's monitors, newest first. */
export const listMonitors = defineRoute({
  id: "listMonitors",
  client: {
    resource: "monitors",
    method: "list",
    list: "monitors",
    help: "The monitors, newest first. `q` is a part of the name or of a tag, `sitemap` the id of a sitemap.",
  },
  method: "GET",
  path: "/render/monitors",
  summary: "List monitors, newest first",
  description: "Deleted monitors are listed only with `status=deleted`.",
  auth: keyWith("read", "monitor"),
  query: MonitorsQuery,
  responses: {
    200: {
      description: "One page of monitors, and how many there are.",
      json: MonitorList,
      links: { getMonitor: "$response.body#/monitors/0/id" },
    },
  },
  errors: [],
  async handle({ query: { limit, cursor, ...filter }, caller }, ports) {
    const { status = "", tag = "", q = "", incident = "", sitemap = "" } = filter;
    const scope = ["monitors", caller.accountId, status, tag, q, incident, sitemap];
    const before = readBefore(ports.signingKey, scope, cursor);
    const part = { filter, before, limit: limit + 1 };
    const { records, total } = await findMonitors(ports.database, caller.accountId, part);
    const { page, nextCursor } = pageOf(ports.signingKey, scope, { records, limit });
    const backoffs = await readBackoffs(ports, page);
    const monitors = await showMonitors(ports, { accountId: caller.accountId, records: page, backoffs });
    return { status: 200, json: { success: true, monitors, nextCursor, total } };
  },
});

/** One monitor. */
export const getMonitor = defineRoute({
  id: "getMonitor",
  client: { resource: "monitors", method: "get", unwrap: "monitor" },
  method: "GET",
  path: "/render/monitors/:id",
  summary: "Get a monitor",
  auth: keyWith("read", "monitor"),
  params: MonitorId,
  responses: { 200: { description: "The monitor as it is now.", json: MonitorReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const record = await readMonitor(ports.database, caller.accountId, params.id);
    const monitor = await showMonitor(ports, record, await readBackoffs(ports, [record]));
    return { status: 200, json: { success: true, monitor } };
  },
});

/** Changes, pauses or resumes a monitor. */
export const updateMonitor = defineRoute({
  id: "updateMonitor",
  client: [
    { resource: "monitors", method: "update", unwrap: "monitor" },
    {
      resource: "monitors",
      method: "pause",
      unwrap: "monitor",
      args: {},
      body: { status: "paused" },
      help: "Pauses a monitor.",
    },
    {
      resource: "monitors",
      method: "resume",
      unwrap: "monitor",
      args: {},
      body: { status: "active" },
      help: "Resumes a monitor.",
    },
    {
      resource: "monitors",
      method: "unmute",
      unwrap: "monitor",
      args: {},
      body: { mutedUntil: null },
      help: "Sends messages about the monitor again.",
    },
    {
      resource: "monitors",
      method: "setTags",
      unwrap: "monitor",
      args: { tags: "tags" },
      help: "Replaces the tags of a monitor.",
    },
  ],
  method: "PATCH",
  whilePaused: true,
  path: "/render/monitors/:id",
  summary: "Update, pause or resume a monitor",
  description:
    "Properties of `capture`, `diff` and `alerts` that are not given stay as they are. `alerts.webhook: null` removes the webhook. Null for a property of `capture` removes that property. `intervalMinutes` and `cron` replace each other. A new `url`, `capture` or `diff` removes the baseline, and the next run creates a new one.",
  auth: keyWith("monitor"),
  params: MonitorId,
  body: MonitorPatch,
  example: {
    cron: "0 9 * * MON-FRI",
    timezone: "Europe/Berlin",
    alerts: { quietHours: { from: "22:00", to: "07:00" } },
  },
  expand: withCapturePreset(MonitorCaptureInput),
  rules: monitorRules,
  responses: { 200: { description: "The monitor as it is now.", json: MonitorReply } },
  errors: ["not_found", "plan_limit", "account_paused"],
  async handle({ params, body, caller }, ports) {
    if (body.status === "active") refusePaused(caller);
    const record = await changeMonitor(ports, { caller, monitorId: params.id, change: body });
    const monitor = await showMonitor(ports, withNextRun(record, body, ports.now()));
    // The warnings depend on the whole capture, which is known only after the change.
    return withWarnings({ status: 200, json: { success: true, monitor } } as const, warnMonitor(body, monitor.capture));
  },
});

/** A monitor that was resumed or got other times, with its next run, which its workflow writes a moment later. */
function withNextRun(record: MonitorRecord, change: MonitorPatch, now: Date): MonitorRecord {
  const { spec, state } = record;
  if (spec.wanted !== "active" || (state.nextRunAt !== null && periodOf(change) === null)) return record;
  const due = nextDue(timesOf(record), now.getTime());
  return { ...record, state: { ...state, nextRunAt: due === null ? null : new Date(due) } };
}

/** Deletes a monitor. */
export const deleteMonitor = defineRoute({
  id: "deleteMonitor",
  client: { resource: "monitors", method: "delete", unwrap: "monitor" },
  method: "DELETE",
  path: "/render/monitors/:id",
  summary: "Delete a monitor",
  description: "A current run is stopped and refunded. Runs stay readable until they expire.",
  auth: keyWith("monitor"),
  params: MonitorId,
  responses: { 200: { description: "The deleted monitor.", json: MonitorReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const found = await readMonitor(ports.database, caller.accountId, params.id);
    const write = () => markDeleted(ports.database, found, ports.now());
    const record = await updateAndSignal(ports, found, { write, name: "remove" });
    const seen = { decision: "seen", by: caller.keyId, now: ports.now() } as const;
    await markMonitorSeen(ports.database, { monitorId: found._id, upTo: null }, seen);
    return { status: 200, json: { success: true, monitor: await showMonitor(ports, record ?? found) } };
  },
});
