import { Type } from "typebox";
import { backoffOf } from "#data/hosts.ts";
import { literals, unitKeyword, Uuid } from "#schemas/common.ts";
import { JobKind, JobList, type JobRecord, JobReply, JobStatus, StatusReply } from "#schemas/job.ts";
import { extractNames } from "#schemas/extracts/extracts.ts";
import { throttledKinds } from "#orders/inputs.ts";
import { throttleKeyOf } from "#rules/throttle.ts";
import { keyWith } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import { JobId, pageOf, readBefore, listQuery } from "../http/params.ts";
import { routesOf } from "../http/route.ts";
import type { ApiPorts } from "../ports.ts";
import { stopJob, waitForJob } from "./commands.ts";
import { presentJob } from "./present.ts";
import { findJobs, isTerminal, readJob, readValues } from "./store.ts";

const defineRoute = routesOf({ tag: "Jobs", errorShape: "submit" });

/** Milliseconds after which a client should ask again. */
export const pollAfterMs = 1_000;

/** The parameter for long polls, of the routes that show a job. */
export const Wait = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 60,
    [unitKeyword]: "seconds",
    description: "Seconds that the reply waits for the job's end (long poll).",
  }),
);

const StatusQuery = Type.Object(
  {
    wait: Wait,
    include: Type.Optional(
      Type.Array(literals([...extractNames]), {
        maxItems: extractNames.length,
        description: "Extracts to include by value, comma-separated. Metadata is always included.",
      }),
    ),
  },
  { additionalProperties: false },
);

/** A job's status, and its result once it has ended, at the address of `statusUrl`. */
export const getStatus = defineRoute({
  id: "getStatus",
  client: { resource: "jobs", method: "get", unwrap: "job", query: {} },
  method: "GET",
  path: "/status/:id",
  summary: "Get a job's status and result",
  description:
    "Until the job has ended, the reply says when to poll again (`Retry-After`, `pollAfterMs`). With `wait` the reply waits for the end. Addresses in the result are signed, need no key and expire after 24 hours. Each reply has fresh ones.",
  auth: keyWith("read", "render"),
  params: JobId,
  query: StatusQuery,
  responses: { 200: { description: "The job as it is now.", json: StatusReply, headers: ["Retry-After"] } },
  errors: ["not_found"],
  async handle({ params, query, caller, exchange }, ports) {
    exchange.setJobId(params.id);
    const found = await readJob(ports.database, caller.accountId, params.id);
    const record =
      query.wait === undefined
        ? found
        : await waitForJob(ports, found, { ms: query.wait * 1_000, signal: exchange.untilGone() });
    const values = await readValues(ports.objects, record, query.include ?? []);
    const backedOffUntil = await readBackoff(ports, record);
    const job = {
      ...presentJob(ports, record, values),
      ...(backedOffUntil !== null && { backedOffUntil: backedOffUntil.toISOString() }),
    };
    if (isTerminal(record)) return { status: 200, json: { success: true, job } };
    return {
      status: 200,
      headers: { "Retry-After": String(pollAfterMs / 1_000) },
      json: { success: true, job, pollAfterMs },
    };
  },
});

/** The end of the back-off that a job waits for; null without one. */
async function readBackoff({ database, now }: ApiPorts, { kind, status, url }: JobRecord): Promise<Date | null> {
  const mayWait = status === "queued" && throttledKinds[kind];
  return mayWait ? backoffOf(database, throttleKeyOf(url), now()) : null;
}

/** A time of a filter, with its time zone. */
function timeOf(about: string) {
  return Type.String({ format: "date-time", description: `${about}: \`2026-01-31T09:00:00Z\`.` });
}

const JobsQuery = listQuery(
  { items: "Jobs" },
  {
    status: Type.Optional(JobStatus),
    kind: Type.Optional(JobKind),
    batchId: Type.Optional(Uuid),
    scheduleId: Type.Optional(Uuid),
    crawlId: Type.Optional(Uuid),
    host: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 253,
        description: "The host of the page's address in any case, without a port: `shop.example`.",
      }),
    ),
    createdAfter: Type.Optional(timeOf("Only jobs from this time on")),
    createdBefore: Type.Optional(timeOf("Only jobs before this time")),
  },
);

/** The time of a text; null for an empty one. */
function timeOr(text: string): Date | null {
  return text === "" ? null : new Date(text);
}

/** The account's jobs, newest first. */
export const listJobs = defineRoute({
  id: "listJobs",
  client: { resource: "jobs", method: "list", list: "jobs" },
  method: "GET",
  path: "/jobs",
  summary: "List jobs, newest first",
  description:
    "Pages stay the same while jobs are added. The list omits values, also those of extracts; `GET /status/{id}` has them.",
  auth: keyWith("read", "render"),
  query: JobsQuery,
  responses: {
    200: {
      description: "One page of jobs.",
      json: JobList,
      links: { getStatus: "$response.body#/jobs/0/id", getOutput: "$response.body#/jobs/0/id" },
    },
  },
  errors: [],
  async handle({ query, caller }, ports) {
    const { limit, cursor, createdAfter = "", createdBefore = "", ...wanted } = query;
    const filter = { ...wanted, host: wanted.host?.toLowerCase() };
    const { status = "", kind = "", batchId = "", scheduleId = "", crawlId = "", host = "" } = filter;
    const of = [status, kind, batchId, scheduleId, crawlId, host, createdAfter, createdBefore];
    const scope = ["jobs", caller.accountId, ...of];
    const before = readBefore(ports.signingKey, scope, cursor);
    // One more record shows whether there is a next page.
    const created = { from: timeOr(createdAfter), before: timeOr(createdBefore) };
    const records = await findJobs(ports.database, caller.accountId, { filter, created, before, limit: limit + 1 });
    const { page, nextCursor } = pageOf(ports.signingKey, scope, { records, limit });
    return {
      status: 200,
      json: { success: true, jobs: page.map((record) => presentJob(ports, record, new Map())), nextCursor },
    };
  },
});

/** Cancels a job and refunds it. */
export const cancelJob = defineRoute({
  id: "cancelJob",
  client: [
    { resource: "jobs", method: "cancel", unwrap: "job" },
    {
      resource: "comparisons",
      method: "cancel",
      unwrap: "job",
      help: "A comparison is a job, so the reply is its job.",
    },
  ],
  method: "DELETE",
  path: "/jobs/:id",
  summary: "Cancel a job",
  description:
    "Stops the job and refunds it. The reply waits until the job has stopped, for at most 5 seconds. After that the reply shows a job that is not `cancelled` yet.",
  auth: keyWith("render"),
  params: JobId,
  responses: { 200: { description: "The job as it is now.", json: JobReply } },
  errors: ["not_found", "already_terminal"],
  async handle({ params, caller, exchange }, ports) {
    exchange.setJobId(params.id);
    const found = await readJob(ports.database, caller.accountId, params.id);
    if (isTerminal(found)) throw new ApiError("already_terminal");
    const record = await stopJob(ports, found, exchange.untilGone());
    // The job may have ended by itself first.
    if (isTerminal(record) && record.status !== "cancelled") throw new ApiError("already_terminal");
    return { status: 200, json: { success: true, job: presentJob(ports, record, new Map()) } };
  },
});
