import type { Database } from "#data/mongo.ts";
import type { JobRecord } from "#schemas/job.ts";
import type { WebhookDeliveryInput } from "#workflows/messages.ts";
import { finishCrawl } from "../crawl/finishCrawl.ts";
import type { ActivityPorts } from "../ports.ts";
import { leaveFlight } from "../project/flights.ts";
import { settleJob } from "../project/settleJob.ts";

/** How far back to look for renders that ended from outside, milliseconds. */
const window = 60 * 60 * 1000;

/**
 * Settles jobs and crawls whose workflow was terminated by an operator or timed out, so that none stays unfinished for ever.
 * Returns the events of that, to be delivered.
 */
export async function settleTerminated(ports: ActivityPorts, now: Date): Promise<WebhookDeliveryInput[]> {
  await settleJobs(ports, now);
  return settleCrawls(ports, now);
}

async function settleCrawls(ports: ActivityPorts, now: Date): Promise<WebhookDeliveryInput[]> {
  const { database, executions, logger } = ports;
  const events: WebhookDeliveryInput[] = [];
  for (const workflowId of await executions.listTerminated("crawl", new Date(now.getTime() - window))) {
    const crawlId = idIn(workflowId);
    const crawl = await database.crawls.findOne({ _id: crawlId });
    if (crawl === null || crawl.completedAt !== null) continue;
    logger.warn({ crawlId, workflowId }, "crawl's workflow was terminated");
    const reason = crawl.stopReason ?? "terminated";
    const event = await finishCrawl(ports, { crawlId, reason, final: true, version: now.getTime() * 1_000 });
    if (event !== null) events.push(event);
  }
  return events;
}

/** The id of what a workflow works for. */
function idIn(workflowId: string): string {
  return workflowId.slice(workflowId.indexOf(":") + 1);
}

async function settleJobs(ports: ActivityPorts, now: Date): Promise<void> {
  const { database, executions, logger } = ports;
  const workflowIds = await executions.listTerminated("renderJob", new Date(now.getTime() - window));
  for (const workflowId of workflowIds) {
    const jobId = idIn(workflowId);
    const job = await database.jobs.findOne({ _id: jobId });
    if (job === null || !["queued", "in_progress"].includes(job.status)) continue;
    // A retry that is still to be started, whose run is not the one that was terminated.
    if ((await database.outbox.findOne({ _id: jobId })) !== null) continue;
    const version = await outrun(database, job, now);
    if (version === null) continue;
    logger.warn({ jobId, workflowId }, "job's workflow was terminated");
    const message = "The job was terminated by an operator.";
    await settleJob(database, {
      jobId,
      attempt: job.attempts,
      end: { status: "failed", code: "internal_error", message },
      version,
      fingerprint: job.fingerprint,
    });
    if (job.spec.cache) await leaveFlight(ports, { jobId, fingerprint: job.fingerprint });
  }
}

/**
 * Makes sure that what the terminated run itself may still be writing of its end comes too late, so that no job is completed
 * and refunded; the version to settle it under, null where the job is no longer as it was read.
 */
async function outrun({ jobs }: Database, job: JobRecord, now: Date): Promise<number | null> {
  const { _id, status, version } = job;
  const reached = Math.max(now.getTime() * 1_000, version + 1);
  const { matchedCount } = await jobs.updateOne({ _id, status, version }, { $set: { version: reached } });
  return matchedCount === 0 ? null : reached + 1;
}
