import { uuidv7 } from "uuidv7";
import type { BatchPage, BatchRecord, BatchRequest } from "#schemas/batch.ts";
import type { JobRecord, OutboxRecord } from "#schemas/job.ts";
import { plans } from "#schemas/plans.ts";
import { chargesOf, insertJobs, newJob } from "#data/jobs.ts";
import { renderBatchInput, renderJobInput } from "#workflows/messages.ts";
import type { Caller } from "../auth.ts";
import type { ApiPorts } from "../ports.ts";
import { dispatch } from "../writes/dispatch.ts";
import { reserveWithOutbox } from "../writes/reserveNoted.ts";
import { answerFromCache } from "./answerFromCache.ts";
import { checkUrls } from "./checkUrls.ts";
import { chooseOutputs } from "./chooseOutputs.ts";
import { toTemplate } from "./toTemplate.ts";

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
