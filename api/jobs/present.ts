import type { Static } from "typebox";
import type { ObjectStore } from "#data/objects.ts";
import type { Job, JobRecord, JobReference, RenderOutcome, ShownOptions } from "#schemas/job.ts";
import { givenOf, keysOf } from "#schemas/common.ts";
import {
  extractFlag,
  type ExtractName,
  extractNames,
  type ExtractResult,
  isExtract,
} from "#schemas/extracts/extracts.ts";
import {
  extensionOf,
  failureName,
  type JobResult,
  type OutputFacts,
  type OutputRecord,
  type PdfResult,
  type RecordingResult,
  stepNameOf,
} from "#schemas/outputs.ts";
import type { ScreenshotResult } from "#schemas/picture.ts";
import { cacheOptions } from "#schemas/options/delivery.ts";
import { page } from "#schemas/options/page.ts";
import { requests } from "#schemas/options/requests.ts";
import { blockFlags } from "#schemas/renders/blocking.ts";
import { recordingFormats } from "#schemas/renders/recording.ts";
import type { StorageTarget } from "#schemas/renders/storage.ts";
import { signOutputUrl } from "#vault/signatures.ts";
import type { Content } from "../http/exchange.ts";
import { statusUrl } from "../http/params.ts";
import type { Links } from "../ports.ts";
import { presentDiffResult } from "./presentDiffResult.ts";
import { type ExtractValues, readOutput } from "./store.ts";

/** A job as clients see it. This is the only way from a record to JSON, so fields that are not named here stay private. */
export function presentJob(links: Links, record: JobRecord, values: ExtractValues): Job {
  const { batchId, scheduleId, crawlId, credits, result, error } = record;
  return {
    id: record._id,
    kind: record.kind,
    status: record.status,
    stage: record.stage,
    progress: record.progress,
    url: record.url,
    options: presentOptions(record),
    ...(batchId !== undefined && { batchId }),
    ...(scheduleId !== undefined && { scheduleId }),
    ...(crawlId !== undefined && { crawlId }),
    attempts: record.attempts,
    cached: record.cached,
    credits: { charged: credits.charged, refunded: credits.refunded, net: credits.charged - credits.refunded },
    createdAt: record.createdAt.toISOString(),
    startedAt: record.startedAt?.toISOString() ?? null,
    completedAt: record.completedAt?.toISOString() ?? null,
    expiresAt: record.expiresAt.toISOString(),
    ...(result?.page !== undefined && { result: presentResult(links, record._id, { result, values }) }),
    ...(result?.comparison !== undefined && { diff: presentDiffResult(links, record, result) }),
    ...(error !== undefined && { error: { ...error, ...presentFailure(links, record) } }),
  };
}

function presentFailure(links: Links, { _id: jobId, failurePicture }: JobRecord) {
  if (failurePicture === undefined) return {};
  const { url, expiresAt } = signOutputUrl(links, { jobId, name: failureName, now: links.now() });
  return { picture: presentScreenshot(failurePicture, { url, expiresAt: expiresAt.toISOString() }) };
}

type Outcome = { result: RenderOutcome; values: ExtractValues };

function presentResult(links: Links, jobId: string, { result, values }: Outcome): Static<typeof JobResult> {
  const jobResult: Static<typeof JobResult> = {
    page: result.page,
    timings: result.timings,
    ...(result.values !== undefined && { values: result.values }),
  };
  for (const output of result.outputs) {
    const { url, expiresAt } = signOutputUrl(links, { jobId, name: output.name, now: links.now() });
    const address = { url, expiresAt: expiresAt.toISOString() };
    if (output.name === "screenshot") jobResult.screenshot = presentScreenshot(output, address);
    if (output.name === "pdf") jobResult.pdf = presentPdf(output, address);
    if (output.name === "recording") jobResult.recording = presentRecording(output, address);
    const { name } = output;
    const step = stepNameOf(name);
    if (step !== null) (jobResult.stepPictures ??= []).push({ name: step, ...presentScreenshot(output, address) });
    if (isExtract(name)) jobResult[name] = presentExtract(output, address, valueOf(values, name));
  }
  return jobResult;
}

type Address = { url: string; expiresAt: string };

function presentScreenshot(output: Omit<OutputFacts, "name">, address: Address): Static<typeof ScreenshotResult> {
  const { format = "jpg", width = 0, height = 0, bytes, sha256 } = output;
  return { ...address, format, width, height, bytes, sha256, ...presentExtras(output) };
}

function presentPdf(output: OutputRecord, address: Address): Static<typeof PdfResult> {
  const { pages = 0, bytes, sha256, location } = output;
  return { ...address, pages, bytes, sha256, ...(location !== undefined && { location }) };
}

function presentRecording(output: OutputRecord, address: Address): Static<typeof RecordingResult> {
  const { contentType, width = 0, height = 0, seconds = 0, bytes, sha256, location } = output;
  const ending = extensionOf(contentType);
  const format = recordingFormats.find((name) => name === ending) ?? "mp4";
  return { ...address, format, width, height, seconds, bytes, sha256, ...(location !== undefined && { location }) };
}

function presentExtract(output: OutputRecord, address: Address, value: { value?: unknown }): ExtractResult {
  return { ...address, bytes: output.bytes, contentType: output.contentType, ...value, ...presentExtras(output) };
}

function presentExtras({ location, truncated }: Pick<OutputFacts, "location" | "truncated">): {
  location?: string;
  truncated?: string[];
} {
  return { ...(location !== undefined && { location }), ...(truncated !== undefined && { truncated }) };
}

function valueOf(values: ExtractValues, name: ExtractName): { value?: unknown } {
  return values.has(name) ? { value: values.get(name) } : {};
}

/** The reply to a job that was accepted. */
export function presentJobReference(publicUrl: string, { _id, status }: JobRecord): JobReference {
  return { success: true, id: _id, status, statusUrl: statusUrl(publicUrl, _id) };
}

/** A job's options under the names of the contract, with defaults and without write-only options. */
export function presentOptions({ spec, priority }: Pick<JobRecord, "spec" | "priority">): ShownOptions {
  const { device, emulation, screenshot, pdf, recording, extractValues, storage } = spec;
  return {
    ...givenOf(spec, [...keysOf(page), ...keysOf(requests)]),
    ...spec.viewport,
    ...(device !== undefined && { device }),
    theme: spec.theme,
    ...Object.fromEntries(keysOf(blockFlags).map((kind) => [blockFlags[kind], spec.blocking[kind]])),
    ...emulation,
    priority,
    cache: spec.cache,
    ...givenOf(spec, keysOf(cacheOptions)),
    store: storage !== undefined,
    ...(storage !== undefined && presentStorage(storage)),
    screenshot: screenshot !== null,
    ...screenshot,
    ...(pdf !== undefined && { pdf }),
    ...(recording !== undefined && { recording }),
    ...(extractValues !== undefined && { extractValues }),
    ...Object.fromEntries(extractNames.map((name) => [extractFlag(name), spec.extracts.includes(name)])),
  };
}

function presentStorage(storage: StorageTarget): ShownOptions {
  return {
    storage_provider: storage.provider,
    storage_path: storage.path,
    storage_bucket: storage.bucket,
    storage_endpoint: storage.endpoint,
    storage_region: storage.region,
    ...(storage.publicBase !== undefined && { storage_public_domain: storage.publicBase }),
    storage_return_location: storage.returnLocation,
  };
}

/** The content of an output; its bytes are read only when they are sent. */
export function outputContent(objects: ObjectStore, output: OutputRecord): Content {
  return { contentType: output.contentType, length: output.bytes, read: () => readOutput(objects, output) };
}

/** A browser shows a video in a document of its own, which loads the video. */
function policyOf(contentType: string): string {
  if (contentType.startsWith("image/")) return "default-src 'none'";
  if (contentType.startsWith("video/")) return "default-src 'none'; media-src 'self'";
  return "sandbox; default-src 'none'";
}

/** Headers that keep a stranger's content from running on our origin. Browsers show pictures and videos, and nothing else. */
export function outputHeaders(jobId: string, output: OutputRecord) {
  const name = `${jobId}-${output.name}.${extensionOf(output.contentType)}`;
  // The policy below keeps a browser from showing a PDF, too.
  const isSaved = /^(?:text\/html|multipart\/related|application\/pdf)/.test(output.contentType);
  return {
    "Content-Disposition": `${isSaved ? "attachment" : "inline"}; filename="${name}"`,
    "Content-Security-Policy": policyOf(output.contentType),
  };
}
