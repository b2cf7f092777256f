import { setTimeout as sleep } from "node:timers/promises";
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import type { Static } from "typebox";
import type { Job, JobReference, StatusReply } from "#schemas/job.ts";
import { extractNames } from "#schemas/extracts/extracts.ts";
import { stepOutput } from "#schemas/outputs.ts";
import { ApiError } from "#clients/typescript/src/errors.ts";
import { type Picture, readPicture, sliceCount } from "./pictures.ts";
import { factsBlock, saidBlocks } from "./results.ts";
import type { ToolContext } from "./tool.ts";

/** Seconds that a tool waits for a job. Many clients end a call after 60. */
export const maxWaitSeconds = 45;
/** Seconds of one long poll, below the idle time of most proxies. */
const pollSeconds = 20;

/** Submits a render and waits for its end, for at most 45 seconds. @throws WatchframeError */
export async function renderAndWait(context: ToolContext, body: Record<string, unknown>): Promise<Job> {
  const { id } = await context.api.json<JobReference>({ method: "POST", path: "/render", body, idempotent: true });
  return waitForJob(context, id, maxWaitSeconds);
}

/** A job, after its end or at most `seconds` later. @throws WatchframeError */
export function waitForJob(context: ToolContext, id: string, seconds: number): Promise<Job> {
  const path = `/status/${encodeURIComponent(id)}`;
  return pollUntil(context, seconds, async (wait) => {
    const { job } = await context.api.json<Static<typeof StatusReply>>({ method: "GET", path, query: { wait } });
    return { value: job, ended: hasEnded(job) };
  });
}

/** A reading, and whether it is the last one. `wait` is the time of a long poll in seconds; undefined: answer at once. */
type Read<Value> = (wait: number | undefined) => Promise<{ value: Value; ended: boolean }>;

/** Reads until the end or for `seconds`. A read that does not wait by itself is repeated each second. */
export async function pollUntil<Value>({ signal }: ToolContext, seconds: number, read: Read<Value>): Promise<Value> {
  const until = Date.now() + seconds * 1_000;
  for (;;) {
    const started = Date.now();
    const left = Math.ceil((until - started) / 1_000);
    const wait = left > 0 ? Math.min(left, pollSeconds) : undefined;
    const { value, ended } = await read(wait);
    if (ended || wait === undefined || signal.aborted) return value;
    await sleep(Math.max(0, Math.min(until, started + 1_000) - Date.now()), undefined, { signal }).catch(
      () => undefined,
    );
  }
}

/** Whether a job, or a comparison, has ended. */
export function hasEnded({ status }: Pick<Job, "status">): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** The facts of a job that the service states. Its address is left out, since another page may have named it. */
export function jobFacts(job: Job): Record<string, unknown> {
  const { id, kind, status, stage, progress, cached, credits, result, diff, error } = job;
  return {
    job_id: id,
    kind,
    status,
    ...(!hasEnded(job) && { stage, progress, next: "Call watchframe_get_job with this job_id and wait_seconds." }),
    credits,
    ...(cached && { cached }),
    ...(error !== undefined && { error: error.code, retryable: error.retryable }),
    ...(result !== undefined && { page_status_code: result.page.statusCode, outputs: outputFacts(job) }),
    ...(diff !== undefined && {
      comparison: {
        changed: diff.changed,
        difference_ratio: diff.differenceRatio,
        region_count: diff.regions.length,
        drawing: diff.visualization === null ? null : "visualization",
      },
    }),
    ...(result?.page.timedOut === true && { page_timed_out: true }),
  };
}

function outputFacts({ result }: Job): Record<string, unknown> {
  const picture = result?.screenshot;
  const extracts = extractNames.flatMap((name) => {
    const extract = result?.[name];
    return extract === undefined ? [] : [[name, { bytes: extract.bytes, truncated: extract.truncated }] as const];
  });
  return {
    ...(picture !== undefined && {
      screenshot: { width: picture.width, height: picture.height, slices: sliceCount(picture) },
    }),
    ...Object.fromEntries(
      (result?.stepPictures ?? []).map(({ name, width, height }) => [stepOutput(name), { width, height }]),
    ),
    ...Object.fromEntries(extracts),
  };
}

/** The words of the page and of an error about it, as untrusted content. */
export function pageBlocks({ url, result, error }: Job): ContentBlock[] {
  if (result === undefined) return saidBlocks({ message: error?.message });
  const { values } = result;
  const { title, finalUrl, contentType } = result.page;
  return saidBlocks({ url, final_url: finalUrl, title, content_type: contentType, values, message: error?.message });
}

/** A job's screenshot: one slice as a picture, and a link to the whole of it. @throws WatchframeError */
export async function screenshotBlocks(context: ToolContext, job: Job, slice: number): Promise<ContentBlock[]> {
  const shown = job.result?.screenshot;
  if (shown === undefined) return [];
  const picture: Picture = { path: `/jobs/${job.id}/outputs/screenshot`, width: shown.width, height: shown.height };
  const mimeType = shown.format === "png" ? "image/png" : "image/jpeg";
  return [
    ...(await readPicture(context.api, picture, { format: context.pictures, slice })),
    linkBlock({ uri: shown.url, name: `screenshot.${shown.format}`, mimeType }),
  ];
}

/** A link to the whole of an output. It needs no key and expires after 24 hours. */
export function linkBlock({ uri, name, mimeType }: { uri: string; name: string; mimeType: string }): ContentBlock {
  return {
    type: "resource_link",
    uri,
    name,
    mimeType,
    description: "The whole file. The address expires in 24 hours.",
  };
}

/** A job that did not complete as a result; null if it completed. */
export function unfinishedResult(job: Job): CallToolResult | null {
  if (job.status === "completed") return null;
  return {
    isError: job.status !== "queued" && job.status !== "in_progress",
    content: [factsBlock(jobFacts(job)), ...pageBlocks(job)],
  };
}

/** An error about one argument, in the form of the API's errors. */
export function argumentFailure(field: string, message: string): ApiError {
  return new ApiError("An argument is not valid; see `fields`.", {
    status: 400,
    code: "validation_failed",
    type: "validation_error",
    retryable: false,
    retryAfterMs: null,
    requestId: null,
    fields: [{ field, message }],
  });
}
