import { createHash } from "node:crypto";
import type { ObjectStore } from "#data/objects.ts";
import type { OutputName, OutputRecord } from "#schemas/outputs.ts";

/** One output on its way to the object store. */
export type Output = Pick<OutputRecord, "name" | "contentType" | "width" | "height" | "format" | "truncated"> & {
  bytes: Buffer;
};

const endings: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "application/json": "json",
  "text/html; charset=utf-8": "html",
  "text/markdown; charset=utf-8": "md",
};

/** Where a job's outputs lie; removing this prefix removes them all. */
export const outputPrefix = (jobId: string): string => `jobs/${jobId}/`;

/**
 * Puts a job's outputs into the service's bucket and returns their records.
 * Keys carry the content's hash, so a try that was thought dead can never overwrite what a later one recorded.
 */
export function putOutputs(objects: ObjectStore, jobId: string, outputs: readonly Output[]): Promise<OutputRecord[]> {
  return Promise.all(
    outputs.map(async ({ bytes, ...about }) => {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const key = `${outputPrefix(jobId)}${keyName(about.name, sha256)}.${endings[about.contentType] ?? "bin"}`;
      await objects.put(key, bytes, about.contentType);
      return { ...about, key, bytes: bytes.byteLength, sha256 };
    }),
  );
}

function keyName(name: OutputName, sha256: string): string {
  return `${name}-${sha256.slice(0, 16)}`;
}
