import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { uuidv7 } from "uuidv7";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { ImageLinkRecord } from "#schemas/imageLink.ts";
import type { JobRecord } from "#schemas/job.ts";
import type { OutputRecord } from "#schemas/outputs.ts";
import type { PageRequest } from "#schemas/renders/render.ts";
import { retentionMs } from "#schemas/settings/retention.ts";
import { refusePaused } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller, Exchange } from "../http/exchange.ts";
import { newReservation } from "../http/idempotency.ts";
import { waitForJob } from "../jobs/commands.ts";
import { isTerminal } from "../jobs/store.ts";
import type { ApiPorts } from "../ports.ts";
import { textsOfPreset } from "../presets/expand.ts";
import { acceptRender } from "../renders/commands.ts";
import { onlyPicture } from "../renders/outputs.ts";

/** Milliseconds in which a claimed render is accepted, unless its process died. */
const maxAcceptMs = 15_000;
/** Milliseconds for which a failed render answers its links. It was refunded. */
const failureMs = 60_000;
/** Milliseconds a request waits beyond the capture's own timeout. */
const graceMs = 30_000;
/** Milliseconds between two looks for a job that another request accepts. */
const pollMs = 100;

/** A link whose signature and options were checked. */
export type LinkOrder = { caller: Caller; exchange: Exchange; request: PageRequest; ttlSeconds: number };

/** A picture, and until when it answers its link. */
export type LinkedPicture = { record: JobRecord; screenshot: OutputRecord; freshUntil: Date };

/**
 * The picture of a link. Requests with the same options share one render, in all processes, until its `ttl` has passed.
 * @throws ApiError `insufficient_credits`, `account_paused`, `capture_failed` with the job's error, or `timeout`.
 */
export async function findLinkedPicture(ports: ApiPorts, order: LinkOrder): Promise<LinkedPicture> {
  const { exchange, ttlSeconds } = order;
  const signal = exchange.untilGone();
  const { job, at } = await findOrAccept(ports, order, signal);
  exchange.setJobId(job._id);
  const record = await waitForJob(ports, job, { ms: job.spec.timeout * 1_000 + graceMs, signal });
  if (!isTerminal(record)) throw new ApiError("timeout", { message: "The picture is not ready; try again." });
  const screenshot = record.result?.outputs.find(({ name }) => name === "screenshot");
  if (record.status === "completed" && screenshot !== undefined)
    return { record, screenshot, freshUntil: new Date(at.getTime() + ttlSeconds * 1_000) };
  throw new ApiError("capture_failed", { ...(record.error !== undefined && { jobError: record.error }) });
}

type Found = { job: JobRecord; at: Date };

async function findOrAccept(ports: ApiPorts, order: LinkOrder, signal: AbortSignal): Promise<Found> {
  const { database } = ports;
  const _id = await fingerprint(ports, order);
  for (;;) {
    const link = await database.imageLinks.findOne({ _id });
    const job = link === null ? null : await database.jobs.findOne({ _id: link.jobId });
    if (link !== null && job !== null && isFresh(ports, { link, job, ttlSeconds: order.ttlSeconds }))
      return { job, at: link.at };
    const isStarting = link !== null && job === null && link.at.getTime() + maxAcceptMs > ports.now().getTime();
    if (isStarting) await sleep(pollMs, undefined, { signal });
    else {
      const claimed = await claim(ports, { _id, accountId: order.caller.accountId, old: link });
      if (claimed !== null) return { job: await accept(ports, order, claimed), at: claimed.at };
    }
  }
}

type Answer = { link: ImageLinkRecord; job: JobRecord; ttlSeconds: number };

function isFresh({ now }: ApiPorts, { link, job, ttlSeconds }: Answer): boolean {
  const at = now().getTime();
  if (!isTerminal(job)) return true;
  if (job.status !== "completed") return (job.completedAt?.getTime() ?? 0) + failureMs > at;
  return link.at.getTime() + ttlSeconds * 1_000 > at && job.expiresAt.getTime() > at;
}

type Claim = { _id: string; accountId: string; old: ImageLinkRecord | null };

/** Chooses the job that will answer a link. Null if another request did. */
async function claim({ database, now }: ApiPorts, { _id, accountId, old }: Claim): Promise<ImageLinkRecord | null> {
  const at = now();
  const link = { _id, accountId, jobId: uuidv7(), at, expiresAt: new Date(at.getTime() + retentionMs.job) };
  if (old === null) return (await insertIfAbsent(database.imageLinks, link)) ? link : null;
  const { matchedCount } = await database.imageLinks.replaceOne({ _id, jobId: old.jobId }, link);
  return matchedCount === 0 ? null : link;
}

async function accept(ports: ApiPorts, order: LinkOrder, { _id, jobId, at }: ImageLinkRecord): Promise<JobRecord> {
  const { caller, exchange, request } = order;
  try {
    refusePaused(caller);
    const reservation = { ...newReservation(ports), id: jobId, at };
    const { requestId } = exchange;
    const { record } = await acceptRender(ports, { caller, requestId, request, outputs: onlyPicture, reservation });
    return record;
  } catch (error) {
    // The next request claims it without waiting.
    await ports.database.imageLinks.deleteOne({ _id, jobId });
    throw error;
  }
}

/** A keyed hash of the account and all options, also those that a preset hides. */
async function fingerprint(ports: ApiPorts, { caller: { accountId }, request }: LinkOrder): Promise<string> {
  const texts = await textsOfPreset(ports, accountId, request.preset);
  const options = Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHmac("sha256", ports.signingKey)
    .update(JSON.stringify(["image", accountId, options, texts]))
    .digest("base64url");
}
