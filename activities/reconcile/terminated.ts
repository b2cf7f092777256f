import { unfinished } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import type { JobRecord } from "#schemas/job.ts";
import type { WebhookDeliveryInput } from "#orders/inputs.ts";
import { workflowIds } from "#orders/messages.ts";
import { finishCrawl } from "../crawl/finishCrawl.ts";
import type { ActivityPorts, TerminatedSearch } from "../ports.ts";
import { countUnfinished, settleBatch } from "../projections/batches.ts";
import { settleJob } from "../projections/jobs.ts";
import { cancelSchedule } from "../projections/schedules.ts";

type SettlePorts = Pick<ActivityPorts, "database" | "executions" | "logger" | "signer">;

/** The search begins this long before the last pass, as Temporal lists ended runs with a delay. */
const overlapMs = 60 * 60 * 1_000;
/** Time for a child or write that a workflow began just before its termination to appear. */
const graceMs = 10_000;

/**
 * Settles jobs, batches, schedules and crawls after an operator terminated their workflow or it timed out, so that none
 * stays unfinished. Jobs are searched since the last pass (`settledAt`), all else in Temporal's whole retention. Returns the
 * events to deliver.
 */
export async function settleTerminated(
  ports: SettlePorts,
  { now, settledAt }: { now: Date; settledAt: Date | null },
): Promise<WebhookDeliveryInput[]> {
  const since = settledAt === null ? null : new Date(settledAt.getTime() - overlapMs);
  await settleJobs(ports, { now, since });
  await settleBatches(ports, now);
  await settleSchedules(ports, now);
  return settleCrawls(ports, now);
}

async function settleJobs(ports: SettlePorts, { now, since }: { now: Date; since: Date | null }): Promise<void> {
  const { database, logger } = ports;
  const open = (ids: string[]) => database.jobs.find({ _id: { $in: ids }, status: unfinished }).toArray();
  for (const job of await findTerminated(ports, { type: "renderJob", since, until: now }, open)) {
    const { _id: jobId, attempts: attempt, fingerprint } = job;
    const version = await fenceOff(database, job, now);
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
 * Raises the record's version, so that a late write of the terminated run has no effect; else a job could be completed and
 * refunded. Returns the version for the end; null if the job has changed since it was read.
 */
async function fenceOff({ jobs }: Database, job: JobRecord, now: Date): Promise<number | null> {
  const { _id, status, version } = job;
  const raised = Math.max(now.getTime() * 1_000, version + 1);
  const { matchedCount } = await jobs.updateOne({ _id, status, version }, { $set: { version: raised } });
  return matchedCount === 0 ? null : raised + 1;
}

/** Settles terminated batches. Pages that have started continue, and the batch ends after them. */
async function settleBatches(ports: SettlePorts, now: Date): Promise<void> {
  const { database, logger } = ports;
  const open = (ids: string[]) => database.batches.find({ _id: { $in: ids }, status: "open" }).toArray();
  for (const { _id: batchId, accountId } of await findTerminated(ports, longAgo("renderBatch", now), open)) {
    await cancelUnstarted(ports, { accountId, batchId }, now);
    if ((await countUnfinished(database, { batchId })) > 0) continue;
    logger.warn({ batchId }, "batch's workflow was terminated");
    await settleBatch(database, { batchId, status: "cancelled", at: now.toISOString() });
  }
}

async function settleSchedules(ports: SettlePorts, now: Date): Promise<void> {
  const { database, logger } = ports;
  const open = (ids: string[]) =>
    database.schedules.find({ _id: { $in: ids }, status: { $in: ["active", "paused"] } }).toArray();
  for (const { _id: scheduleId, accountId } of await findTerminated(ports, longAgo("renderSchedule", now), open)) {
    logger.warn({ scheduleId }, "schedule's workflow was terminated");
    await cancelUnstarted(ports, { accountId, scheduleId }, now);
    await cancelSchedule(database, { scheduleId, version: now.getTime() * 1_000 });
  }
}

async function settleCrawls(ports: SettlePorts, now: Date): Promise<WebhookDeliveryInput[]> {
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

/** A search for runs that ended before the grace time. */
function longAgo<Type extends string>(type: Type, now: Date) {
  return { type, since: null, until: new Date(now.getTime() - graceMs) };
}

/** Records per query. */
const maxIdsPerQuery = 1_000;

/** The open records of terminated workflows. `find` returns the open records among some ids. */
async function findTerminated<Item extends { _id: string; attempts?: number }>(
  { executions }: SettlePorts,
  search: TerminatedSearch,
  find: (ids: string[]) => Promise<Item[]>,
): Promise<Item[]> {
  const listedIds = new Set(await executions.listTerminated(search));
  const ids = [...new Set([...listedIds].map(resourceIdOf))];
  const terminated: Item[] = [];
  for (let from = 0; from < ids.length; from += maxIdsPerQuery) {
    for (const item of await find(ids.slice(from, from + maxIdsPerQuery))) {
      const workflowId = workflowIdOf(search.type, item);
      // The terminated workflow may belong to an earlier attempt. A reset may have started a new run since the search.
      if (!listedIds.has(workflowId)) continue;
      if ((await executions.latestState(workflowId)) === "terminated") terminated.push(item);
    }
  }
  return terminated;
}

/** The workflow id of a record; for a job, that of its current attempt. */
function workflowIdOf(type: TerminatedSearch["type"], { _id, attempts }: { _id: string; attempts?: number }): string {
  return type === "renderJob" ? workflowIds.renderJob(_id, attempts) : workflowIds[type](_id);
}

/** The resource id in a workflow id, between its kind and its attempt. */
function resourceIdOf(workflowId: string): string {
  const [, id = ""] = workflowId.split(":");
  return id;
}

/** The batch, schedule or crawl that owns jobs. */
type JobOwner = { accountId: string } & ({ batchId: string } | { scheduleId: string } | { crawlId: string });

/** Cancels and refunds the jobs of a terminated workflow that have no workflow of their own. Other jobs end by themselves. */
async function cancelUnstarted(
  { database, executions, logger }: SettlePorts,
  owner: JobOwner,
  now: Date,
): Promise<void> {
  const open = await database.jobs.find({ ...owner, status: unfinished }).toArray();
  for (const { _id: jobId, attempts: attempt, fingerprint, version } of await excludePendingStarts(database, open)) {
    if ((await executions.latestState(workflowIds.renderJob(jobId, attempt))) !== "none") continue;
    logger.warn({ jobId }, "job was not started by a terminated workflow");
    const later = Math.max(now.getTime() * 1_000, version + 1);
    await settleJob(database, { jobId, attempt, end: { status: "cancelled" }, version: later, fingerprint });
  }
}

/** The jobs without an outbox entry. The reconciler starts those with one. */
async function excludePendingStarts({ outbox }: Database, jobs: readonly JobRecord[]): Promise<JobRecord[]> {
  const entries = await outbox.find({ _id: { $in: jobs.map(({ _id }) => _id) } }).toArray();
  const waiting = new Set(entries.map(({ _id }) => _id));
  return jobs.filter(({ _id }) => !waiting.has(_id));
}
