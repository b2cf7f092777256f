import type { JobRecord } from "#schemas/job.ts";
import type { OutputRecord } from "#schemas/outputs.ts";
import type { ScreenshotRequest } from "#schemas/render.ts";
import { acceptRender } from "./acceptance/acceptRender.ts";
import { ApiError } from "./apiError.ts";
import type { Caller } from "./auth.ts";
import type { ApiPorts } from "./ports.ts";
import { creditHeaders } from "./present/credits.ts";
import { statusUrl } from "./present/jobReference.ts";
import { isTerminal } from "./reads/jobs.ts";
import type { Exchange } from "./route.ts";
import { waitForJob } from "./waitForJob.ts";

/** Milliseconds a synchronous call waits beyond the capture's own timeout. */
const graceMs = 30_000;

/** A picture taken while the client waited. */
export type Captured = {
  record: JobRecord;
  screenshot: OutputRecord;
  headers: Record<"X-Job-Id" | `X-Credits-${"Charged" | "Refunded" | "Remaining"}`, string>;
};

/** Takes a screenshot and waits for it; rejects with the job's own error, or with `timeout` where it takes too long. */
export async function captureNow(
  ports: ApiPorts,
  { caller, exchange, request }: { caller: Caller; exchange: Exchange; request: ScreenshotRequest },
): Promise<Captured> {
  const outputs = { screenshot: true, extracts: [] };
  const accepted = await acceptRender(ports, { caller, requestId: exchange.requestId, request, outputs });
  exchange.noteJob(accepted.record._id);
  const ms = accepted.record.spec.timeout * 1_000 + graceMs;
  const record = await waitForJob(ports, accepted.record, { ms, signal: exchange.untilGone() });
  const remaining = accepted.remaining === null ? null : accepted.remaining + record.credits.refunded;
  const headers = { "X-Job-Id": record._id, ...creditHeaders(record, remaining) };
  if (!isTerminal(record)) throw overdue(ports, record, headers);
  const screenshot = record.result?.outputs.find(({ name }) => name === "screenshot");
  if (record.status === "completed" && screenshot !== undefined) return { record, screenshot, headers };
  throw new ApiError("capture_failed", { headers, ...(record.error !== undefined && { jobError: record.error }) });
}

function overdue({ publicUrl }: ApiPorts, record: JobRecord, headers: Record<string, string>): ApiError {
  return new ApiError("timeout", {
    message: `The work did not finish in time; GET ${statusUrl(publicUrl, record._id)} for its outcome.`,
    headers,
  });
}
