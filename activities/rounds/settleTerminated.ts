import { unfinished } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import type { JobRecord } from "#schemas/job.ts";
import type { WebhookDeliveryInput } from "#workflows/messages.ts";
import { finishCrawl } from "../crawl/finishCrawl.ts";
import type { ActivityPorts } from "../ports.ts";
import { countUnfinished, settleBatch } from "../project/batches.ts";
import { completeSingleFlight } from "../project/flights.ts";
import { cancelSchedule } from "../project/schedules.ts";
import { settleJob } from "../project/settleJob.ts";
import { cancelUnstarted, notToBeStarted } from "./cancelUnbegun.ts";
import { findTerminated } from "./terminatedOf.ts";

/** How long before the last round jobs are looked for, milliseconds: Temporal lists them late. */
const overlapMs = 60 * 60 * 1_000;
/** Milliseconds for what a workflow had set going as it was terminated, a child or a write, to show itself. */
const graceMs = 10_000;

/**
 * Settles jobs, batches, schedules and crawls whose workflow was terminated by an operator or timed out, so that none stays
 * unfinished for ever: as far back as Temporal remembers, jobs since the last round where `settledAt` says when that was.
 * Returns the events of that, to be delivered.
 */
export async function settleTerminated(
  ports: ActivityPorts,
  { now, settledAt }: { now: Date; settledAt: Date | null },
): Promise<WebhookDeliveryInput[]> {
  const since = settledAt === null ? null : new Date(settledAt.getTime() - overlapMs);
  await settleJobs(ports, { now, since });
  await settleBatches(ports, now);
  await settleSchedules(ports, now);
  return settleCrawls(ports, now);
}

async function settleJobs(ports: ActivityPorts, { now, since }: { now: Date; since: Date | null }): Promise<void> {
  const { database, logger } = ports;
  const open = async (ids: string[]) =>
    notToBeStarted(database, await database.jobs.find({ _id: { $in: ids }, status: unfinished }).toArray());
  for (const job of await findTerminated(ports, { type: "renderJob", since, until: now }, open)) {
    const { _id: jobId, attempts: attempt, fingerprint } = job;
    const version = await outrun(database, job, now);
    if (version === null) continue;
    logger.warn({ jobId }, "job's workflow was terminated");
    const end = {
      status: "failed",
      code: "internal_error",
      message: "The job was terminated by an operator.",
    } as const;
    await settleJob(database, { jobId, attempt, end, version, fingerprint });
    if (job.spec.cache) await completeSingleFlight(ports, { jobId, fingerprint });
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

/** The pages of a batch that were begun go on; it has ended when they have. */
async function settleBatches(ports: ActivityPorts, now: Date): Promise<void> {
  const { database, logger } = ports;
  const open = (ids: string[]) => database.batches.find({ _id: { $in: ids }, status: "open" }).toArray();
  for (const { _id: batchId, accountId } of await findTerminated(ports, longAgo("renderBatch", now), open)) {
    await cancelUnstarted(ports, { accountId, batchId }, now);
    if ((await countUnfinished(database, { batchId })) > 0) continue;
    logger.warn({ batchId }, "batch's workflow was terminated");
    await settleBatch(database, { batchId, status: "cancelled", at: now.toISOString() });
  }
}

async function settleSchedules(ports: ActivityPorts, now: Date): Promise<void> {
  const { database, logger } = ports;
  const open = (ids: string[]) =>
    database.schedules.find({ _id: { $in: ids }, status: { $in: ["active", "paused"] } }).toArray();
  for (const { _id: scheduleId, accountId } of await findTerminated(ports, longAgo("renderSchedule", now), open)) {
    logger.warn({ scheduleId }, "schedule's workflow was terminated");
    await cancelUnstarted(ports, { accountId, scheduleId }, now);
    await cancelSchedule(database, { scheduleId, version: now.getTime() * 1_000 });
  }
}

async function settleCrawls(ports: ActivityPorts, now: Date): Promise<WebhookDeliveryInput[]> {
  const { database, logger } = ports;
  const events: WebhookDeliveryInput[] = [];
  const open = (ids: string[]) => database.crawls.find({ _id: { $in: ids }, completedAt: null }).toArray();
  for (const { _id: crawlId, accountId, stopReason } of await findTerminated(ports, longAgo("crawl", now), open)) {
    logger.warn({ crawlId }, "crawl's workflow was terminated");
    await cancelUnstarted(ports, { accountId, crawlId }, now);
    const reason = stopReason ?? "terminated";
    const event = await finishCrawl(ports, { crawlId, reason, final: true, version: now.getTime() * 1_000 });
    if (event !== null) events.push(event);
  }
  return events;
}

/** Long enough ago for all of it to be known. */
function longAgo<Type extends string>(type: Type, now: Date) {
  return { type, since: null, until: new Date(now.getTime() - graceMs) };
}
