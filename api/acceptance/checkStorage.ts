import type { FieldProblem, ImageFormat } from "#schemas/common.ts";
import type { RenderRequest } from "#schemas/render.ts";
import type { EgressPolicy } from "#egress/policy.ts";
import { type NamedOutput, pathProblem } from "#workflows/rules/storageKeys.ts";
import { checkTarget } from "./checkTarget.ts";
import type { Outputs } from "./chooseOutputs.ts";
import { resolveBucket, publicBaseOf, readEndpoint } from "./storageTarget.ts";
import { storageProviders } from "./storageProviders.ts";

type Policy = Pick<EgressPolicy, "checkUrl" | "isOpened">;
type Request = Partial<RenderRequest>;

const required = ["storage_provider", "storage_bucket", "storage_access_key_id", "storage_secret_access_key"] as const;
const keys = ["storage_access_key_id", "storage_secret_access_key"] as const;

/** Everything wrong with the caller's storage; nothing where the caller does not ask for it. */
export function checkStorage(policy: Policy, request: Request, outputs: Outputs): FieldProblem[] {
  if (request.store !== true) return [];
  const missing = required.filter((field) => request[field] === undefined);
  return [
    ...missing.map((field) => ({ field, message: "is required with store: true" })),
    ...checkBucketAddress(policy, request),
    ...checkBucket(request),
    ...checkKeys(request),
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
  const place = resolveBucket(provider, request);
  if ("field" in place) return [place];
  return checkTarget(policy, "storage_endpoint", place.endpoint);
}

function checkEndpoint(policy: Policy, endpoint: string, { storage_bucket: bucket }: Request): FieldProblem[] {
  const field = "storage_endpoint";
  const url = readEndpoint(endpoint, bucket);
  if (url === null) return [{ field, message: "must be an origin such as https://s3.example.com, and no more" }];
  const refused = checkTarget(policy, field, url.href);
  // Plain http would show what is stored to everyone on the way; on an operator's own network that is his business.
  if (refused.length > 0 || url.protocol === "https:" || policy.isOpened(url)) return refused;
  return [{ field, message: "must start with https://" }];
}

function checkBucket({ storage_provider: provider, storage_bucket: bucket }: Request): FieldProblem[] {
  if (provider === undefined || bucket === undefined || storageProviders[provider].bucket.test(bucket)) return [];
  return [{ field: "storage_bucket", message: `is not a name that a bucket of ${provider} can have` }];
}

function checkKeys(request: Request): FieldProblem[] {
  return keys
    .filter((field) => /[^\u0021-\u007e]/.test(request[field] ?? ""))
    .map((field) => ({ field, message: "must be visible ASCII characters without blanks" }));
}

function checkPath({ storage_path: path, url = "", format }: Request, outputs: Outputs): FieldProblem[] {
  if (path === undefined) return [];
  // The id and the instant are always of the same length, so these stand for any.
  const host = URL.parse(url)?.hostname ?? "example.com";
  const source = { id: crypto.randomUUID(), host, acceptedAt: new Date(0).toISOString() };
  const message = pathProblem(path, source, namedOutputs(outputs, format));
  return message === null ? [] : [{ field: "storage_path", message }];
}

function namedOutputs({ screenshot, extracts }: Outputs, format: ImageFormat = "jpg"): NamedOutput[] {
  const endings: Readonly<Record<string, string>> = { markdown: "md", html: "html" };
  return [
    ...(screenshot ? [{ name: "screenshot", ext: format } as const] : []),
    ...extracts.map((name) => ({ name, ext: endings[name] ?? "json" })),
  ];
}

function checkPublicDomain({ storage_public_domain: domain }: Request): FieldProblem[] {
  if (domain === undefined || publicBaseOf(domain) !== null) return [];
  const message = "must be a host, with a path if there is one, such as cdn.example.com/shots";
  return [{ field: "storage_public_domain", message }];
}
