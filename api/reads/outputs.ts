import type { ObjectStore } from "#data/objects.ts";
import type { Json } from "#schemas/common.ts";
import type { JobRecord } from "#schemas/job.ts";
import { type ExtractName, isExtract, type OutputRecord } from "#schemas/outputs.ts";
import { ApiError } from "../apiError.ts";

/** The bytes of an output; rejects with `unavailable` while the object store is away, with `not_found` when they are gone. */
export async function readOutput(objects: ObjectStore, output: OutputRecord): Promise<Buffer> {
  if (output.text !== undefined) return Buffer.from(output.text);
  const bytes = await objects.get(output.key).catch((cause: unknown) => {
    throw new ApiError("unavailable", { cause });
  });
  if (bytes === null) throw new ApiError("not_found");
  return bytes;
}

/** Extracts' values by name: parsed where they are JSON, else their text. */
export type ExtractValues = ReadonlyMap<ExtractName, Json>;

/** The values of a job's extracts: those asked for and metadata, which always stands in the job. */
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
