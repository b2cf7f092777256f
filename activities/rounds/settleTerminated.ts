import type { ActivityPorts } from "../ports.ts";
import { leaveFlight } from "../project/flights.ts";
import { settleJob } from "../project/settleJob.ts";

/** How far back to look for renders that ended from outside, milliseconds. */
const window = 60 * 60 * 1000;

/** Settles jobs whose workflow was terminated by an operator or timed out, so that no job stays unfinished for ever. */
export async function settleTerminated(ports: ActivityPorts, now: Date): Promise<void> {
  const { database, executions, logger } = ports;
  const workflowIds = await executions.listTerminatedRenders(new Date(now.getTime() - window));
  for (const workflowId of workflowIds) {
    const jobId = workflowId.slice(workflowId.indexOf(":") + 1);
    const job = await database.jobs.findOne({ _id: jobId });
    if (job === null || !["queued", "in_progress"].includes(job.status)) continue;
    logger.warn({ jobId, workflowId }, "job's workflow was terminated");
    const message = "The job was terminated by an operator.";
    await settleJob(database, {
      jobId,
      attempt: job.attempts,
      end: { status: "failed", code: "internal_error", message },
      version: now.getTime() * 1000,
      fingerprint: job.fingerprint,
    });
    if (job.spec.cache) await leaveFlight(ports, { jobId, fingerprint: job.fingerprint });
  }
}
