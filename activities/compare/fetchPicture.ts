import { Context } from "@temporalio/activity";
import { ConnectFailed, EgressRefused, NameNotResolved } from "#egress/errors.ts";
import type { GuardedFetch, GuardedResponse } from "#egress/fetch.ts";
import type { DiffSide } from "#schemas/diff.ts";
import type { OutputRecord } from "#schemas/outputs.ts";
import { version } from "#schemas/version.ts";
import { RenderFailure } from "../failures.ts";
import { watchProgress } from "../heartbeat.ts";
import type { ActivityPorts } from "../ports.ts";
import { putOutputs } from "../store/outputs.ts";

/** A picture to be fetched for a comparison. */
export type FetchPictureInput = { jobId: string; attempt: number; url: string; side: DiffSide };

/** Bytes of a file, milliseconds for each hop, and redirects that are followed. */
const limits = { bytes: 20_000_000, timeoutMs: 15_000, redirects: 5 };

/** Fetches a picture by the egress policy and puts it into the service's own bucket. A second try finds or puts the same. */
export async function fetchPicture(
  ports: ActivityPorts,
  { jobId, attempt, url, side }: FetchPictureInput,
): Promise<{ output: OutputRecord; startedAt: string }> {
  const startedAt = new Date();
  const progress = watchProgress(ports, { jobId, attempt, startedAt, stage: "navigating" });
  try {
    const bytes = await fetchFile(ports.fetch, { url, side, signal: Context.current().cancellationSignal });
    const contentType = contentTypeOf(bytes);
    if (contentType === null) throw new RenderFailure("picture_invalid", `It is that of ${side}.imageUrl.`);
    const [output] = await putOutputs(ports.objects, jobId, [{ name: side, contentType, bytes }]);
    if (output === undefined) throw new Error("The picture was not stored.");
    return { output, startedAt: startedAt.toISOString() };
  } catch (error) {
    // Only a success carries its start along.
    progress.show();
    throw error;
  } finally {
    await progress.stop();
  }
}

type Errand = { url: string; side: DiffSide; signal: AbortSignal };

async function fetchFile(fetch: GuardedFetch, { url, side, signal }: Errand): Promise<Buffer> {
  const where = `It is that of ${side}.imageUrl`;
  let address = url;
  for (let hop = 0; hop <= limits.redirects; hop += 1) {
    const response = await fetchHop(fetch, { url: address, side, signal });
    const { statusCode, headers, body, truncated } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      const next = URL.parse(headers.location, address);
      if (next === null) throw new RenderFailure("picture_unavailable", `${where}, which redirects nowhere.`);
      address = next.href;
      continue;
    }
    if (statusCode !== 200) throw new RenderFailure("picture_unavailable", `${where}, which answered ${statusCode}.`);
    if (truncated) throw new RenderFailure("picture_invalid", `${where}, which is larger than 20 MB.`);
    return body;
  }
  throw new RenderFailure("too_many_redirects", `${where}.`);
}

/** One request; its address has passed the policy only once the fetch itself has checked it. */
async function fetchHop(fetch: GuardedFetch, { url, side, signal }: Errand): Promise<GuardedResponse> {
  const headers = {
    accept: "image/png,image/jpeg,image/webp,image/gif",
    "accept-encoding": "identity",
    "user-agent": `Watchframe/${version} (comparisons)`,
  };
  const { timeoutMs, bytes } = limits;
  try {
    return await fetch(url, { headers, timeoutMs, maxBodyBytes: bytes, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, `It is that of ${side}.imageUrl.`);
  }
}

function failureOf(error: unknown, where: string): RenderFailure {
  if (error instanceof EgressRefused) return new RenderFailure("target_forbidden", where);
  if (error instanceof NameNotResolved) return new RenderFailure("name_not_resolved", where);
  if (error instanceof ConnectFailed) return new RenderFailure("connection_failed", where);
  return new RenderFailure("picture_unavailable", where, { cause: error });
}

/** What each kind of file has near its beginning, and where. What a server says of a file is not believed. */
const marks: readonly { at: number; text: string; contentType: string }[] = [
  { at: 0, text: "\u0089PNG", contentType: "image/png" },
  { at: 0, text: "\u00ff\u00d8\u00ff", contentType: "image/jpeg" },
  { at: 8, text: "WEBP", contentType: "image/webp" },
  { at: 0, text: "GIF8", contentType: "image/gif" },
];

function contentTypeOf(bytes: Buffer): string | null {
  const beginning = bytes.toString("latin1", 0, 16);
  return marks.find(({ at, text }) => beginning.startsWith(text, at))?.contentType ?? null;
}
