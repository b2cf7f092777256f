import { unfinished } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import type { JobRecord } from "#schemas/job.ts";
import { type WebhookDeliveryInput, workflowIds } from "#workflows/messages.ts";
import { finishCrawl } from "../crawl/finishCrawl.ts";
import type { ActivityPorts, TerminatedSearch } from "../ports.ts";
import { countUnfinished, settleBatch } from "../projections/batches.ts";
import { settleJob } from "../projections/jobs.ts";
import { cancelSchedule } from "../projections/schedules.ts";
import { completeSingleFlight } from "../projections/singleFlight.ts";

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

/** Records looked up in one go. */
const atOnce = 1_000;

/** Those of the records that are still open though their workflow was terminated; `find` gives the open ones among some ids. */
async function findTerminated<Item extends { _id: string; attempts?: number }>(
  { executions }: ActivityPorts,
  search: TerminatedSearch,
  find: (ids: string[]) => Promise<Item[]>,
): Promise<Item[]> {
  const ids = (await executions.listTerminated(search)).map(idIn);
  const terminated: Item[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    for (const item of await find(ids.slice(from, from + atOnce))) {
      // Looked at last: one that was begun anew meanwhile is at work.
      const { state, attempt } = await executions.latestRun(workflowIds[search.type](item._id));
      // The reset of an earlier attempt terminates a later one, and does not go on with it.
      const isEarlier = state !== "none" && attempt < (item.attempts ?? 1);
      if (state === "terminated" || isEarlier) terminated.push(item);
    }
  }
  return terminated;
}

/** The id of what a workflow works for. */
function idIn(workflowId: string): string {
  return workflowId.slice(workflowId.indexOf(":") + 1);
}

/** Whose jobs: of an account's batch, schedule or crawl. */
type Whole = { accountId: string } & ({ batchId: string } | { scheduleId: string } | { crawlId: string });

/** Cancels and refunds the jobs that what was to begin them never will. Those that were begun end by themselves. */
async function cancelUnstarted(
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
async function notToBeStarted({ outbox }: Database, jobs: readonly JobRecord[]): Promise<JobRecord[]> {
  const entries = await outbox.find({ _id: { $in: jobs.map(({ _id }) => _id) } }).toArray();
  const waiting = new Set(entries.map(({ _id }) => _id));
  return jobs.filter(({ _id }) => !waiting.has(_id));
}
