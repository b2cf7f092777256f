import { Context } from "@temporalio/activity";
import { ConnectFailed, EgressRefused, NameNotResolved, ProxyFailed } from "#egress/errors.ts";
import type { GuardedFetch, GuardedResponse } from "#egress/fetch.ts";
import { type DiffSide, maxPictureFileBytes } from "#schemas/diff.ts";
import type { OutputRecord } from "#schemas/outputs.ts";
import { version } from "#schemas/version.ts";
import { RenderFailure } from "../failures.ts";
import { watchProgress } from "../heartbeat.ts";
import type { ActivityPorts } from "../ports.ts";
import { proxiedFetch } from "../proxies/openProxy.ts";
import { putOutputs } from "../store/outputs.ts";

/** A picture to download for a comparison. `through` is missing without a proxy. */
export type FetchPictureInput = {
  jobId: string;
  attempt: number;
  url: string;
  side: DiffSide;
  through?: { accountId: string; proxy: string };
};

/** Bytes of the file, milliseconds per request, and redirects. */
const downloadLimits = { bytes: maxPictureFileBytes, timeoutMs: 15_000, redirects: 5 };

/** Downloads a picture by the egress policy and stores it in the service's own bucket. Idempotent. */
export async function fetchPicture(
  ports: ActivityPorts,
  { jobId, attempt, url, side, through }: FetchPictureInput,
): Promise<{ output: OutputRecord; startedAt: string }> {
  const startedAt = new Date();
  const progress = watchProgress(ports, { jobId, attempt, startedAt, stage: "navigating" });
  try {
    const fetch = through === undefined ? ports.fetch : await proxiedFetch(ports, through.accountId, through.proxy);
    const bytes = await fetchFile(fetch, { url, side, signal: Context.current().cancellationSignal });
    const contentType = contentTypeOf(bytes);
    if (contentType === null) throw new RenderFailure("picture_invalid", `It is that of ${side}.imageUrl.`);
    const [output] = await putOutputs(ports.objects, jobId, [{ name: side, contentType, bytes }]);
    if (output === undefined) throw new Error("The picture was not stored.");
    return { output, startedAt: startedAt.toISOString() };
  } catch (error) {
    // Only a successful result contains the start.
    progress.show();
    throw error;
  } finally {
    await progress.stop();
  }
}

type PictureRequest = { url: string; side: DiffSide; signal: AbortSignal };

async function fetchFile(fetch: GuardedFetch, { url, side, signal }: PictureRequest): Promise<Buffer> {
  const detail = `It is that of ${side}.imageUrl`;
  let address = url;
  for (let hop = 0; hop <= downloadLimits.redirects; hop += 1) {
    const response = await fetchHop(fetch, { url: address, side, signal });
    const { statusCode, headers, body, truncated } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      const next = URL.parse(headers.location, address);
      if (next === null) throw new RenderFailure("picture_unavailable", `${detail}, which redirects nowhere.`);
      address = next.href;
      continue;
    }
    if (statusCode !== 200) throw new RenderFailure("picture_unavailable", `${detail}, which answered ${statusCode}.`);
    if (truncated) throw new RenderFailure("picture_invalid", `${detail}, which is larger than 20 MB.`);
    return body;
  }
  throw new RenderFailure("too_many_redirects", `${detail}.`);
}

/** One request. The fetch checks its address by the policy. */
async function fetchHop(fetch: GuardedFetch, { url, side, signal }: PictureRequest): Promise<GuardedResponse> {
  const headers = {
    accept: "image/png,image/jpeg,image/webp,image/gif",
    "accept-encoding": "identity",
    "user-agent": `Watchframe/${version} (comparisons)`,
  };
  const { timeoutMs, bytes } = downloadLimits;
  try {
    return await fetch(url, { headers, timeoutMs, maxBodyBytes: bytes, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, `It is that of ${side}.imageUrl.`);
  }
}

function failureOf(error: unknown, detail: string): RenderFailure {
  if (error instanceof EgressRefused) return new RenderFailure("target_forbidden", detail);
  if (error instanceof NameNotResolved) return new RenderFailure("name_not_resolved", detail);
  if (error instanceof ProxyFailed) return new RenderFailure("proxy_failed", error.message);
  if (error instanceof ConnectFailed) return new RenderFailure("connection_failed", detail);
  return new RenderFailure("picture_unavailable", detail, { cause: error });
}

/** File signatures and their offsets. The server's content type is not trusted. */
const signatures: readonly { offset: number; text: string; contentType: string }[] = [
  { offset: 0, text: "\u0089PNG", contentType: "image/png" },
  { offset: 0, text: "\u00ff\u00d8\u00ff", contentType: "image/jpeg" },
  { offset: 8, text: "WEBP", contentType: "image/webp" },
  { offset: 0, text: "GIF8", contentType: "image/gif" },
];

function contentTypeOf(bytes: Buffer): string | null {
  const beginning = bytes.toString("latin1", 0, 16);
  return signatures.find(({ offset: at, text }) => beginning.startsWith(text, at))?.contentType ?? null;
}
