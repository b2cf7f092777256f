import { createHash } from "node:crypto";
import { UUID } from "uuidv7";
import type { Priority } from "#schemas/common.ts";
import type { DiffSpec } from "#schemas/diff.ts";
import type { JobKind, JobRecord, JobStatus, RenderOutcome } from "#schemas/job.ts";
import type { RenderSpec, WebhookTarget } from "#schemas/renders/render.ts";
import { retentionMs } from "#schemas/settings/retention.ts";
import { diffPrice, renderPrice } from "#rules/prices.ts";
import type { Charge } from "./credits.ts";
import { insertManyIfAbsent } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";
import { extendTexts } from "./pageTexts.ts";
import { isDatabaseDown } from "./reconnect.ts";

/** Filter value for the status of jobs that have not ended. */
export const unfinished: { $in: JobStatus[] } = { $in: ["queued", "in_progress"] };

/** The fields that all jobs of one request share. A single render has one job; a batch, schedule or crawl has many. */
export type JobTemplate = {
  accountId: string;
  keyId: string;
  requestId: string;
  spec: RenderSpec;
  webhook?: WebhookTarget;
  priority: Priority;
  /** Keyed hash of the account and of all effective options except the URL. It covers the secrets, too. */
  optionsHash: string;
};

/** The fields that differ between the jobs of one request. */
export type JobOfTemplate = {
  /** A UUIDv7. */
  id: string;
  kind: JobKind;
  url: string;
  createdAt: Date;
  diff?: DiffSpec;
  batchId?: string;
  scheduleId?: string;
  crawlId?: string;
};

/** When a job and its outputs are removed; `acceptedAt` is the time of the last acceptance, retries included. */
function expiryOf(acceptedAt: Date): Date {
  return new Date(acceptedAt.getTime() + retentionMs.job);
}

/** The record of a queued job with its price; nothing is written. */
export function newJob(template: JobTemplate, { id, kind, url, createdAt, ...otherFields }: JobOfTemplate): JobRecord {
  const { accountId, keyId, requestId, webhook, priority, optionsHash } = template;
  const price = otherFields.diff === undefined ? renderPrice(template.spec) : diffPrice;
  return {
    _id: id,
    accountId,
    keyId,
    requestId,
    kind,
    url,
    host: new URL(url).hostname,
    priority,
    spec: { ...template.spec, url },
    ...(webhook !== undefined && { webhook }),
    ...otherFields,
    price,
    credits: { charged: price, refunded: 0 },
    attempts: 1,
    cached: false,
    fingerprint: createHash("sha256")
      // Without the diff options, a comparison would be mistaken for a render of its page.
      .update(JSON.stringify([optionsHash, url, ...(otherFields.diff === undefined ? [] : [otherFields.diff])]))
      .digest("base64url"),
    status: "queued",
    stage: "waiting",
    progress: 0,
    createdAt,
    startedAt: null,
    completedAt: null,
    expiresAt: expiryOf(createdAt),
    cancelRequestedAt: null,
    version: 0,
  };
}

/**
 * The id of a page's job: a UUIDv7 (RFC 9562, 5.7) that is equal in all attempts, so the job is charged once. `at` is in
 * milliseconds since 1970. Ids of one parent sort by position.
 */
export function pageJobId({ parentId, position, at }: { parentId: string; position: number; at: number }): string {
  const hash = createHash("sha256").update(`${parentId}:${position}`).digest();
  return UUID.fromFieldsV7(at, position % 4096, hash.readUInt32BE(0) >>> 2, hash.readUInt32BE(4)).toString();
}

/** Writes the records of charged jobs. Existing records stay unchanged. */
export async function insertJobs({ jobs }: Database, records: readonly JobRecord[]): Promise<void> {
  await insertManyIfAbsent(jobs, records);
}

/** The charges for the first attempts of jobs. Jobs that cost nothing have no charge. */
export function chargesOf(records: readonly JobRecord[]): Charge[] {
  return records.filter(({ price }) => price > 0).map((record) => chargeOf(record, record));
}

/** The charge for one attempt of a job. */
export function chargeOf(
  { _id, accountId, keyId, kind, price }: JobRecord,
  { attempts, createdAt }: { attempts: number; createdAt: Date },
): Charge {
  return {
    _id: `charge:${_id}:${attempts}`,
    accountId,
    keyId,
    jobId: _id,
    operation: kind,
    credits: price,
    at: createdAt,
  };
}

/**
 * Queues a failed job again, after its next attempt was accepted and charged at `at`. Its retention starts again.
 * Returns null if the job has not failed, or another retry was faster.
 */
export async function reopenJob(
  database: Database,
  { _id, attempts, price, spec }: JobRecord,
  at: Date,
): Promise<JobRecord | null> {
  await extendTexts(database, spec.texts, at);
  return database.jobs.findOneAndUpdate(
    { _id, status: "failed", attempts },
    {
      $set: {
        status: "queued",
        stage: "waiting",
        progress: 0,
        attempts: attempts + 1,
        startedAt: null,
        completedAt: null,
        cancelRequestedAt: null,
        expiresAt: expiryOf(at),
      },
      $inc: { "credits.charged": price },
      $unset: { error: "", failurePicture: "" },
    },
    { returnDocument: "after" },
  );
}

/**
 * Age in seconds of the oldest outbox entry; 0 if the outbox is empty. Null while MongoDB is unavailable. The entry's
 * workflow may not have started.
 */
export async function outboxAge({ outbox }: Database, now: Date): Promise<number | null> {
  try {
    const [oldest] = await outbox.find().sort({ createdAt: 1 }).limit(1).toArray();
    return oldest === undefined ? 0 : Math.max(0, (now.getTime() - oldest.createdAt.getTime()) / 1_000);
  } catch (error) {
    if (isDatabaseDown(error)) return null;
    throw error;
  }
}

/** Identical renders share a fingerprint. A fingerprint covers the account, so accounts never share renders. */
export type Identity = { fingerprint: string; accountId: string };

/** A completed job. */
type RenderedJob = JobRecord & { result: RenderOutcome };

/**
 * The newest identical render of the last `maxAgeSeconds`, which are 24 hours at most; null if there is none. The caller of
 * that render need not have asked for caching.
 */
export async function findRendered(
  { jobs, renderCache }: Database,
  { fingerprint, accountId, maxAgeSeconds = Infinity }: Identity & { maxAgeSeconds?: number | undefined },
  now: Date,
): Promise<RenderedJob | null> {
  const rendered = (await renderCache.findOne({ _id: fingerprint }))?.rendered;
  const maxAgeMs = Math.min(retentionMs.cachedRender, maxAgeSeconds * 1_000);
  if (rendered === undefined || rendered.at.getTime() < now.getTime() - maxAgeMs) return null;
  const job = await jobs.findOne({ _id: rendered.jobId });
  if (job?.result?.page === undefined || job.status !== "completed" || job.accountId !== accountId) return null;
  return { ...job, result: job.result };
}

/** Offers a completed render to identical requests. It replaces earlier renders. */
export async function offerRendered(
  { renderCache }: Database,
  { fingerprint, jobId, at }: { fingerprint: string; jobId: string; at: Date },
): Promise<void> {
  await renderCache.updateOne(
    { _id: fingerprint },
    { $set: { rendered: { jobId, at }, expiresAt: new Date(at.getTime() + retentionMs.cachedRender) } },
    { upsert: true },
  );
}
