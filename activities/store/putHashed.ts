import { createHash } from "node:crypto";
import type { ObjectStore } from "#data/objects.ts";
import { extensionOf } from "#schemas/outputs.ts";

/** The SHA-256 of bytes, in hex. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

type Content = { name: string; contentType: string; bytes: Buffer };

/** An object in the service's bucket. `bytes` is its size. */
export type HashedObject = { key: string; contentType: string; bytes: number; sha256: string };

/**
 * Stores an object under a prefix and returns its record. The key contains the content's hash, so a try that was presumed dead
 * cannot overwrite what a later try stored.
 */
export async function putHashed(
  objects: Pick<ObjectStore, "put">,
  prefix: string,
  { name, contentType, bytes }: Content,
): Promise<HashedObject> {
  const sha256 = sha256Of(bytes);
  const key = `${prefix}${name}-${sha256.slice(0, 16)}.${extensionOf(contentType)}`;
  await objects.put(key, bytes, contentType);
  return { key, contentType, bytes: bytes.byteLength, sha256 };
}
