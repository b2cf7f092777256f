import type { BatchRecord } from "#schemas/batch.ts";
import type { CrawlRecord } from "#schemas/crawl.ts";
import { maxWebhookBytes, type WebhookEvent } from "#schemas/events.ts";
import type { DiffOutcome, JobRecord } from "#schemas/job.ts";
import { failureName, type OutputRecord } from "#schemas/outputs.ts";
import type { RunFindings, RunOutputName, RunRecord } from "#schemas/monitor/run.ts";
import type { TextFindings } from "#schemas/monitor/text.ts";
import { hasFigures } from "#rules/pictureFigures.ts";
import { crawlTotals, creditsOfJobs, jobCounts } from "#rules/totals.ts";
import { cutChars } from "../cut.ts";
import type { OutputSigner } from "../ports.ts";

export type JobEventType = "job.completed" | "job.failed";

type JobEventContext = { job: JobRecord; now: Date; signer: OutputSigner };

/** The data of a job's webhook: the result and links to the outputs. It contains no output and no secret. */
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
    ...(job.failurePicture !== undefined && {
      failurePictureUrl: signer.outputUrl({ jobId: job._id, name: failureName, now }).url,
    }),
  };
}

function resultOf({ _id: jobId, result }: JobRecord, now: Date, signer: OutputSigner): Record<string, unknown> {
  if (result === undefined) return {};
  const entries = result.outputs.map((output) => [output.name, presentOutput(output, { jobId, now, signer })]);
  const outputs: Record<string, unknown> = Object.fromEntries(entries);
  if (result.page === undefined) return { ...comparisonOf(result), timings: result.timings, ...outputs };
  const { finalUrl, statusCode, title, contentType } = result.page;
  return {
    page: { finalUrl, statusCode, title: cutChars(title, 500), contentType },
    timings: result.timings,
    ...outputs,
  };
}

/** A comparison's findings without its areas, which may be many. */
function comparisonOf({ comparison }: DiffOutcome): Record<string, unknown> {
  const { changed, differenceRatio, changedPixels, comparedPixels, regions } = comparison;
  return { changed, differenceRatio, changedPixels, comparedPixels, regionCount: regions.length };
}

type OutputContext = { jobId: string; now: Date; signer: OutputSigner };

function presentOutput(output: OutputRecord, { jobId, now, signer }: OutputContext): Record<string, unknown> {
  const { url, expiresAt } = signer.outputUrl({ jobId, name: output.name, now });
  const { bytes, contentType, sha256, width, height, location } = output;
  return { url, expiresAt: expiresAt.toISOString(), bytes, contentType, sha256, width, height, location };
}

type BatchEventContext = { batch: BatchRecord; jobs: readonly JobRecord[]; signer: OutputSigner };

/** The data of a batch's webhook. It has only ids, statuses and error codes, so that 100 pages fit. */
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

/** The data of a crawl's webhook: the result and the link to the list of its pages. */
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

/** Maximum number of changed areas in an event, and the maximum bytes of their JSON. */
const maxAreas = 20;
const maxAreaBytes = 6_000;
/** Maximum bytes of the JSON of changed words. */
const maxWordBytes = 5_000;
/** Maximum bytes of the JSON of conditions that alerted. */
const maxConditionBytes = 3_000;
/** Bytes reserved for the rest of the body: the event's id, type and time, the monitor's name, and links. */
const envelopeBytes = 5_000;

type RunEventContext = { run: RunRecord; now: Date; signer: Pick<OutputSigner, "runOutputUrl"> };

/** A run in an event: its findings, and links to its pictures. */
export function runEvent({ run, now, signer }: RunEventContext): Record<string, unknown> {
  const { _id: runId, monitorId, findings, capture, visualization, comparedToRunId, error, failurePicture } = run;
  const address = (id: string, name: RunOutputName) => signer.runOutputUrl({ monitorId, runId: id, name, now }).url;
  const otherFields = {
    ...(capture !== undefined && { screenshotUrl: address(runId, "screenshot") }),
    ...(comparedToRunId !== null && { baselineScreenshotUrl: address(comparedToRunId, "screenshot") }),
    ...(visualization !== undefined && { visualizationUrl: address(runId, "visualization") }),
    // The first try at a message about the change makes this picture.
    ...(findings?.changed === true && findings.regions.length > 0 && { pairUrl: address(runId, "pair") }),
    ...(findings?.text?.diff != null && { diffUrl: address(runId, "diff") }),
    ...(error !== undefined && { error }),
    ...(failurePicture !== undefined && { failurePictureUrl: address(runId, failureName) }),
  };
  const maxBytes = maxWebhookBytes - envelopeBytes - bytesOf(otherFields);
  return { runId, ...(findings !== undefined && limitFindings(findings, maxBytes)), ...otherFields };
}

/** The findings in at most `maxBytes` of JSON. Entries that do not fit are cut off, and a `…Truncated` field is true. */
function limitFindings(findings: RunFindings, maxBytes: number): Record<string, unknown> {
  const { belowThreshold, pageRegions, text, conditions } = findings;
  const areas = {
    ...limitFigures(findings),
    belowThreshold,
    ...(findings.redirectedTo !== undefined && { redirectedTo: findings.redirectedTo }),
    ...(findings.pictureCompared === false && { pictureCompared: false }),
    ...(conditions !== undefined && { conditions: takeWithin(conditions, maxConditionBytes) }),
    ...(text !== undefined && { text: limitText(text) }),
  };
  if (pageRegions === undefined) return areas;
  const fitting = takeWithin(pageRegions, maxBytes - bytesOf(areas) - 200);
  return { ...areas, pageRegions: fitting, pageRegionsTruncated: fitting.length < pageRegions.length };
}

/** The figures of the pictures, with the first areas. None if no pictures were compared. */
function limitFigures(findings: RunFindings): Record<string, unknown> {
  if (!hasFigures(findings)) return {};
  const { differenceRatio, threshold, changedPixels, comparedPixels } = findings;
  const regions = takeWithin(findings.regions.slice(0, maxAreas), maxAreaBytes);
  const regionsTruncated = findings.regionsTruncated || regions.length < findings.regions.length;
  return { differenceRatio, threshold, changedPixels, comparedPixels, regions, regionsTruncated };
}

/** The changed words without the difference of the lines, which `diffUrl` has. */
function limitText({ changed, addedWords, removedWords, changes }: TextFindings): Omit<TextFindings, "diff"> {
  return { changed, addedWords, removedWords, changes: takeWithin(changes, maxWordBytes) };
}

/** The first entries, as many as fit into `maxBytes` of JSON. */
function takeWithin<Entry>(entries: readonly Entry[], maxBytes: number): Entry[] {
  let bytesLeft = maxBytes;
  const misfit = entries.findIndex((entry) => {
    bytesLeft -= bytesOf(entry) + 1;
    return bytesLeft < 0;
  });
  return entries.slice(0, misfit === -1 ? entries.length : misfit);
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
