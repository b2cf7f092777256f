import { unfinished } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import type { JobRecord } from "#schemas/job.ts";
import { type WebhookDeliveryInput, workflowIds } from "#workflows/messages.ts";
import { finishCrawl } from "../crawl/finishCrawl.ts";
import type { ActivityPorts, TerminatedSearch } from "../ports.ts";
import { countUnfinished, settleBatch } from "../projections/batches.ts";
import { settleJob } from "../projections/jobs.ts";
import { cancelSchedule } from "../projections/schedules.ts";

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
  const open = (ids: string[]) => database.jobs.find({ _id: { $in: ids }, status: unfinished }).toArray();
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

/** The records that are still open though their workflow was terminated; `find` gives the open ones among some ids. */
async function findTerminated<Item extends { _id: string; attempts?: number }>(
  { executions }: ActivityPorts,
  search: TerminatedSearch,
  find: (ids: string[]) => Promise<Item[]>,
): Promise<Item[]> {
  const listed = new Set(await executions.listTerminated(search));
  const ids = [...new Set([...listed].map(idIn))];
  const terminated: Item[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    for (const item of await find(ids.slice(from, from + atOnce))) {
      const workflowId = workflowIdOf(search.type, item);
      // The end of an earlier attempt says nothing of the current one. A reset may have begun a run since the list was made.
      if (!listed.has(workflowId)) continue;
      if ((await executions.latestState(workflowId)) === "terminated") terminated.push(item);
    }
  }
  return terminated;
}

/** The workflow that works for a record now. */
function workflowIdOf(type: TerminatedSearch["type"], { _id, attempts }: { _id: string; attempts?: number }): string {
  return type === "renderJob" ? workflowIds.renderJob(_id, attempts) : workflowIds[type](_id);
}

/** The id of what a workflow works for, which stands between its kind and its attempt. */
function idIn(workflowId: string): string {
  const [, id = ""] = workflowId.split(":");
  return id;
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
    if ((await executions.latestState(workflowIds.renderJob(jobId, attempt))) !== "none") continue;
    logger.warn({ jobId }, "job will not be begun by what was terminated");
    const later = Math.max(now.getTime() * 1_000, version + 1);
    await settleJob(database, { jobId, attempt, end: { status: "cancelled" }, version: later, fingerprint });
  }
}

/** The jobs without those whose retry the reconciler has still to start. */
async function notToBeStarted({ outbox }: Database, jobs: readonly JobRecord[]): Promise<JobRecord[]> {
  const entries = await outbox.find({ _id: { $in: jobs.map(({ _id }) => _id) } }).toArray();
  const waiting = new Set(entries.map(({ _id }) => _id));
  return jobs.filter(({ _id }) => !waiting.has(_id));
}
