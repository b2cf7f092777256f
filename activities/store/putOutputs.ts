import { createHash } from "node:crypto";
import type { ObjectStore } from "#data/objects.ts";
import { extensionOf, type OutputFacts, type OutputRecord } from "#schemas/outputs.ts";

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
