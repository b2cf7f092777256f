import type { FieldProblem, Sealed, StorageProvider } from "#schemas/common.ts";
import type { RenderRequest } from "#schemas/render.ts";
import { defaultStoragePath, type StorageTarget } from "#schemas/storage.ts";
import { type BucketAddress, storageProviders } from "./storageProviders.ts";

type Fields = Partial<RenderRequest>;

/** Names under which the credentials are sealed. */
export type StorageSecret = "storageAccessKeyId" | "storageSecretAccessKey";

/** Where a bucket is, or the field that has to say so. The endpoint has been read before (`readEndpoint`). */
export function resolveBucket(provider: StorageProvider, request: Fields): BucketAddress | FieldProblem {
  const { storage_endpoint: given, storage_region: region, storage_bucket: bucket } = request;
  const endpoint = given === undefined ? null : readEndpoint(given, bucket);
  return storageProviders[provider].locate({ region, endpoint });
}

/**
 * An endpoint as a URL; null where it is more than an origin. The bucket's own address, as Cloudflare shows it, is an
 * origin and the bucket's name, and is taken for the origin.
 */
export function readEndpoint(endpoint: string, bucket: string | undefined): URL | null {
  const url = plainUrl(endpoint);
  if (url === null) return null;
  const path = url.pathname.replace(/\/$/, "");
  return path === "" || path === `/${bucket}` ? url : null;
}

/** Base of public addresses, https unless it says otherwise; null where it is none. Nothing is ever fetched from it. */
export function publicBaseOf(domain: string): string | null {
  const url = plainUrl(/^https?:\/\//.test(domain) ? domain : `https://${domain}`);
  return url === null ? null : url.href.replace(/\/$/, "");
}

/** A URL of nothing but scheme, host, port and path. */
function plainUrl(text: string): URL | null {
  const url = URL.parse(text);
  const more = url === null || [url.username, url.password, url.search, url.hash].some((part) => part !== "");
  return more ? null : url;
}

/** The caller's storage of a checked request, credentials sealed by `sealField`; null where nothing is to be stored. */
export function toStorage(
  request: RenderRequest,
  sealField: (plaintext: string, field: StorageSecret) => Sealed,
): StorageTarget | null {
  if (request.store !== true) return null;
  const {
    storage_provider: provider,
    storage_bucket: bucket,
    storage_access_key_id: accessKeyId,
    storage_secret_access_key: secretAccessKey,
    storage_public_domain: domain,
  } = request;
  const complete =
    provider !== undefined && bucket !== undefined && accessKeyId !== undefined && secretAccessKey !== undefined;
  if (!complete) throw new Error("A request to store was not checked.");
  const place = resolveBucket(provider, request);
  if ("field" in place) throw new Error("A request to store was not checked.");
  const publicBase = domain === undefined ? null : publicBaseOf(domain);
  return {
    provider,
    bucket,
    path: request.storage_path ?? defaultStoragePath,
    ...place,
    ...(publicBase !== null && { publicBase }),
    returnLocation: request.storage_return_location ?? false,
    accessKeyId: sealField(accessKeyId, "storageAccessKeyId"),
    secretAccessKey: sealField(secretAccessKey, "storageSecretAccessKey"),
  };
}
