import { Type } from "typebox";
import { DiffRequest } from "#schemas/diffRequest.ts";
import { DiffList, DiffReply } from "#schemas/diffReply.ts";
import { type JobRecord, JobReference, JobStatus } from "#schemas/job.ts";
import { creditHeaderNames } from "../account/present.ts";
import { keyWith } from "../http/auth.ts";
import { ApiError, within } from "../http/errors.ts";
import { JobId, pageOf, readBefore, listQuery } from "../http/params.ts";
import { routesOf } from "../http/route.ts";
import { namesOf, partOf } from "../http/validation.ts";
import { jobAcceptedReply } from "../jobs/acceptJob.ts";
import { waitForJob } from "../jobs/commands.ts";
import { pollAfterMs, Wait } from "../jobs/routes.ts";
import { findJobs, isTerminal, readJob } from "../jobs/store.ts";
import { warnCapture } from "../renders/warnings.ts";
import { acceptDiff } from "./commands.ts";
import { type DiffRecord, presentDiff, presentListedDiff } from "./present.ts";
import { diffRules } from "./validate.ts";

const defineRoute = routesOf({ tag: "Diffs", errorShape: "submit" });

/** Accepts one comparison and answers before it is done. */
export const submitDiff = defineRoute({
  id: "submitDiff",
  client: { resource: "comparisons", method: "create", help: "Starts a comparison and returns at once." },
  method: "POST",
  path: "/render/diff",
  summary: "Compare two pages or pictures",
  description:
    "Queues a comparison of two pictures and replies at once. Each picture is a job's screenshot, a monitor's run, a page that is captured now, or a file. `GET /render/diff/{id}` has the result. Both pictures must have the same width. If heights differ, rows are aligned, so an inserted banner is one added region. Costs one credit, refunded if the comparison fails.",
  auth: keyWith("render"),
  body: DiffRequest,
  example: {
    before: { url: "https://example.com/" },
    after: { url: "https://example.org/" },
    mode: "perceptual",
    visualization: "overlay",
  },
  idempotent: true,
  rules: diffRules,
  warn: ({ body: { capture = {} }, raw }) =>
    within("capture", warnCapture({ options: capture, names: namesOf(partOf(raw, "capture")) }, true)),
  responses: {
    202: {
      description: "The comparison was accepted.",
      json: JobReference,
      headers: ["Location", ...creditHeaderNames],
      links: { getDiff: "$response.body#/id", getStatus: "$response.body#/id", cancelJob: "$response.body#/id" },
    },
  },
  errors: ["insufficient_credits", "not_found", "not_ready", "no_screenshot", "dimensions_differ"],
  async handle({ body, caller, exchange, reservation }, ports) {
    const { requestId } = exchange;
    const accepted = await acceptDiff(ports, { caller, requestId, request: body, reservation });
    exchange.setJobId(accepted.record._id);
    return jobAcceptedReply(ports, accepted);
  },
});

const DiffQuery = Type.Object({ wait: Wait }, { additionalProperties: false });

/** A comparison and, once it has ended, its result. */
export const getDiff = defineRoute({
  id: "getDiff",
  client: { resource: "comparisons", method: "get", unwrap: "diff", query: {} },
  method: "GET",
  path: "/render/diff/:id",
  summary: "Get a comparison and its result",
  description:
    "Until the comparison has ended, the reply says when to poll again (`Retry-After`, `pollAfterMs`). With `wait` the reply waits for the end. Addresses in the result are signed, need no key and expire after 24 hours. Each reply has fresh ones.",
  auth: keyWith("read", "render"),
  params: JobId,
  query: DiffQuery,
  responses: { 200: { description: "The comparison as it is now.", json: DiffReply, headers: ["Retry-After"] } },
  errors: ["not_found"],
  async handle({ params, query, caller, exchange }, ports) {
    exchange.setJobId(params.id);
    const found = await readJob(ports.database, caller.accountId, params.id);
    if (!isDiff(found)) throw new ApiError("not_found");
    const record =
      query.wait === undefined
        ? found
        : await waitForJob(ports, found, { ms: query.wait * 1_000, signal: exchange.untilGone() });
    if (!isDiff(record)) throw new ApiError("not_found");
    const diff = presentDiff(ports, record);
    if (isTerminal(record)) return { status: 200, json: { success: true, diff } };
    return {
      status: 200,
      headers: { "Retry-After": String(pollAfterMs / 1_000) },
      json: { success: true, diff, pollAfterMs },
    };
  },
});

const DiffsQuery = listQuery(
  { items: "Comparisons", standard: 20 },
  {
    status: Type.Optional(JobStatus),
  },
);

/** The account's comparisons, newest first. */
export const listDiffs = defineRoute({
  id: "listDiffs",
  client: { resource: "comparisons", method: "list", list: "diffs" },
  method: "GET",
  path: "/render/diff",
  summary: "List comparisons, newest first",
  description:
    "Pages stay the same while comparisons are added. The list omits changed areas and the alignment of rows; `GET /render/diff/{id}` has them.",
  auth: keyWith("read", "render"),
  query: DiffsQuery,
  responses: {
    200: { description: "One page of comparisons.", json: DiffList, links: { getDiff: "$response.body#/diffs/0/id" } },
  },
  errors: [],
  async handle({ query: { status, limit, cursor }, caller }, ports) {
    const scope = ["diffs", caller.accountId, status ?? ""];
    const before = readBefore(ports.signingKey, scope, cursor);
    const records = await findJobs(ports.database, caller.accountId, {
      filter: { status, kind: "diff" },
      before,
      limit: limit + 1,
    });
    const { page, nextCursor } = pageOf(ports.signingKey, scope, { records, limit });
    const diffs = page.filter(isDiff).map((record) => presentListedDiff(ports, record));
    return { status: 200, json: { success: true, diffs, nextCursor } };
  },
});

function isDiff(record: JobRecord): record is DiffRecord {
  return record.diff !== undefined;
}
