import type { BatchRecord } from "#schemas/batch.ts";
import type { CrawlRecord } from "#schemas/crawl.ts";
import { maxWebhookBytes, type WebhookEvent } from "#schemas/events.ts";
import type { DiffOutcome, JobRecord } from "#schemas/job.ts";
import type { OutputRecord } from "#schemas/outputs.ts";
import type { RunFindings, RunRecord } from "#schemas/run.ts";
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

/** Changed areas in an event at most, and the bytes of JSON that they take at most. */
const maxAreas = 20;
const maxAreaBytes = 6_000;
/** Bytes left to what stands in a body beside the run: the event's id, type and time, and the monitor's name. */
const envelopeBytes = 3_000;

type RunEventContext = { run: RunRecord; now: Date; signer: Pick<OutputSigner, "runOutputUrl"> };

/** What an event says of a run: figures, where the page changed, and pictures by address. */
export function runEvent({ run, now, signer }: RunEventContext): Record<string, unknown> {
  const { _id: runId, monitorId, findings, capture, visualization, comparedToRunId, error } = run;
  const address = (id: string, name: "screenshot" | "visualization") =>
    signer.runOutputUrl({ monitorId, runId: id, name, now }).url;
  const rest = {
    ...(capture !== undefined && { screenshotUrl: address(runId, "screenshot") }),
    ...(comparedToRunId !== null && { baselineScreenshotUrl: address(comparedToRunId, "screenshot") }),
    ...(visualization !== undefined && { visualizationUrl: address(runId, "visualization") }),
    ...(error !== undefined && { error }),
  };
  const room = maxWebhookBytes - envelopeBytes - bytesOf(rest);
  return { runId, ...(findings !== undefined && findingsWithin(room, findings)), ...rest };
}

/** The findings in so many bytes of JSON; what does not fit is left out from the end, and that is said. */
function findingsWithin(room: number, findings: RunFindings): Record<string, unknown> {
  const { differenceRatio, threshold, belowThreshold, changedPixels, comparedPixels, pageRegions } = findings;
  const regions = fitting(findings.regions.slice(0, maxAreas), maxAreaBytes);
  const areas = {
    differenceRatio,
    threshold,
    belowThreshold,
    changedPixels,
    comparedPixels,
    regions,
    regionsTruncated: findings.regionsTruncated || regions.length < findings.regions.length,
  };
  if (pageRegions === undefined) return areas;
  const told = fitting(pageRegions, room - bytesOf(areas) - 200);
  return { ...areas, pageRegions: told, pageRegionsTruncated: told.length < pageRegions.length };
}

/** As many of the first entries as fit into so many bytes of JSON. */
function fitting<Entry>(entries: readonly Entry[], bytes: number): Entry[] {
  let left = bytes;
  const misfit = entries.findIndex((entry) => {
    left -= bytesOf(entry) + 1;
    return left < 0;
  });
  return entries.slice(0, misfit === -1 ? entries.length : misfit);
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
