import { JobReply } from "#schemas/job.ts";
import { ApiError } from "../apiError.ts";
import { keyWith } from "../auth.ts";
import { stopJob } from "../cancelJob.ts";
import { presentJob } from "../present/job.ts";
import { isTerminal, readJob } from "../reads/jobs.ts";
import { defineRoute, noBody, none } from "../route.ts";
import { JobId } from "./jobId.ts";

/** Cancels a job and refunds it. */
export const cancelJob = defineRoute({
  id: "cancelJob",
  method: "DELETE",
  path: "/jobs/:id",
  summary: "Cancel a job",
  description:
    "Stops the job's work and refunds it. The reply is held until the job has stopped, 5 seconds at most; should that be too short, the job in the reply is not `cancelled` yet and will be.",
  tag: "Jobs",
  auth: keyWith("render"),
  errorShape: "submit",
  params: JobId,
  query: none,
  body: noBody,
  responses: { 200: { description: "The job as it is now.", json: JobReply } },
  errors: ["not_found", "already_terminal"],
  async handle({ params, caller, exchange }, ports) {
    exchange.setJobId(params.id);
    const found = await readJob(ports.database, caller.accountId, params.id);
    if (isTerminal(found)) throw new ApiError("already_terminal");
    const record = await stopJob(ports, found, exchange.untilGone());
    // It may have ended by itself before it could be stopped.
    if (isTerminal(record) && record.status !== "cancelled") throw new ApiError("already_terminal");
    return { status: 200, json: { success: true, job: presentJob(ports, record, new Map()) } };
  },
});
