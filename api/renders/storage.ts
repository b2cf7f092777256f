import type { EgressPolicy } from "#egress/policy.ts";
import type { FieldProblem, Sealed, StorageProvider } from "#schemas/common.ts";
import type { RenderRequest } from "#schemas/renders/render.ts";
import { defaultStoragePath, storageFields, type StorageSecret, type StorageTarget } from "#schemas/renders/storage.ts";
import { type NamedOutput, pathProblem } from "#rules/storageKeys.ts";
import { checkTarget } from "../http/validation.ts";
import { endingOf, type Outputs } from "./outputs.ts";

/** The caller's region and endpoint of the bucket. */
type CallerAddress = { region: string | undefined; endpoint: URL | null };

/** The origin of the S3 API, and the region for which uploads are signed. */
type BucketAddress = { endpoint: string; region: string };

/** How a provider differs from the others. All have the same S3 API. */
type ProviderFacts = {
  /** The valid names of its buckets. */
  bucket: RegExp;
  /** Fills in missing parts of the address, or returns the problem. */
  locate(address: CallerAddress): BucketAddress | FieldProblem;
};

// Amazon's rules for buckets, without names of access points, directory buckets and Outposts.
const plainBucket =
  /^(?!xn--|sthree-)(?!.*(?:\.\.|-s3alias$|--ol-s3$|--x-s3$|\.mrap$))[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const amazonHost = /^s3[.-]([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/;
const backblazeHost = /^s3\.([a-z0-9-]+)\.backblazeb2\.com$/;

/** Every provider, by its name in storage_provider. */
const storageProviders = {
  s3: {
    bucket: plainBucket,
    locate({ endpoint, region = regionIn(endpoint, amazonHost) ?? "us-east-1" }) {
      const suffix = region.startsWith("cn-") ? ".cn" : "";
      return { endpoint: endpoint?.origin ?? `https://s3.${region}.amazonaws.com${suffix}`, region };
    },
  },
  b2: {
    // Unlike Amazon's names, these may have capitals but no dots.
    bucket: /^(?!b2-)[A-Za-z0-9-]{6,63}$/,
    locate({ endpoint, region = regionIn(endpoint, backblazeHost) }) {
      if (region !== undefined) return { endpoint: endpoint?.origin ?? `https://s3.${region}.backblazeb2.com`, region };
      const message = "is required for b2 (such as us-west-004); the endpoint on the bucket's page names it";
      return { field: "storage_region", message };
    },
  },
  r2: {
    bucket: plainBucket,
    locate({ endpoint, region = "auto" }) {
      if (endpoint !== null) return { endpoint: endpoint.origin, region };
      const message =
        "is required for r2: https://<account id>.r2.cloudflarestorage.com, as the bucket's settings show it";
      return { field: "storage_endpoint", message };
    },
  },
} satisfies Record<StorageProvider, ProviderFacts>;

function regionIn(endpoint: URL | null, host: RegExp): string | undefined {
  return host.exec(endpoint?.hostname ?? "")?.[1];
}

type Fields = Partial<RenderRequest>;

/** The address of a bucket, or the problem of a field. `readEndpoint` has parsed the endpoint. */
function resolveBucket(provider: StorageProvider, request: Fields): BucketAddress | FieldProblem {
  const { storage_endpoint: given, storage_region: region, storage_bucket: bucket } = request;
  const endpoint = given === undefined ? null : readEndpoint(given, bucket);
  return storageProviders[provider].locate({ region, endpoint });
}

/**
 * An endpoint as a URL; null if it is more than an origin. Cloudflare shows a bucket's address as the origin and the bucket's
 * name, so that form is accepted as the origin.
 */
function readEndpoint(endpoint: string, bucket: string | undefined): URL | null {
  const url = plainUrl(endpoint);
  if (url === null) return null;
  const path = url.pathname.replace(/\/$/, "");
  return path === "" || path === `/${bucket}` ? url : null;
}

/** The base of public addresses, with https by default; null if it is invalid. Nothing is fetched from it. */
function publicBaseOf(domain: string): string | null {
  const url = plainUrl(/^https?:\/\//.test(domain) ? domain : `https://${domain}`);
  return url === null ? null : url.href.replace(/\/$/, "");
}

/** A URL of only scheme, host, port and path; null for any other text. */
function plainUrl(text: string): URL | null {
  const url = URL.parse(text);
  const more = url === null || [url.username, url.password, url.search, url.hash].some((part) => part !== "");
  return more ? null : url;
}

/** The caller's storage of a checked request, with credentials sealed by `sealField`; null without `store`. */
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
  const resolvedBucket = resolveBucket(provider, request);
  if ("field" in resolvedBucket) throw new Error("A request to store was not checked.");
  const publicBase = domain === undefined ? null : publicBaseOf(domain);
  return {
    provider,
    bucket,
    path: request.storage_path ?? defaultStoragePath,
    ...resolvedBucket,
    ...(publicBase !== null && { publicBase }),
    returnLocation: request.storage_return_location ?? false,
    accessKeyId: sealField(accessKeyId, storageFields.accessKeyId),
    secretAccessKey: sealField(secretAccessKey, storageFields.secretAccessKey),
  };
}

type Policy = Pick<EgressPolicy, "checkUrl" | "isOpened">;
type Request = Partial<RenderRequest>;

const required = ["storage_provider", "storage_bucket", "storage_access_key_id", "storage_secret_access_key"] as const;
const keys = ["storage_access_key_id", "storage_secret_access_key"] as const;

/** The problems of the caller's storage; none without `store`. */
export function checkStorage(policy: Policy, request: Request, outputs: Outputs): FieldProblem[] {
  if (request.store !== true) return [];
  const missing = required.filter((field) => request[field] === undefined);
  return [
    ...missing.map((field) => ({ field, message: "is required with store: true" })),
    ...checkBucketAddress(policy, request),
    ...checkBucket(request),
    ...checkUniqueStorageKeys(request),
    ...checkPath(request, outputs),
    ...checkPublicDomain(request),
  ];
}

function checkBucketAddress(policy: Policy, request: Request): FieldProblem[] {
  const { storage_endpoint: endpoint, storage_region: region, storage_provider: provider } = request;
  const problems = endpoint === undefined ? [] : checkEndpoint(policy, endpoint, request);
  if (region !== undefined && !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(region)) {
    const message = "must be lower-case letters and digits with hyphens between, such as eu-central-1";
    problems.push({ field: "storage_region", message });
  }
  if (problems.length > 0 || provider === undefined) return problems;
  const resolved = resolveBucket(provider, request);
  if ("field" in resolved) return [resolved];
  return checkTarget(policy, "storage_endpoint", resolved.endpoint);
}

function checkEndpoint(policy: Policy, endpoint: string, { storage_bucket: bucket }: Request): FieldProblem[] {
  const field = "storage_endpoint";
  const url = readEndpoint(endpoint, bucket);
  if (url === null) return [{ field, message: "must be an origin such as https://s3.example.com, without a path" }];
  const refused = checkTarget(policy, field, url.href);
  // Plain http would expose the outputs on the way. Only an operator's own network may use it.
  if (refused.length > 0 || url.protocol === "https:" || policy.isOpened(url)) return refused;
  return [{ field, message: "must start with https://" }];
}

function checkBucket({ storage_provider: provider, storage_bucket: bucket }: Request): FieldProblem[] {
  if (provider === undefined || bucket === undefined || storageProviders[provider].bucket.test(bucket)) return [];
  return [{ field: "storage_bucket", message: `is not a valid bucket name at ${provider}` }];
}

function checkUniqueStorageKeys(request: Request): FieldProblem[] {
  return keys
    .filter((field) => /[^\u0021-\u007e]/.test(request[field] ?? ""))
    .map((field) => ({ field, message: "must be visible ASCII characters without blanks" }));
}

function checkPath(request: Request, outputs: Outputs): FieldProblem[] {
  const { storage_path: path, url = "" } = request;
  if (path === undefined) return [];
  // All ids and all instants have equal lengths, so one example of each is enough.
  const host = URL.parse(url)?.hostname ?? "example.com";
  const source = { id: crypto.randomUUID(), host, acceptedAt: new Date(0).toISOString() };
  const message = pathProblem(path, source, namedOutputs(outputs, request));
  return message === null ? [] : [{ field: "storage_path", message }];
}

function namedOutputs({ files, extracts }: Outputs, request: Request): NamedOutput[] {
  const endings: Readonly<Record<string, string>> = { markdown: "md", html: "html" };
  return [
    ...files.map((name) => ({ name, ext: endingOf(name, request) })),
    ...extracts.map((name) => ({ name, ext: endings[name] ?? "json" })),
  ];
}

function checkPublicDomain({ storage_public_domain: domain }: Request): FieldProblem[] {
  if (domain === undefined || publicBaseOf(domain) !== null) return [];
  const message = "must be a host, with a path if there is one, such as cdn.example.com/shots";
  return [{ field: "storage_public_domain", message }];
}
