import type { Static } from "typebox";
import type { Job, JobRecord, RenderOutcome } from "#schemas/job.ts";
import {
  type ExtractName,
  type ExtractResult,
  isExtract,
  type JobResult,
  type OutputRecord,
  type ScreenshotResult,
} from "#schemas/outputs.ts";
import { signOutputUrl } from "#vault/outputUrl.ts";
import type { ExtractValues } from "../reads/outputs.ts";
import type { Links } from "./links.ts";
import { presentDiffResult } from "./diff.ts";
import { presentOptions } from "./options.ts";

/** A job as clients see it: the only way from a record to JSON, so what is not named here stays inside. */
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
    ...(error !== undefined && { error: { code: error.code, message: error.message, retryable: error.retryable } }),
  };
}

type Outcome = { result: RenderOutcome; values: ExtractValues };

function presentResult(links: Links, jobId: string, { result, values }: Outcome): Static<typeof JobResult> {
  const shown: Static<typeof JobResult> = { page: result.page, timings: result.timings };
  for (const output of result.outputs) {
    const { url, expiresAt } = signOutputUrl(links, { jobId, name: output.name, now: links.now() });
    const address = { url, expiresAt: expiresAt.toISOString() };
    if (output.name === "screenshot") shown.screenshot = presentScreenshot(output, address);
    const { name } = output;
    if (isExtract(name)) shown[name] = presentExtract(output, address, valueOf(values, name));
  }
  return shown;
}

type Address = { url: string; expiresAt: string };

function presentScreenshot(output: OutputRecord, address: Address): Static<typeof ScreenshotResult> {
  const { format = "jpg", width = 0, height = 0, bytes, sha256 } = output;
  return { ...address, format, width, height, bytes, sha256, ...presentExtras(output) };
}

function presentExtract(output: OutputRecord, address: Address, value: { value?: unknown }): ExtractResult {
  return { ...address, bytes: output.bytes, contentType: output.contentType, ...value, ...presentExtras(output) };
}

function presentExtras({ location, truncated }: OutputRecord): { location?: string; truncated?: string[] } {
  return { ...(location !== undefined && { location }), ...(truncated !== undefined && { truncated }) };
}

function valueOf(values: ExtractValues, name: ExtractName): { value?: unknown } {
  return values.has(name) ? { value: values.get(name) } : {};
}
