import { chargesOf, insertJobs, newJob, pageJobId } from "#data/jobs.ts";
import type { BatchPage, BatchRecord, BatchRequest } from "#schemas/batch.ts";
import type { JobRecord, OutboxRecord } from "#schemas/job.ts";
import { plans } from "#schemas/settings/plans.ts";
import { retentionMs } from "#schemas/settings/retention.ts";
import { renderBatchInput, renderJobInput } from "#orders/inputs.ts";
import { workflowIds } from "#orders/messages.ts";
import { readRemaining } from "../account/store.ts";
import type { Caller } from "../http/exchange.ts";
import type { Reservation } from "../http/idempotency.ts";
import { stopJob } from "../jobs/commands.ts";
import { requestBatchCancel } from "../jobs/store.ts";
import { dispatch, reserveWithOutbox } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";
import { answerFromCache } from "../renders/commands.ts";
import { chooseOutputs } from "../renders/outputs.ts";
import { toTemplate } from "../renders/spec.ts";
import { sendOrDefer, signalAndAwait } from "../signalAndAwait.ts";
import { readBatch, readBatchJobs, readJobs, readRetried } from "./store.ts";
import { checkUrls } from "./validate.ts";

/** A batch to accept; schema and `batchRules` have checked the request. */
export type BatchOrder = {
  caller: Caller;
  requestId: string;
  request: BatchRequest;
  /** Names that the client sent. */
  fieldNames: ReadonlySet<string>;
  reservation: Reservation;
};

/** An accepted batch, and the credits left; null without a limit. */
export type AcceptedBatch = {
  batch: BatchRecord;
  jobs: readonly Pick<JobRecord, "credits">[];
  remainingCredits: number | null;
};

/**
 * Charges the pages of a batch that can be rendered, in one go, and queues them. The batch's own record is written last. After a
 * crash the reconciler starts a batch that has its record, and undoes one that has none.
 * @throws ApiError `insufficient_credits`; then nothing is queued.
 */
export async function acceptBatch(ports: ApiPorts, order: BatchOrder): Promise<AcceptedBatch> {
  const accepted = await findAcceptedBatch(ports, order.reservation);
  if (accepted !== null) return accepted;
  const { batch, jobs } = await toRecords(ports, order);
  const { _id, accountId } = batch;
  const jobIds = jobs.map((job) => job._id);
  const entry: OutboxRecord = { _id, type: "renderBatch", accountId, jobIds, createdAt: ports.now() };
  const insert = async () => {
    await insertJobs(ports.database, jobs);
    await ports.database.batches.insertOne(batch);
  };
  const { plan } = order.caller;
  const { isRepeat } = order.reservation;
  const { remainingCredits } = await reserveWithOutbox(ports, {
    entry,
    plan,
    charges: chargesOf(jobs),
    isRepeat,
    insert,
  });
  await dispatch(ports, { entry, order: { type: "renderBatch", input: renderBatchInput(batch) } });
  return { batch, jobs, remainingCredits };
}

/** The batch that an earlier call with the same key accepted; null if there is none. */
async function findAcceptedBatch(ports: ApiPorts, { id, isRepeat }: Reservation): Promise<AcceptedBatch | null> {
  const batch = isRepeat ? await ports.database.batches.findOne({ _id: id }) : null;
  if (batch === null) return null;
  const jobs = (await readBatchJobs(ports.database, [id])).get(id) ?? [];
  return { batch, jobs, remainingCredits: await readRemaining(ports, batch.accountId) };
}

async function toRecords(ports: ApiPorts, order: BatchOrder): Promise<{ batch: BatchRecord; jobs: JobRecord[] }> {
  const { caller, requestId, request, fieldNames, reservation } = order;
  const { urls, url: _ignored, ...options } = { ...request, extractMetadata: true };
  const { acceptedUrls, refusedUrls } = checkUrls(ports.policy, urls);
  const { id: batchId, at: createdAt } = reservation;
  const single = { ...options, url: acceptedUrls[0]?.url ?? "" };
  const outputs = chooseOutputs(single, fieldNames);
  const template = await toTemplate(ports, { caller, requestId, request: single, outputs, sealedFor: batchId });
  const writtenJobs = reservation.isRepeat ? await readJobs(ports.database, batchId) : [];
  const jobs = await Promise.all(
    acceptedUrls.map(async ({ url, index }) => {
      const id = pageJobId({ parentId: batchId, position: index, at: createdAt.getTime() });
      const job = newJob(template, { id, kind: "batch_item", url, createdAt, batchId });
      if (!reservation.isRepeat) return (await answerFromCache(ports, job)) ?? job;
      // A call that broke off may have charged the job, so its repeat renders.
      return writtenJobs.find(({ _id }) => _id === id) ?? job;
    }),
  );
  const items = jobs.map((job, position): BatchPage => {
    const { jobId, host, fingerprint, answered } = renderJobInput(job);
    return { index: acceptedUrls[position]?.index ?? position, jobId, url: job.url, host, fingerprint, answered };
  });
  const { optionsHash: _hash, ...shared } = template;
  const batch: BatchRecord = {
    _id: batchId,
    ...shared,
    concurrency: plans[caller.plan].concurrency ?? items.length,
    perHost: ports.pagesPerHost,
    items,
    refused: refusedUrls,
    status: "open",
    createdAt,
    completedAt: null,
    expiresAt: new Date(createdAt.getTime() + retentionMs.batch),
    cancelRequestedAt: null,
  };
  return { batch, jobs };
}

/** Milliseconds a client waits for the batch to stop. */
const maxCancelWaitMs = 5_000;

/**
 * Cancels a batch and returns its record when it has ended, or after 5 s. The request is recorded first, so the reconciler finds
 * it if Temporal is unavailable. Retried pages no longer belong to the batch's workflow, so each is cancelled by itself.
 */
export async function stopBatch(ports: ApiPorts, record: BatchRecord, signal: AbortSignal): Promise<BatchRecord> {
  const { _id, accountId } = record;
  const { database, orchestrator } = ports;
  await requestBatchCancel(database, _id, ports.now());
  const retriedJobs = await readRetried(database, _id);
  const cancel = () => orchestrator.cancel(workflowIds.renderBatch(_id));
  const stoppedBatch = signalAndAwait({
    record,
    send: () => sendOrDefer(ports, { _id, type: "renderBatch", accountId }, cancel),
    read: () => readBatch(database, accountId, _id),
    isDone: ({ status }) => status !== "open",
    maxWaitMs: maxCancelWaitMs,
    signal,
  });
  await Promise.all([stoppedBatch, ...retriedJobs.map((job) => stopJob(ports, job, signal))]);
  return stoppedBatch;
}
