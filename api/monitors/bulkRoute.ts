import { createHash } from "node:crypto";
import { Type } from "typebox";
import type { MonitorError } from "#schemas/errorBodies.ts";
import { FieldProblem } from "#schemas/common.ts";
import {
  type BulkOperation,
  BulkReply,
  BulkRequest,
  type BulkResult,
  maxBulkOperations,
} from "#schemas/monitor/bulk.ts";
import { Monitor } from "#schemas/monitor/monitor.ts";
import { bodyValidator } from "#schemas/validate.ts";
import { type Callers, keyWith } from "../http/auth.ts";
import { ApiError, firstProblems, toMonitorError } from "../http/errors.ts";
import type { Caller, Exchange, Incoming } from "../http/exchange.ts";
import { toApiError } from "../http/middleware/errors.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { noSessionCookie } from "../http/sessionCookie.ts";
import type { ApiPorts } from "../ports.ts";
import { createMonitor, deleteMonitor, updateMonitor } from "./routes.ts";

/** Creates, changes, pauses, resumes and deletes many monitors. */
export const changeMonitors = defineRoute({
  id: "changeMonitors",
  client: {
    resource: "monitors",
    method: "bulk",
    args: { operations: "operations" },
    help: "Does up to 100 operations, one after the other. One that fails does not stop the others; its result says why.",
  },
  method: "POST",
  whilePaused: true,
  path: "/render/monitors/bulk",
  summary: "Create, change, pause, resume or delete many monitors",
  description: `Does up to ${maxBulkOperations} operations, one after the other. Each is checked and done as by its own call, and one that fails does not stop the others. \`results\` has one entry for each. With an \`Idempotency-Key\`, a repeat creates no monitor twice.`,
  tag: "Monitors",
  auth: keyWith("monitor"),
  errorShape: "monitor",
  body: BulkRequest,
  example: {
    operations: [
      { action: "create", monitor: { name: "Prices", url: "https://example.com/", intervalMinutes: 60 } },
      { action: "pause", id: "01980e2a-4c00-7000-8000-000000000050" },
    ],
  },
  idempotent: "by handler",
  responses: {
    200: { description: "Every operation was done.", json: BulkReply },
    207: { description: "Some operations failed.", json: BulkReply },
  },
  errors: [],
  async handle({ body: { operations }, caller, exchange }, ports) {
    const results: BulkResult[] = [];
    const signal = exchange.untilGone();
    for (const [index, operation] of operations.entries()) {
      signal.throwIfAborted();
      results.push(await doOne(ports, { caller, exchange, index, operation }));
    }
    const done = results.filter(({ success }) => success).length;
    const json = { success: true, done, failed: results.length - done, results } as const;
    return json.failed === 0 ? { status: 200, json } : { status: 207, json };
  },
});

/** Maximum number of problems in the result of one operation, so that the reply of a hundred stays small. */
const maxProblems = 20;

function shortened(problem: MonitorError): MonitorError {
  const { fields } = problem;
  return fields === undefined ? problem : { ...problem, fields: firstProblems(fields, maxProblems) };
}

type Item = { caller: Caller; exchange: Exchange; index: number; operation: BulkOperation };

async function doOne(ports: ApiPorts, item: Item): Promise<BulkResult> {
  const { index, operation } = item;
  try {
    const fields = problemsOf(operation);
    if (fields.length > 0) throw new ApiError("validation_failed", { fields });
    const { route, params, body } = callOf(operation);
    const services = { ports, callers: onlyCaller(item.caller) };
    const reply = await route.respond(toIncoming(item, params, body), services);
    const shown = checkReply("json" in reply ? reply.json : null);
    if (!shown.ok) throw new Error("A route of monitors replied without a monitor.");
    const { monitor, warnings } = shown.value;
    return { index, success: true, status: reply.status, monitor, ...(warnings !== undefined && { warnings }) };
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.code === "internal_error") item.exchange.log.error({ err: error.cause }, "unexpected error");
    return { index, success: false, status: error.status, problem: shortened(toMonitorError(error)) };
  }
}

const checkReply = bodyValidator(
  Type.Object({ success: Type.Literal(true), monitor: Monitor, warnings: Type.Optional(Type.Array(FieldProblem)) }),
);

/** The parts that an action needs, and no others. */
const parts = {
  create: ["monitor"],
  change: ["id", "change"],
  pause: ["id"],
  resume: ["id"],
  delete: ["id"],
} as const satisfies Record<BulkOperation["action"], readonly (keyof BulkOperation)[]>;

function problemsOf(operation: BulkOperation): FieldProblem[] {
  const { action, ...given } = operation;
  const needed: ReadonlySet<string> = new Set(parts[action]);
  return [
    ...parts[action]
      .filter((name) => operation[name] === undefined)
      .map((field) => ({ field, message: `is required for ${action}` })),
    ...Object.keys(given)
      .filter((name) => !needed.has(name))
      .map((field) => ({ field, message: `is not for ${action}: leave it out` })),
  ];
}

type Call = { route: Route; params: Record<string, string>; body: unknown };

function callOf({ action, id = "", monitor, change }: BulkOperation): Call {
  const params = { id };
  switch (action) {
    case "create":
      return { route: createMonitor, params: {}, body: monitor };
    case "change":
      return { route: updateMonitor, params, body: change };
    case "pause":
      return { route: updateMonitor, params, body: { status: "paused" } };
    case "resume":
      return { route: updateMonitor, params, body: { status: "active" } };
    case "delete":
      return { route: deleteMonitor, params, body: null };
  }
}

/** The request of one operation. It belongs to a call that is identified and counted already. */
function toIncoming({ exchange, index }: Item, params: Record<string, string>, body: unknown): Incoming {
  const key = exchange.header("Idempotency-Key");
  const ownKey =
    key &&
    createHash("sha256")
      .update(JSON.stringify([key, index]))
      .digest("base64url");
  return {
    authorization: "Bearer",
    sessionCookie: noSessionCookie,
    params,
    query: {},
    querystring: "",
    readBody: () => Promise.resolve({ value: body, problems: [] }),
    admit: () => Promise.resolve(),
    exchange: { ...exchange, header: (name) => (name === "Idempotency-Key" ? ownKey : undefined) },
  };
}

/** Lets the routes identify the caller of the whole call. */
function onlyCaller(caller: Caller): Callers {
  return {
    find: () => Promise.resolve(caller),
    findBySession: () => Promise.resolve(null),
    findBySignature: () => Promise.resolve(null),
    describeEnd: () => Promise.resolve(""),
    isMailService: () => false,
  };
}
