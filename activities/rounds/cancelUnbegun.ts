import { unfinished } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import type { JobRecord } from "#schemas/job.ts";
import { workflowIds } from "#workflows/messages.ts";
import type { ActivityPorts } from "../ports.ts";
import { settleJob } from "../project/settleJob.ts";

/** Whose jobs: of an account's batch, schedule or crawl. */
type Whole = { accountId: string } & ({ batchId: string } | { scheduleId: string } | { crawlId: string });

/** Cancels and refunds the jobs that what was to begin them never will. Those that were begun end by themselves. */
export async function cancelUnstarted(
  { database, executions, logger }: ActivityPorts,
  whole: Whole,
  now: Date,
): Promise<void> {
  const open = await database.jobs.find({ ...whole, status: unfinished }).toArray();
  for (const { _id: jobId, attempts: attempt, fingerprint, version } of await notToBeStarted(database, open)) {
    const { state } = await executions.latestRun(workflowIds.renderJob(jobId));
    if (state !== "none") continue;
    logger.warn({ jobId }, "job will not be begun by what was terminated");
    const later = Math.max(now.getTime() * 1_000, version + 1);
    await settleJob(database, { jobId, attempt, end: { status: "cancelled" }, version: later, fingerprint });
  }
}

/** The jobs but those that the reconciler still is to start: a retry, whose run is not the one that was terminated. */
export async function notToBeStarted({ outbox }: Database, jobs: readonly JobRecord[]): Promise<JobRecord[]> {
  const entries = await outbox.find({ _id: { $in: jobs.map(({ _id }) => _id) } }).toArray();
  const waiting = new Set(entries.map(({ _id }) => _id));
  return jobs.filter(({ _id }) => !waiting.has(_id));
}
