import type { BatchRecord } from "#schemas/batch.ts";
import type { CrawlRecord } from "#schemas/crawl.ts";
import type { WebhookEvent } from "#schemas/events.ts";
import type { DiffOutcome, JobRecord } from "#schemas/job.ts";
import type { OutputRecord } from "#schemas/outputs.ts";
import { crawlTotals, creditsOfJobs, jobCounts } from "#workflows/rules/totals.ts";
import type { OutputSigner } from "../ports.ts";

export type JobEventType = "job.completed" | "job.failed";

type JobEventContext = { job: JobRecord; now: Date; signer: OutputSigner };

/** The data of a job's webhook: what happened and where the outputs are; never an output itself, never a secret. */
export function jobEvent({ job, now, signer }: JobEventContext): WebhookEvent["data"] {
  const { charged, refunded } = job.credits;
  return {
    jobId: job._id,
    kind: job.kind,
    status: job.status,
    url: job.url,
    statusUrl: signer.statusUrl(job._id),
    attempts: job.attempts,
    credits: { charged, refunded, net: charged - refunded },
    createdAt: job.createdAt.toISOString(),
    completedAt: job.completedAt?.toISOString() ?? null,
    ...(job.batchId !== undefined && { batchId: job.batchId }),
    ...(job.scheduleId !== undefined && { scheduleId: job.scheduleId }),
    ...(job.crawlId !== undefined && { crawlId: job.crawlId }),
    ...(job.result !== undefined && { result: resultOf(job, now, signer) }),
    ...(job.error !== undefined && { error: job.error }),
  };
}

function resultOf({ _id: jobId, result }: JobRecord, now: Date, signer: OutputSigner): Record<string, unknown> {
  if (result === undefined) return {};
  const entries = result.outputs.map((output) => [output.name, shownOutput(output, { jobId, now, signer })]);
  const outputs: Record<string, unknown> = Object.fromEntries(entries);
  if (result.page === undefined) return { ...comparisonOf(result), timings: result.timings, ...outputs };
  const { finalUrl, statusCode, title, contentType } = result.page;
  return {
    page: { finalUrl, statusCode, title: title.slice(0, 500), contentType },
    timings: result.timings,
    ...outputs,
  };
}

/** What a comparison found, but for its areas, which may be many. */
function comparisonOf({ comparison }: DiffOutcome): Record<string, unknown> {
  const { changed, differenceRatio, changedPixels, comparedPixels, regions } = comparison;
  return { changed, differenceRatio, changedPixels, comparedPixels, regionCount: regions.length };
}

type Signing = { jobId: string; now: Date; signer: OutputSigner };

function shownOutput(output: OutputRecord, { jobId, now, signer }: Signing): Record<string, unknown> {
  const { url, expiresAt } = signer.outputUrl({ jobId, name: output.name, now });
  const { bytes, contentType, sha256, width, height, location } = output;
  return { url, expiresAt: expiresAt.toISOString(), bytes, contentType, sha256, width, height, location };
}

type BatchEventContext = { batch: BatchRecord; jobs: readonly JobRecord[]; signer: OutputSigner };

/** The data of a batch's webhook: how its pages ended; a hundred of them have room because only ids and codes are told. */
export function batchEvent({ batch, jobs, signer }: BatchEventContext): WebhookEvent["data"] {
  return {
    batchId: batch._id,
    status: batch.status,
    statusUrl: signer.batchUrl(batch._id),
    total: jobs.length,
    counts: jobCounts(jobs),
    credits: creditsOfJobs(jobs),
    createdAt: batch.createdAt.toISOString(),
    completedAt: batch.completedAt?.toISOString() ?? null,
    items: jobs.map(({ _id, status, error }) => ({
      id: _id,
      status,
      ...(error !== undefined && { error: error.code }),
    })),
  };
}

/** What a crawl's event tells: how it ended, and where its pages are listed. */
export function crawlEvent(crawl: CrawlRecord, signer: OutputSigner): WebhookEvent["data"] {
  const { charged, refunded, ...counts } = crawlTotals(crawl.tallies);
  const { queued, in_progress: inProgress, completed, failed, skipped } = counts;
  return {
    crawlId: crawl._id,
    status: crawl.status,
    stopReason: crawl.stopReason,
    url: crawl.url,
    ...signer.crawlUrls(crawl._id),
    counts: { found: crawl.found, queued, inProgress, completed, failed, skipped },
    credits: { charged, refunded, net: charged - refunded },
    createdAt: crawl.createdAt.toISOString(),
    completedAt: crawl.completedAt?.toISOString() ?? null,
  };
}
