import type { Filter } from "mongodb";
import { withoutFields } from "#data/listFields.ts";
import type { Database } from "#data/mongo.ts";
import type { ObjectPart, ObjectStore } from "#data/objects.ts";
import type { Json } from "#schemas/common.ts";
import type { JobKind, JobRecord, JobStatus } from "#schemas/job.ts";
import { type ExtractName, isExtract } from "#schemas/extracts/extracts.ts";
import type { OutputRecord } from "#schemas/outputs.ts";
import { ApiError } from "../http/errors.ts";

/**
 * A job of an account.
 * @throws ApiError `not_found` for an unknown id and for another account's id.
 */
export async function readJob(database: Database, accountId: string, jobId: string): Promise<JobRecord> {
  const record = await readAnyJob(database, jobId);
  if (record.accountId !== accountId) throw new ApiError("not_found");
  return record;
}

/**
 * A job of any account, for signed addresses. A lookup by id alone is the fastest.
 * @throws ApiError `not_found`.
 */
export async function readAnyJob(database: Database, jobId: string): Promise<JobRecord> {
  const record = await database.jobs.findOne({ _id: jobId.toLowerCase() });
  if (record === null) throw new ApiError("not_found");
  return record;
}

/** Whether a job has ended. */
export function isTerminal({ status }: Pick<JobRecord, "status">): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** A filter of jobs. */
type JobFilter = {
  status?: JobStatus | undefined;
  kind?: JobKind | undefined;
  batchId?: string | undefined;
  scheduleId?: string | undefined;
  crawlId?: string | undefined;
  /** In lower case, without a port. */
  host?: string | undefined;
};

/** Fields of a job that no list shows: secrets, texts and values. They may be long. */
const unlistedOfJob = withoutFields<JobRecord>()(
  "webhook",
  "spec.headers",
  "spec.cookies",
  "spec.texts",
  "spec.storage.accessKeyId",
  "spec.storage.secretAccessKey",
  "result.outputs.text",
  "result.discovery",
  "result.values",
  "result.page.steps",
);

type CreatedWithin = { from: Date | null; before: Date | null };
const anyTime: CreatedWithin = { from: null, before: null };

type JobsWanted = {
  filter: JobFilter;
  /** The first time that counts, and the first one that is too late; null for any. Default: any. */
  created?: CreatedWithin;
  before: string | null;
  limit: number;
};

function createdWithin({ from, before }: CreatedWithin): Filter<JobRecord> {
  if (from === null && before === null) return {};
  return { createdAt: { ...(from !== null && { $gte: from }), ...(before !== null && { $lt: before }) } };
}

/** An account's jobs without their long fields, newest first, from behind the id `before`. Ids sort by time, so inserts do not change a page. */
export function findJobs(
  database: Database,
  accountId: string,
  { filter, created = anyTime, before, limit }: JobsWanted,
): Promise<JobRecord[]> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const query: Filter<JobRecord> = {
    accountId,
    ...Object.fromEntries(given),
    ...(before !== null && { _id: { $lt: before } }),
    ...createdWithin(created),
  };
  return database.jobs.find(query, { projection: unlistedOfJob }).sort({ _id: -1 }).limit(limit).toArray();
}

/**
 * The bytes of an output.
 * @throws ApiError `unavailable` while the object store is, `not_found` if the bytes were removed.
 */
export async function readOutput(objects: ObjectStore, output: OutputRecord, part?: ObjectPart): Promise<Buffer> {
  if (output.text !== undefined) return Buffer.from(output.text);
  const bytes = await objects.get(output.key, part).catch((cause: unknown) => {
    throw new ApiError("unavailable", { cause });
  });
  if (bytes === null) throw new ApiError("not_found");
  return bytes;
}

/** Values of extracts by name: parsed JSON, or text. */
export type ExtractValues = ReadonlyMap<ExtractName, Json>;

/** The values of the named extracts of a job, and of its metadata. */
export async function readValues(
  objects: ObjectStore,
  { result }: JobRecord,
  asked: readonly ExtractName[],
): Promise<ExtractValues> {
  if (result === undefined) return new Map();
  const names = new Set<ExtractName>(["metadata", ...asked]);
  const entries = result.outputs.flatMap((output) => {
    const { name } = output;
    if (!isExtract(name) || !names.has(name)) return [];
    return [readOutput(objects, output).then((bytes) => [name, toValue(output, bytes)] as const)];
  });
  return new Map(await Promise.all(entries));
}

function toValue({ contentType }: OutputRecord, bytes: Buffer): Json {
  const text = bytes.toString("utf8");
  if (!contentType.startsWith("application/json")) return text;
  const value: Json = JSON.parse(text);
  return value;
}

/** Records that a job is to be cancelled. The reconciler cancels it if the workflow cannot be reached now. */
export async function requestCancel(database: Database, jobId: string, at: Date): Promise<void> {
  await database.jobs.updateOne({ _id: jobId }, { $set: { cancelRequestedAt: at } });
}

/** Records that a batch is to be cancelled. */
export async function requestBatchCancel(database: Database, batchId: string, at: Date): Promise<void> {
  await database.batches.updateOne({ _id: batchId }, { $set: { cancelRequestedAt: at } });
}
