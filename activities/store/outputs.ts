import { createHash } from "node:crypto";
import { Context } from "@temporalio/activity";
import type { ObjectStore } from "#data/objects.ts";
import { extensionOf, type OutputFacts, type OutputName, type OutputRecord } from "#schemas/outputs.ts";
import type { StorageTarget } from "#schemas/renders/storage.ts";
import type { RunPicture } from "#schemas/run.ts";
import { open } from "#vault/open.ts";
import { type KeySource, type NamedOutput, pathProblem, storageKeys } from "#workflows/rules/storageKeys.ts";
import { RenderFailure } from "../failures.ts";
import { watchProgress } from "../heartbeat.ts";
import type { ActivityPorts, CallerBucket } from "../ports.ts";
import { readMonitor } from "../projections/monitors.ts";

/** One output on its way to the object store. */
export type Output = Omit<OutputFacts, "bytes" | "sha256"> & { bytes: Buffer };

/**
 * Bytes of a metadata extract that stays in the job's record: nearly every reply shows it, and it is asked for by default.
 * It stays there as text, because its keys are the page's: a database may refuse `$ref`, and a hostile page would choose such.
 */
const inRecord = 16_384;

/** Where a job's outputs lie; removing this prefix removes them all. */
export const outputPrefix = (jobId: string): string => `jobs/${jobId}/`;

/**
 * Puts a job's outputs into the service's bucket, small metadata excepted, and returns their records.
 * Keys carry the content's hash, so a try that was thought dead can never overwrite what a later one recorded.
 */
export function putOutputs(objects: ObjectStore, jobId: string, outputs: readonly Output[]): Promise<OutputRecord[]> {
  return Promise.all(
    outputs.map(async ({ bytes, ...about }): Promise<OutputRecord> => {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const facts: OutputFacts = { ...about, bytes: bytes.byteLength, sha256 };
      if (about.name === "metadata" && bytes.byteLength <= inRecord) return { ...facts, text: bytes.toString("utf8") };
      const key = `${outputPrefix(jobId)}${about.name}-${sha256.slice(0, 16)}.${extensionOf(about.contentType)}`;
      await objects.put(key, bytes, about.contentType);
      return { ...facts, key };
    }),
  );
}

/** The outputs of one job and the caller's bucket they go to. */
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

/** Addresses of what was stored, where the caller asked for them, and how long it took in milliseconds. */
export type StoredOutputs = { locations: Partial<Record<OutputName, string>>; ms: number };

/**
 * Copies a job's outputs into the caller's bucket, one after the other, so that a worker holds one of each job at a time.
 * Keys depend on the job alone: a second try writes the same bytes to the same keys.
 */
export async function storeOutputs(ports: ActivityPorts, input: StoreOutputsInput): Promise<StoredOutputs> {
  const began = Date.now();
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
    return { locations: target.returnLocation ? Object.fromEntries(locations) : {}, ms: Date.now() - began };
  } finally {
    await progress.stop();
  }
}

/** The caller's bucket with its credentials opened. */
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
    accessKeyId: open(keyRing, target.accessKeyId, { ...owner, field: "storageAccessKeyId" }),
    secretAccessKey: open(keyRing, target.secretAccessKey, { ...owner, field: "storageSecretAccessKey" }),
  };
}

/** The outputs' keys; what the API could not see of them, as long host names of a batch, is checked here. */
function keysOf({ jobId: id, host, acceptedAt, target, outputs }: StoreOutputsInput): string[] {
  const named = outputs.map(({ name, contentType }) => ({ name, ext: extensionOf(contentType) }));
  return checkedKeys(target, { id, host, acceptedAt }, named);
}

/** The key of the one picture of a run. */
function keyFor(target: StorageTarget, source: KeySource, contentType: string): string {
  const [key = ""] = checkedKeys(target, source, [{ name: "screenshot", ext: extensionOf(contentType) }]);
  return key;
}

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

/** Where an object is to be found, by the caller's word or else under the endpoint. */
function locationOf({ publicBase, endpoint, bucket }: StorageTarget, key: string): string {
  const path = key.split("/").map(encodeURIComponent).join("/");
  return `${publicBase ?? `${endpoint}/${bucket}`}/${path}`;
}

export type StoreRunInput = { runId: string; monitorId: string; screenshot: RunPicture };

/**
 * Copies a run's picture into the owner's bucket; its address there, null where none is asked for or nothing is to be
 * stored any more. The key depends on the run alone, so a second try writes the same.
 */
export async function storeRun(ports: ActivityPorts, input: StoreRunInput): Promise<{ location: string | null }> {
  const { runId, monitorId, screenshot } = input;
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(), 1_000);
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
    clearInterval(beat);
  }
}
