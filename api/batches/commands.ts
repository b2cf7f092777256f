import { setTimeout as sleep } from "node:timers/promises";
import { uuidv7 } from "uuidv7";
import { chargesOf, insertJobs, newJob } from "#data/jobs.ts";
import type { BatchPage, BatchRecord, BatchRequest } from "#schemas/batch.ts";
import type { JobRecord, OutboxRecord } from "#schemas/job.ts";
import { plans } from "#schemas/settings/plans.ts";
import { renderBatchInput, renderJobInput, workflowIds } from "#workflows/messages.ts";
import type { Caller } from "../http/exchange.ts";
import { stopJob } from "../jobs/commands.ts";
import { requestBatchCancel } from "../jobs/store.ts";
import { deferToReconciler, dispatch, reserveWithOutbox } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";
import { answerFromCache } from "../renders/commands.ts";
import { chooseOutputs } from "../renders/outputs.ts";
import { toTemplate } from "../renders/spec.ts";
import { readBatch, readRetried } from "./store.ts";
import { checkUrls } from "./validate.ts";

/** A request checked by its schema and by `batchRules`. */
export type BatchOrder = { caller: Caller; requestId: string; request: BatchRequest; given: ReadonlySet<string> };

/** A batch that is charged, recorded and on its way, and the credits left; null where the plan has no limit. */
export type AcceptedBatch = {
  batch: BatchRecord;
  jobs: readonly Pick<JobRecord, "credits">[];
  remaining: number | null;
};

/** Batches are kept this long, milliseconds; as long as their jobs. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Charges the pages of a batch that can be rendered, in one go, and queues them. The batch's own record is written last: a
 * crash before it is undone by the reconciler, one after it is made good. Rejects with `insufficient_credits`, and then nothing is queued.
 */
export async function acceptBatch(ports: ApiPorts, order: BatchOrder): Promise<AcceptedBatch> {
  const { batch, jobs } = await toRecords(ports, order);
  const { _id, accountId, createdAt } = batch;
  const entry: OutboxRecord = { _id, type: "renderBatch", accountId, jobIds: jobs.map((job) => job._id), createdAt };
  const insert = async () => {
    await insertJobs(ports.database, jobs);
    await ports.database.batches.insertOne(batch);
  };
  const { plan } = order.caller;
  const { remaining } = await reserveWithOutbox(ports, { entry, plan, charges: chargesOf(jobs), insert });
  await dispatch(ports, { entry, order: { type: "renderBatch", input: renderBatchInput(batch) } });
  return { batch, jobs, remaining };
}

async function toRecords(ports: ApiPorts, order: BatchOrder): Promise<{ batch: BatchRecord; jobs: JobRecord[] }> {
  const { caller, requestId, request, given } = order;
  const { urls, url: _ignored, ...options } = { ...request, extractMetadata: true };
  const { accepted, refused } = checkUrls(ports.policy, urls);
  const batchId = uuidv7();
  const createdAt = ports.now();
  const single = { ...options, url: accepted[0]?.url ?? "" };
  const outputs = chooseOutputs(single, given);
  const template = toTemplate(ports, { caller, requestId, request: single, outputs, sealedFor: batchId });
  const jobs = await Promise.all(
    accepted.map(async ({ url }) => {
      const job = newJob(template, { id: uuidv7(), kind: "batch_item", url, createdAt, batchId });
      return (await answerFromCache(ports, job)) ?? job;
    }),
  );
  const items = jobs.map((job, place): BatchPage => {
    const { jobId, host, fingerprint, answered } = renderJobInput(job);
    return { index: accepted[place]?.index ?? place, jobId, url: job.url, host, fingerprint, answered };
  });
  const { optionsHash: _hash, ...shared } = template;
  const batch: BatchRecord = {
    _id: batchId,
    ...shared,
    concurrency: plans[caller.plan].concurrency ?? items.length,
    perHost: ports.pagesPerHost,
    items,
    refused,
    status: "open",
    createdAt,
    completedAt: null,
    expiresAt: new Date(createdAt.getTime() + retentionMs),
    cancelRequestedAt: null,
  };
  return { batch, jobs };
}

/** How long a client waits for the batch to stop, and how soon a workflow that was not there yet is looked for again, milliseconds. */
const waitMs = 5_000;
const againMs = 500;

/**
 * Has a batch stopped and returns its record as it is when it has ended or 5 s are over.
 * The request is written down first: where Temporal is away, the reconciler finds it there.
 * Pages that run again at the caller's wish are no longer the batch's to stop, so each is told by itself.
 */
export async function stopBatch(ports: ApiPorts, record: BatchRecord, signal: AbortSignal): Promise<BatchRecord> {
  await requestBatchCancel(ports.database, record._id, ports.now());
  const retried = await readRetried(ports.database, record._id);
  const [stopped] = await Promise.all([
    stop(ports, record, signal),
    ...retried.map((job) => stopJob(ports, job, signal)),
  ]);
  return stopped;
}

async function stop(ports: ApiPorts, record: BatchRecord, signal: AbortSignal): Promise<BatchRecord> {
  const { _id, accountId } = record;
  const workflowId = workflowIds.renderBatch(_id);
  const deadline = Date.now() + waitMs;
  let current = record;
  let told = false;
  while (current.status === "open" && Date.now() < deadline && !signal.aborted) {
    told ||= await tell(ports, record);
    const left = Math.max(1, deadline - Date.now());
    const waited = told ? await ports.orchestrator.wait(workflowId, left, signal) : "unknown";
    // Aborting is one of the two ways in which the pause is meant to end.
    if (waited === "unknown") await sleep(Math.min(left, againMs), undefined, { signal }).catch(() => undefined);
    current = await readBatch(ports.database, accountId, _id);
  }
  return current;
}

async function tell(ports: ApiPorts, { _id, accountId }: BatchRecord): Promise<boolean> {
  const { database, log, now, orchestrator } = ports;
  try {
    return await orchestrator.cancel(workflowIds.renderBatch(_id));
  } catch (err) {
    log.warn({ err, batchId: _id }, "a workflow could not be told to stop");
    await deferToReconciler(database, { _id, type: "renderBatch", accountId }, now());
    return false;
  }
}
