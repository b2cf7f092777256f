import { Type } from "typebox";
import { literals, unitKeyword } from "#schemas/common.ts";
import { StatusReply } from "#schemas/job.ts";
import { extractNames } from "#schemas/outputs.ts";
import { keyWith } from "../auth.ts";
import { presentJob } from "../present/job.ts";
import { isTerminal, readJob } from "../reads/jobs.ts";
import { readValues } from "../reads/outputs.ts";
import { defineRoute, noBody } from "../route.ts";
import { waitForJob } from "../waitForJob.ts";
import { JobId } from "./jobId.ts";

/** Milliseconds a client is asked to wait before it looks again. */
export const pollAfterMs = 1_000;

/** Long poll, of the routes that show a job. */
export const Wait = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 60,
    [unitKeyword]: "seconds",
    description: "Seconds to hold the reply until the job has ended (long poll).",
  }),
);

const StatusQuery = Type.Object(
  {
    wait: Wait,
    include: Type.Optional(
      Type.Array(literals([...extractNames]), {
        maxItems: extractNames.length,
        description: "Extracts whose value is to stand in the reply, comma-separated; metadata always does.",
      }),
    ),
  },
  { additionalProperties: false },
);

/** A job's status, and its result once it has ended; what `statusUrl` leads to. */
export const getStatus = defineRoute({
  id: "getStatus",
  method: "GET",
  path: "/status/:id",
  summary: "Get a job's status and result",
  description:
    "While the job is not terminal, the reply says when to ask again (`Retry-After`, `pollAfterMs`); with `wait` it is held until the job ends. Addresses in the result are signed, need no key and expire after 24 hours; each reply carries fresh ones.",
  tag: "Jobs",
  auth: keyWith("read", "render"),
  errorShape: "submit",
  params: JobId,
  query: StatusQuery,
  body: noBody,
  responses: { 200: { description: "The job as it is now.", json: StatusReply, headers: ["Retry-After"] } },
  errors: ["not_found"],
  async handle({ params, query, caller, exchange }, ports) {
    exchange.setJobId(params.id);
    const found = await readJob(ports.database, caller.accountId, params.id);
    const record =
      query.wait === undefined
        ? found
        : await waitForJob(ports, found, { ms: query.wait * 1_000, signal: exchange.untilGone() });
    const job = presentJob(ports, record, await readValues(ports.objects, record, query.include ?? []));
    if (isTerminal(record)) return { status: 200, json: { success: true, job } };
    return {
      status: 200,
      headers: { "Retry-After": String(pollAfterMs / 1_000) },
      json: { success: true, job, pollAfterMs },
    };
  },
});
