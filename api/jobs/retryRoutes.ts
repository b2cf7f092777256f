import { Type } from "typebox";
import { JobReference, maxSkippedJobs, RetriedJobs } from "#schemas/job.ts";
import { creditHeaderNames, creditHeaders } from "../account/present.ts";
import { readRemaining } from "../account/store.ts";
import { keyWith } from "../http/auth.ts";
import { JobId } from "../http/params.ts";
import { routesOf } from "../http/route.ts";
import type { ApiPorts } from "../ports.ts";
import { jobAcceptedReply } from "./acceptJob.ts";
import { presentJobReference } from "./present.ts";
import { type RetriedMany, retryFailedJobs, retryOnce } from "./retry.ts";
import { readJob } from "./store.ts";

const defineRoute = routesOf({ tag: "Jobs", errorShape: "submit" });

const RetryRequest = Type.Object(
  { limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: "Maximum number of jobs to retry." }) },
  { additionalProperties: false },
);

/** Runs failed jobs again. */
export const retryFailed = defineRoute({
  id: "retryFailed",
  client: {
    resource: "jobs",
    method: "retryFailed",
    args: { limit: "limit" },
    help: "Runs the newest failed jobs of the account again, at most `limit`. Default: as many as the API allows at once.",
  },
  method: "POST",
  idempotent: true,
  path: "/retry-failed",
  summary: "Retry failed jobs",
  description:
    "Runs the account's failed jobs again, newest first, if their error is retryable. Each keeps its id, gets one more attempt and is charged again; its failed attempt was refunded. `skipped` counts the jobs that were not retried. `skippedJobs` gives the reason for the first 100. The body is optional.",
  auth: keyWith("render"),
  body: RetryRequest,
  emptyBody: {},
  example: { limit: 50 },
  responses: {
    200: {
      description: "The retried jobs.",
      json: RetriedJobs,
      headers: creditHeaderNames,
      links: { getStatus: "$response.body#/jobs/0/id" },
    },
  },
  errors: [],
  async handle({ body: { limit }, caller, reservation }, ports) {
    return retriedJobs(ports, caller.accountId, await retryFailedJobs(ports, { caller, limit, reservation }));
  },
});

async function retriedJobs(ports: ApiPorts, accountId: string, { jobs, skippedJobs }: RetriedMany) {
  const references = jobs.map((job) => presentJobReference(ports.publicUrl, job));
  const charged = jobs.reduce((sum, { price }) => sum + price, 0);
  const headers = creditHeaders({ credits: { charged, refunded: 0 } }, await readRemaining(ports, accountId));
  const json = {
    success: true,
    retried: jobs.length,
    skipped: skippedJobs.length,
    jobs: references,
    skippedJobs: skippedJobs.slice(0, maxSkippedJobs),
  } as const;
  return { status: 200, headers, json } as const;
}

/** Runs one failed job again. */
export const retryJob = defineRoute({
  id: "retryJob",
  client: { resource: "jobs", method: "retry", help: "Runs a failed job again under its id." },
  method: "POST",
  idempotent: true,
  path: "/retry/:id",
  summary: "Retry a failed job",
  description:
    "Runs a failed job again, whatever its error. It keeps its id and `statusUrl`, `attempts` grows by 1, and it is charged again.",
  auth: keyWith("render"),
  params: JobId,
  responses: {
    202: {
      description: "The job runs again.",
      json: JobReference,
      headers: ["Location", ...creditHeaderNames],
      links: { getStatus: "$response.body#/id", cancelJob: "$response.body#/id" },
    },
  },
  errors: ["not_found", "not_failed", "insufficient_credits"],
  async handle({ params, caller, exchange, reservation }, ports) {
    exchange.setJobId(params.id);
    const job = await readJob(ports.database, caller.accountId, params.id);
    return jobAcceptedReply(ports, await retryOnce(ports, { job, plan: caller.plan, reservation }));
  },
});
