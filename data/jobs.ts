import { createHash } from "node:crypto";
import type { Priority } from "#schemas/common.ts";
import type { DiffSpec } from "#schemas/diff.ts";
import type { JobKind, JobRecord, JobStatus } from "#schemas/job.ts";
import type { RenderSpec, WebhookTarget } from "#schemas/renders/render.ts";
import { diffPrice, renderPrice } from "#workflows/rules/prices.ts";
import type { Charge } from "./credits.ts";
import { isDatabaseDown } from "./deadline.ts";
import { duplicatesIn } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/** Jobs are kept this long after they were accepted, milliseconds. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;

/** The status of jobs that have not ended, as a query. */
export const unfinished: { $in: JobStatus[] } = { $in: ["queued", "in_progress"] };

/** What every job of one order shares: a single render has one such job, a batch, schedule or crawl many. */
export type JobTemplate = {
  accountId: string;
  keyId: string;
  requestId: string;
  spec: RenderSpec;
  webhook?: WebhookTarget;
  priority: Priority;
  /** Keyed hash of the account and the effective options but the URL, secrets included. */
  optionsHash: string;
};

/** What tells one job of an order from the others. */
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

/** When a job goes, outputs and all, that is accepted at an instant, for the first time or for a retry. */
function expiryOf(acceptedAt: Date): Date {
  return new Date(acceptedAt.getTime() + retentionMs);
}

/** A queued job, priced; nothing is written. */
export function newJob(template: JobTemplate, { id, kind, url, createdAt, ...rest }: JobOfTemplate): JobRecord {
  const { accountId, keyId, requestId, webhook, priority, optionsHash } = template;
  const price = rest.diff === undefined ? renderPrice(template.spec) : diffPrice;
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
    ...rest,
    price,
    credits: { charged: price, refunded: 0 },
    attempts: 1,
    cached: false,
    fingerprint: createHash("sha256")
      // A comparison must never be taken for a render of its page.
      .update(JSON.stringify([optionsHash, url, ...(rest.diff === undefined ? [] : [rest.diff])]))
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

/** Writes the records of jobs that are charged; what is there already stays. */
export function insertJobs(database: Database, records: readonly JobRecord[]): Promise<void> {
  return insertNew(() => database.jobs.insertMany([...records], { ordered: false }));
}

/** The charges of jobs' first attempts, of those that cost something. */
export function chargesOf(records: readonly JobRecord[]): Charge[] {
  return records.filter(({ price }) => price > 0).map((record) => chargeOf(record, record));
}

/** The charge of one attempt of a job. */
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

async function insertNew(insert: () => Promise<unknown>): Promise<void> {
  try {
    await insert();
  } catch (error) {
    if (duplicatesIn(error) === null) throw error;
  }
}

/**
 * Makes a failed job, whose next attempt was accepted and charged at `at`, a queued one again, kept as long as a new one;
 * null where it is none any more.
 */
export function reopenJob(
  { jobs }: Database,
  { _id, attempts, price }: JobRecord,
  at: Date,
): Promise<JobRecord | null> {
  return jobs.findOneAndUpdate(
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
      $unset: { error: "" },
    },
    { returnDocument: "after" },
  );
}

/** Seconds since the oldest acceptance whose workflow has not been seen to start, 0 where there is none; null while the database is away. */
export async function oldestInOutbox({ outbox }: Database, now: Date): Promise<number | null> {
  try {
    const [oldest] = await outbox.find().sort({ createdAt: 1 }).limit(1).toArray();
    return oldest === undefined ? 0 : Math.max(0, (now.getTime() - oldest.createdAt.getTime()) / 1_000);
  } catch (error) {
    if (isDatabaseDown(error)) return null;
    throw error;
  }
}
