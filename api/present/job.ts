import type { Static } from "typebox";
import type { Job, JobOutcome, JobRecord } from "#schemas/job.ts";
import type { ExtractName, ExtractResult, JobResult, OutputRecord, ScreenshotResult } from "#schemas/outputs.ts";
import { signOutputUrl } from "#vault/outputUrl.ts";
import type { ApiPorts } from "../ports.ts";
import type { ExtractValues } from "../reads/outputs.ts";
import { presentOptions } from "./options.ts";

/** What signed addresses are made with. */
export type Links = Pick<ApiPorts, "publicUrl" | "signingKey" | "now">;

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
    ...(result !== undefined && { result: presentResult(links, record._id, { result, values }) }),
    ...(error !== undefined && { error: { code: error.code, message: error.message, retryable: error.retryable } }),
  };
}

type Outcome = { result: JobOutcome; values: ExtractValues };

function presentResult(links: Links, jobId: string, { result, values }: Outcome): Static<typeof JobResult> {
  const shown: Static<typeof JobResult> = { page: result.page, timings: result.timings };
  for (const output of result.outputs) {
    const { url, expiresAt } = signOutputUrl(links, { jobId, name: output.name, now: links.now() });
    const address = { url, expiresAt: expiresAt.toISOString() };
    if (output.name === "screenshot") shown.screenshot = presentScreenshot(output, address);
    else shown[output.name] = presentExtract(output, address, valueOf(values, output.name));
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
