import { Type } from "typebox";
import { creditsLeft } from "#data/credits.ts";
import { JobReference, RetriedJobs } from "#schemas/job.ts";
import { ApiError } from "../apiError.ts";
import { workWith } from "../auth.ts";
import { creditHeaderNames, creditHeaders } from "../present/credits.ts";
import { presentJobReference } from "../present/jobReference.ts";
import { readJob } from "../reads/jobs.ts";
import { retryFailed as retryMany } from "../retryFailed.ts";
import { defineRoute, noBody, none } from "../route.ts";
import { retryJob as retryOne } from "../writes/retryJob.ts";
import { JobId } from "./jobId.ts";

const RetryRequest = Type.Object(
  { limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: "Jobs to retry at most." }) },
  { additionalProperties: false },
);

/** E3: runs failed jobs again. */
export const retryFailed = defineRoute({
  id: "retryFailed",
  method: "POST",
  idempotent: true,
  path: "/retry-failed",
  summary: "Retry failed jobs",
  description:
    "Runs the account's failed jobs again, the newest first, each as the same job with one more attempt, charged again; a failed attempt was refunded. Only those whose error is retryable; `skipped` counts those that were looked at and passed over: not retryable, already running again, or no credits left for it. The body may be left out.",
  tag: "Jobs",
  auth: workWith("render"),
  errorShape: "submit",
  params: none,
  query: none,
  body: RetryRequest,
  emptyBody: {},
  example: { limit: 50 },
  responses: {
    200: {
      description: "What was retried.",
      json: RetriedJobs,
      headers: creditHeaderNames,
      links: { getStatus: "$response.body#/jobs/0/id" },
    },
  },
  errors: [],
  async handle({ body, caller }, ports) {
    const { jobs, skipped } = await retryMany(ports, caller, body.limit);
    const references = jobs.map((job) => presentJobReference(ports.publicUrl, job));
    const charged = jobs.reduce((sum, { price }) => sum + price, 0);
    const account = await ports.database.accounts.findOne({ _id: caller.accountId });
    if (account === null) throw new ApiError("unauthorized");
    const headers = creditHeaders({ credits: { charged, refunded: 0 } }, creditsLeft(account, ports.now()));
    return { status: 200, headers, json: { success: true, retried: jobs.length, skipped, jobs: references } };
  },
});

/** Runs one failed job again. */
export const retryJob = defineRoute({
  id: "retryJob",
  method: "POST",
  idempotent: true,
  path: "/retry/:id",
  summary: "Retry a failed job",
  description:
    "Runs a failed job again, whatever its error, as the same job: same id and `statusUrl`, `attempts` one more, charged again.",
  tag: "Jobs",
  auth: workWith("render"),
  errorShape: "submit",
  params: JobId,
  query: none,
  body: noBody,
  responses: {
    202: {
      description: "The job runs again.",
      json: JobReference,
      headers: ["Location", ...creditHeaderNames],
      links: { getStatus: "$response.body#/id", cancelJob: "$response.body#/id" },
    },
  },
  errors: ["not_found", "not_failed", "insufficient_credits"],
  async handle({ params, caller, exchange }, ports) {
    exchange.noteJob(params.id);
    const found = await readJob(ports.database, caller.accountId, params.id);
    const { record, remaining } = await retryOne(ports, found, caller.plan);
    const reference = presentJobReference(ports.publicUrl, record);
    const headers = { Location: reference.statusUrl, ...creditHeaders(record, remaining) };
    return { status: 202, headers, json: reference };
  },
});
