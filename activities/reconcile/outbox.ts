import { completeTransfers } from "#data/creditTransfers.ts";
import { appendRefund } from "#data/credits.ts";
import { reopenJob } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import type { JobRecord, OutboxRecord } from "#schemas/job.ts";
import {
  crawlInput,
  monitorInput,
  monitorSitemapInput,
  renderBatchInput,
  renderJobInput,
  renderScheduleInput,
  signInInput,
} from "#orders/inputs.ts";
import { monitorSignals, ownerSignals, type WorkflowSignal } from "#orders/messages.ts";
import type { WorkflowOrder } from "#orders/starts.ts";
import type { ActivityPorts } from "../ports.ts";
import { cancelRun } from "../projections/runs.ts";

/** Accepted work that may not have started. */
export type Undispatched = {
  /** The id of the outbox entry. */
  id: string;
  order: WorkflowOrder;
  cancelRequested: boolean;
  /** A signal that was not sent yet. */
  signal?: WorkflowSignal;
};

type SweepPorts = Pick<ActivityPorts, "database" | "logger">;

type Waiting = Omit<Undispatched, "id">;

/** The state of an acceptance: it has no record, its workflow has started, or its workflow must be started. */
type Found = "missing" | "under_way" | Waiting;

/** Finds the resource of each type of entry. */
const finders = {
  renderJob: findJob,
  renderSchedule: findSchedule,
  monitor: findMonitor,
  manualRun: findManualRun,
  monitorChange: findMonitorChange,
  monitorSitemap: findSitemap,
  sitemapChange: findSitemapChange,
  signIn: findSignIn,
  renderBatch: findBatch,
  crawl: findCrawl,
  mailDelivery: findMail,
  webhookDelivery: findReplay,
} satisfies Record<OutboxRecord["type"], (database: Database, id: string) => Promise<Found>>;

/** Milliseconds the API has to start the workflow itself, and to write the record. */
const startGraceMs = 5_000;
const recordGraceMs = 60_000;

/**
 * Completes pending transfers of the ledger. Then examines up to 50 outbox entries: removes those of started work, undoes
 * those that never got a record, and returns those of work to start.
 */
export async function reconcileOutbox(ports: SweepPorts, now: Date): Promise<Undispatched[]> {
  const { database } = ports;
  const before = new Date(now.getTime() - startGraceMs);
  await completeTransfers(database, before);
  const entries = await database.outbox
    .find({ createdAt: { $lt: before } })
    .sort({ _id: 1 })
    .limit(50)
    .toArray();
  const waitingEntries: Undispatched[] = [];
  for (const entry of entries) {
    const found = await finders[entry.type](database, entry._id);
    if (found === "missing") await undo(ports, entry, now);
    // A repeat of the call may have renewed the entry since it was read.
    else if (found === "under_way") await database.outbox.deleteOne(asRead(entry));
    else waitingEntries.push({ id: entry._id, ...found });
  }
  return waitingEntries;
}

/** Matches an outbox entry unless it has changed since it was read. */
function asRead({ _id, createdAt }: OutboxRecord): Pick<OutboxRecord, "_id" | "createdAt"> {
  return { _id, createdAt };
}

async function findJob(database: Database, jobId: string): Promise<Found> {
  const found = await database.jobs.findOne({ _id: jobId });
  if (found === null) return "missing";
  const job = found.status === "failed" ? ((await finishRetry(database, found)) ?? found) : found;
  const cancelRequested = job.cancelRequestedAt !== null;
  // A job answered from the cache may still owe its webhook, and a running job may still need its cancellation.
  const isWaiting = job.status === "queued" || job.cached || (job.status === "in_progress" && cancelRequested);
  if (!isWaiting) return "under_way";
  const order = { type: "renderJob", input: renderJobInput(job), priority: job.priority } as const;
  return { order, cancelRequested };
}

/** Reopens a job if the API charged for its retry and then died. Returns null if there is no such charge. */
async function finishRetry(database: Database, job: JobRecord): Promise<JobRecord | null> {
  const charge = await database.ledger.findOne({ _id: `charge:${job._id}:${job.attempts + 1}` });
  return charge === null ? null : reopenJob(database, job, charge.at);
}

async function findSchedule({ schedules }: Database, scheduleId: string): Promise<Found> {
  const schedule = await schedules.findOne({ _id: scheduleId });
  if (schedule === null) return "missing";
  if (schedule.version > 0) return "under_way";
  return { order: { type: "renderSchedule", input: renderScheduleInput(schedule) }, cancelRequested: false };
}

async function findMonitor({ monitors }: Database, monitorId: string): Promise<Found> {
  const monitor = await monitors.findOne({ _id: monitorId });
  if (monitor === null) return "missing";
  if (monitor.state.version > 0) return "under_way";
  return { order: { type: "monitor", input: monitorInput(monitor) }, cancelRequested: false };
}

async function findManualRun(database: Database, runId: string): Promise<Found> {
  const run = await database.runs.findOne({ _id: runId });
  if (run === null) return "missing";
  const monitor = run.status === "queued" ? await database.monitors.findOne({ _id: run.monitorId }) : null;
  if (monitor === null) return "under_way";
  if (monitor.spec.wanted === "deleted") {
    await cancelRun(database, run);
    return "under_way";
  }
  const order = { type: "monitor", input: monitorInput(monitor) } as const;
  return { order, cancelRequested: false, signal: { name: "run", args: [{ runId }] } };
}

/** Finds the unsent signal for a change of a monitor. The signalled workflow reads the record again. */
async function findMonitorChange({ monitors }: Database, entryId: string): Promise<Found> {
  const [monitorId = ""] = entryId.split(":");
  const monitor = await monitors.findOne({ _id: monitorId });
  if (monitor === null) return "under_way";
  const name = monitor.spec.wanted === "deleted" ? monitorSignals.remove : monitorSignals.changed;
  const order = { type: "monitor", input: monitorInput(monitor) } as const;
  return { order, cancelRequested: false, signal: { name, args: [] } };
}

async function findSitemap({ monitorSitemaps }: Database, sitemapId: string): Promise<Found> {
  const sitemap = await monitorSitemaps.findOne({ _id: sitemapId });
  if (sitemap === null) return "missing";
  if (sitemap.state.version > 0) return "under_way";
  return { order: { type: "monitorSitemap", input: monitorSitemapInput(sitemap) }, cancelRequested: false };
}

/** Finds the unsent signal for a change of a sitemap. The signalled workflow reads the record again. */
async function findSitemapChange({ monitorSitemaps }: Database, entryId: string): Promise<Found> {
  const [sitemapId = ""] = entryId.split(":");
  const sitemap = await monitorSitemaps.findOne({ _id: sitemapId });
  if (sitemap === null) return "under_way";
  const name = sitemap.spec.wanted === "deleted" ? ownerSignals.remove : ownerSignals.changed;
  const order = { type: "monitorSitemap", input: monitorSitemapInput(sitemap) } as const;
  return { order, cancelRequested: false, signal: { name, args: [] } };
}

async function findSignIn({ signIns }: Database, signInId: string): Promise<Found> {
  const signIn = await signIns.findOne({ _id: signInId });
  if (signIn === null) return "missing";
  if (signIn.state.version > 0) return "under_way";
  return { order: { type: "signIn", input: signInInput(signIn) }, cancelRequested: false };
}

async function findBatch({ batches }: Database, batchId: string): Promise<Found> {
  const batch = await batches.findOne({ _id: batchId });
  if (batch === null) return "missing";
  if (batch.status !== "open") return "under_way";
  const order = { type: "renderBatch", input: renderBatchInput(batch) } as const;
  return { order, cancelRequested: batch.cancelRequestedAt !== null };
}

async function findCrawl({ crawls }: Database, crawlId: string): Promise<Found> {
  const crawl = await crawls.findOne({ _id: crawlId });
  if (crawl === null) return "missing";
  if (crawl.version > 0) return "under_way";
  return { order: { type: "crawl", input: crawlInput(crawl) }, cancelRequested: false };
}

async function findMail({ deliveries }: Database, mailId: string): Promise<Found> {
  const mail = await deliveries.findOne({ _id: mailId });
  if (mail === null || mail.channel !== "email") return "missing";
  if (mail.status !== "pending" || mail.attempts.length > 0) return "under_way";
  const { accountId, type } = mail;
  const order = { type: "mailDelivery", input: { mailId, accountId, type, inOrder: false } } as const;
  return { order, cancelRequested: false };
}

/** The entry's id is made from the delivery's id. */
async function findReplay({ deliveries }: Database, entryId: string): Promise<Found> {
  const delivery = await deliveries.findOne({ _id: entryId.slice("replay:".length) });
  if (delivery === null || delivery.channel === "email" || delivery.status !== "pending") return "under_way";
  const { _id: eventId, accountId, type, replays: replay } = delivery;
  return { order: { type: "webhookDelivery", input: { eventId, accountId, type, replay } }, cancelRequested: false };
}

/** Undoes an acceptance without a record, because the API died: refunds its charges and removes its entry. */
async function undo({ database, logger }: SweepPorts, entry: OutboxRecord, now: Date): Promise<void> {
  if (now.getTime() - entry.createdAt.getTime() < recordGraceMs) return;
  // From here on, a repeat of the call starts over with another id.
  const { matchedCount } = await database.outbox.updateOne(asRead(entry), { $set: { undoing: true } });
  if (matchedCount === 0) return;
  for (const jobId of entry.jobIds) {
    const charge = await database.ledger.findOne({ _id: `charge:${jobId}:1` });
    if (charge !== null) {
      logger.warn({ jobId, accountId: entry.accountId }, "charge without a job refunded");
      const { transferId: _transferId, ...charged } = charge;
      await appendRefund(database, { ...charged, _id: `refund:${jobId}:1`, credits: -charge.credits, at: now });
    }
    // A batch may have died between its jobs and its own record.
    await database.jobs.findOneAndDelete({ _id: jobId });
  }
  await database.outbox.deleteOne({ _id: entry._id });
}
