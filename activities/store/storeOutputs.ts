import { Context } from "@temporalio/activity";
import { extensionOf, type OutputName, type OutputRecord } from "#schemas/outputs.ts";
import type { StorageTarget } from "#schemas/storage.ts";
import { open } from "#vault/open.ts";
import { type KeySource, type NamedOutput, pathProblem, storageKeys } from "#workflows/rules/storageKeys.ts";
import { RenderFailure } from "../failures.ts";
import type { ActivityPorts, CallerBucket } from "../ports.ts";
import { watchProgress } from "../watchProgress.ts";

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
export function openBucket(
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
export function keyFor(target: StorageTarget, source: KeySource, contentType: string): string {
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
export function locationOf({ publicBase, endpoint, bucket }: StorageTarget, key: string): string {
  const path = key.split("/").map(encodeURIComponent).join("/");
  return `${publicBase ?? `${endpoint}/${bucket}`}/${path}`;
}
