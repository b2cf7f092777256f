import { Context } from "@temporalio/activity";
import type { ObjectStore } from "#data/objects.ts";
import { extensionOf, type OutputFacts, type OutputName, type OutputRecord } from "#schemas/outputs.ts";
import { storageFields, type StorageTarget } from "#schemas/renders/storage.ts";
import type { RunPicture } from "#schemas/monitor/run.ts";
import { open } from "#vault/open.ts";
import { type KeySource, type NamedOutput, pathProblem, storageKeys } from "#rules/storageKeys.ts";
import { RenderFailure } from "../failures.ts";
import { watchProgress } from "../heartbeat.ts";
import type { ActivityPorts, CallerBucket } from "../ports.ts";
import { readMonitor } from "../projections/monitors.ts";
import { putHashed, sha256Of } from "./putHashed.ts";

/** An output that is not stored yet. */
export type Output = Omit<OutputFacts, "bytes" | "sha256"> & { bytes: Buffer };

/**
 * Maximum bytes of a metadata extract that is kept in the job's record, as nearly every reply shows it. It is kept as text: a
 * hostile page could choose keys such as `$ref`, which a database may refuse.
 */
const maxRecordBytes = 16_384;

/** The prefix of a job's outputs. Removing it removes all of them. */
export const outputPrefix = (jobId: string): string => `jobs/${jobId}/`;

/**
 * Stores a job's outputs in the service's bucket and returns their records. Small metadata goes into the record instead.
 */
export function putOutputs(objects: ObjectStore, jobId: string, outputs: readonly Output[]): Promise<OutputRecord[]> {
  return Promise.all(
    outputs.map(async ({ bytes, ...output }): Promise<OutputRecord> => {
      if (output.name === "metadata" && bytes.byteLength <= maxRecordBytes)
        return { ...output, bytes: bytes.byteLength, sha256: sha256Of(bytes), text: bytes.toString("utf8") };
      return { ...output, ...(await putHashed(objects, outputPrefix(jobId), { ...output, bytes })) };
    }),
  );
}

/** Input of `storeOutputs`: the outputs of a job and the caller's bucket. */
export type StoreOutputsInput = {
  jobId: string;
  attempt: number;
  accountId: string;
  host: string;
  /** ISO instants. */
  acceptedAt: string;
  startedAt: string;
  target: StorageTarget;
  /** Id of the resource that the credentials are sealed for. */
  sealedFor: string;
  outputs: OutputRecord[];
};

/** The addresses of the stored outputs, empty unless the caller requested them. `ms` is the duration in milliseconds. */
export type StoredOutputs = { locations: Partial<Record<OutputName, string>>; ms: number };

/**
 * Copies a job's outputs into the caller's bucket, one by one, so that only one of them is in memory. Keys depend only on the
 * job: a retry writes the same bytes to the same keys.
 */
export async function storeOutputs(ports: ActivityPorts, input: StoreOutputsInput): Promise<StoredOutputs> {
  const startMs = Date.now();
  const { jobId, attempt, target, outputs } = input;
  const signal = Context.current().cancellationSignal;
  const progress = watchProgress(ports, { jobId, attempt, startedAt: new Date(input.startedAt), stage: "storing" });
  try {
    const bucket = openBucket(ports, input);
    const keys = keysOf(input);
    for (const [index, output] of outputs.entries()) {
      const bytes = await bytesOf(ports, output);
      await ports.callerStorage.put(bucket, { key: keys[index] ?? "", bytes, contentType: output.contentType }, signal);
    }
    const locations = outputs.map(({ name }, index) => [name, locationOf(target, keys[index] ?? "")]);
    return { locations: target.returnLocation ? Object.fromEntries(locations) : {}, ms: Date.now() - startMs };
  } finally {
    await progress.stop();
  }
}

/** The caller's bucket with opened credentials. */
function openBucket(
  { keyRing }: ActivityPorts,
  { accountId, sealedFor, target }: Pick<StoreOutputsInput, "accountId" | "sealedFor" | "target">,
): CallerBucket {
  const { endpoint, region, bucket } = target;
  const owner = { accountId, entityId: sealedFor };
  return {
    endpoint,
    region,
    bucket,
    accessKeyId: open(keyRing, target.accessKeyId, { ...owner, field: storageFields.accessKeyId }),
    secretAccessKey: open(keyRing, target.secretAccessKey, { ...owner, field: storageFields.secretAccessKey }),
  };
}

/** The keys of the outputs. They are checked again, as the API does not check every host name of a batch. */
function keysOf({ jobId: id, host, acceptedAt, target, outputs }: StoreOutputsInput): string[] {
  const named = outputs.map(({ name, contentType }) => ({ name, ext: extensionOf(contentType) }));
  return checkedKeys(target, { id, host, acceptedAt }, named);
}

/** The key of a run's picture. */
function keyFor(target: StorageTarget, source: KeySource, contentType: string): string {
  const [key = ""] = checkedKeys(target, source, [{ name: "screenshot", ext: extensionOf(contentType) }]);
  return key;
}

/** @throws RenderFailure `storage_invalid` if `storage_path` gives an invalid key. */
function checkedKeys({ path }: StorageTarget, source: KeySource, named: NamedOutput[]): string[] {
  const problem = pathProblem(path, source, named);
  if (problem !== null) throw new RenderFailure("storage_invalid", `storage_path ${problem}.`);
  return storageKeys(path, source, named);
}

async function bytesOf({ objects }: ActivityPorts, output: OutputRecord): Promise<Buffer> {
  if (output.text !== undefined) return Buffer.from(output.text);
  const bytes = await objects.get(output.key);
  if (bytes === null) throw new Error(`Output ${output.name} is not in the object store.`);
  return bytes;
}

/** The address of a stored object, under the caller's public base or else under the endpoint. */
function locationOf({ publicBase, endpoint, bucket }: StorageTarget, key: string): string {
  const path = key.split("/").map(encodeURIComponent).join("/");
  return `${publicBase ?? `${endpoint}/${bucket}`}/${path}`;
}

/** Input of `storeRun`. */
export type StoreRunInput = { runId: string; monitorId: string; screenshot: RunPicture };

/**
 * Copies a run's picture into the owner's bucket and returns its address. The address is null if it was not requested, or if
 * the monitor no longer stores pictures. The key depends only on the run, so a retry writes the same object.
 */
export async function storeRun(ports: ActivityPorts, input: StoreRunInput): Promise<{ location: string | null }> {
  const { runId, monitorId, screenshot } = input;
  const context = Context.current();
  const heartbeat = setInterval(() => context.heartbeat(), 1_000);
  try {
    const [{ accountId, spec }, run] = await Promise.all([
      readMonitor(ports.database, monitorId),
      ports.database.runs.findOne({ _id: runId }),
    ]);
    const target = spec.storage;
    if (target === null || run === null) return { location: null };
    const { contentType } = screenshot;
    const acceptedAt = run.createdAt.toISOString();
    const key = keyFor(target, { id: runId, host: spec.host, acceptedAt }, contentType);
    const bytes = await ports.objects.get(screenshot.key);
    if (bytes === null) throw new Error("The picture to store is gone.");
    const bucket = openBucket(ports, { accountId, sealedFor: monitorId, target });
    await ports.callerStorage.put(bucket, { key, bytes, contentType }, context.cancellationSignal);
    return { location: target.returnLocation ? locationOf(target, key) : null };
  } finally {
    clearInterval(heartbeat);
  }
}
