import type { Static } from "typebox";
import type { Batch, BatchAccepted, BatchItem, BatchRecord, BatchResult, BatchStatus } from "#schemas/batch.ts";
import { type BatchJob, creditsOfJobs, hostFigures, jobCounts } from "#rules/totals.ts";
import { statusUrl } from "../http/params.ts";
import { isTerminal } from "../jobs/store.ts";
import type { AcceptedBatch } from "./commands.ts";

/** The address of a batch's status. */
function batchUrl(publicUrl: string, batchId: string): string {
  return new URL(`/render/batches/${batchId}`, publicUrl).href;
}

/** The reply to an accepted batch, with one result per address, in the order of `urls`. */
export function presentAcceptedBatch(publicUrl: string, { batch, jobs }: AcceptedBatch): Static<typeof BatchAccepted> {
  const { _id, items, refused } = batch;
  const acceptedPages = items.map(({ jobId, index, url }): BatchResult => {
    return { index, url, success: true, batch: _id, id: jobId, statusUrl: statusUrl(publicUrl, jobId) };
  });
  const others = refused.map((refusal): BatchResult => ({ ...refusal, success: false, batch: _id }));
  return {
    success: true,
    batch: _id,
    statusUrl: batchUrl(publicUrl, _id),
    results: [...acceptedPages, ...others].toSorted((a, b) => a.index - b.index),
    credits: creditsOfJobs(jobs),
  };
}

/** A batch as clients see it, with the state of its jobs. `backoffs` has the ends of back-offs that they wait for. */
export function presentBatch(
  record: BatchRecord,
  jobs: readonly BatchJob[],
  backoffs: ReadonlyMap<string, Date> = new Map(),
): Batch {
  const endedCount = jobs.filter(isTerminal).length;
  const starts = jobs.flatMap(({ startedAt }) => startedAt?.getTime() ?? []);
  return {
    id: record._id,
    status: statusOf(record, jobs),
    total: record.items.length,
    refused: record.refused,
    counts: jobCounts(jobs),
    // A cached page expires with the outputs it shares, which may be before the batch expires.
    progress: record.status === "open" ? Math.floor((100 * endedCount) / record.items.length) : 100,
    credits: creditsOfJobs(jobs),
    hosts: hostFigures(jobs, backoffs),
    createdAt: record.createdAt.toISOString(),
    startedAt: starts.length === 0 ? null : new Date(Math.min(...starts)).toISOString(),
    completedAt: record.completedAt?.toISOString() ?? null,
    expiresAt: record.expiresAt.toISOString(),
  };
}

function statusOf({ status }: BatchRecord, jobs: readonly BatchJob[]): BatchStatus {
  if (status !== "open") return status;
  return jobs.every((job) => job.status === "queued") ? "queued" : "in_progress";
}

/** One page of a batch. */
export function presentBatchItem(publicUrl: string, job: BatchJob, index: number): BatchItem {
  const { _id, url, status, result, error } = job;
  return {
    index,
    url,
    id: _id,
    statusUrl: statusUrl(publicUrl, _id),
    status,
    ...(result?.page !== undefined && { statusCode: result.page.statusCode, title: result.page.title }),
    ...(error !== undefined && { error }),
  };
}
