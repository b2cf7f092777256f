import type { Json } from "#schemas/common.ts";
import { MonitorError, SubmitError } from "#schemas/errorBodies.ts";
import { type ApiErrorCode, apiErrors, errorTypes } from "#schemas/errors.ts";
import { type JobError, renderErrors } from "#schemas/renders/errors.ts";
import { creditHeaderNames } from "../account/present.ts";
import { ApiError, type ErrorShape, toErrorBody } from "../http/errors.ts";
import type { HeaderName } from "../http/exchange.ts";
import { isLimited, type Route } from "../http/route.ts";
import { toJsonSchema } from "./components.ts";
import type { Header, Reference, ResponseObject } from "./types.ts";

/** Errors of any request: an unknown parameter, an internal error, an unavailable part. */
const always: readonly ApiErrorCode[] = ["validation_failed", "internal_error", "unavailable"];
/** An incomplete or late request is refused before its route is known, so its error has one shape. */
export const unreadCodes: readonly ApiErrorCode[] = ["request_timeout", "headers_too_large"];
/** Headers of every reply to a counted request. */
export const limitHeaders = ["RateLimit-Policy", "RateLimit"] as const;

const ofBodies: readonly ApiErrorCode[] = ["invalid_json", "payload_too_large", "unsupported_media_type"];

/** Every error code of a route: its own, and those of its authentication and body. */
export function errorCodesOf(route: Route): ApiErrorCode[] {
  const limited = isLimited(route) ? (["rate_limited"] as const) : [];
  // A malformed id is an unknown id.
  const missing = Object.keys(route.params.properties).length > 0 ? (["not_found"] as const) : [];
  return [
    ...new Set([
      ...always,
      ...limited,
      ...missing,
      ...route.auth.errors,
      ...(route.body === null ? [] : ofBodies),
      ...route.errors,
    ]),
  ];
}

/** The error responses of a route, by status, with an example for each code. */
export function errorResponses(route: Route): Record<string, ResponseObject> {
  const byStatus = Map.groupBy(errorCodesOf(route), (code) => errorTypes[apiErrors[code].type]);
  const statuses = [...byStatus].toSorted(([a], [b]) => a - b);
  return Object.fromEntries([
    ...statuses.map(([status, codes]) => [String(status), errorResponse(route, status, codes)]),
    ...unreadCodes.map((code) => [String(errorTypes[apiErrors[code].type]), unreadResponse(code)]),
  ]);
}

function unreadResponse(code: ApiErrorCode): ResponseObject {
  return {
    description: describe([code]),
    headers: headerReferences(["X-Request-Id"]),
    content: contentOf([code], "submit"),
  };
}

function errorResponse(route: Route, status: number, codes: ApiErrorCode[]): ResponseObject {
  return {
    description: describe(codes),
    headers: headerReferences([
      "X-Request-Id",
      ...(status === 401 ? ["WWW-Authenticate" as const] : []),
      ...(status === 402 ? creditHeaderNames : []),
      ...(status === 429 || status === 503 ? ["Retry-After" as const] : []),
      ...(isLimited(route) ? limitHeaders : []),
    ]),
    content: contentOf(codes, route.errorShape),
  };
}

function describe(codes: readonly ApiErrorCode[]): string {
  return codes.map((code) => `\`${code}\`: ${apiErrors[code].message}`).join("\n\n");
}

function contentOf(codes: readonly ApiErrorCode[], shape: ErrorShape): NonNullable<ResponseObject["content"]> {
  const examples = Object.fromEntries(
    codes.map((code) => [code, { summary: apiErrors[code].message, value: exampleOf(code, shape) }]),
  );
  return { "application/json": { schema: toJsonSchema(shape === "submit" ? SubmitError : MonitorError), examples } };
}

const jobError: JobError = {
  code: "navigation_timeout",
  message: renderErrors.navigation_timeout.message,
  retryable: renderErrors.navigation_timeout.retryable,
};

function exampleOf(code: ApiErrorCode, shape: ErrorShape): Json {
  const fields =
    code === "validation_failed" ? { fields: [{ field: "url", message: "must start with http:// or https://" }] } : {};
  return toErrorBody(new ApiError(code, { ...fields, ...(code === "capture_failed" && { jobError }) }), shape);
}

type DocumentedHeader = HeaderName | "X-Request-Id" | "WWW-Authenticate";

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };

const headers = {
  "Cache-Control": { description: "How long a cache may keep the reply.", schema: text },
  "Content-Disposition": {
    description: "Whether a browser shows or saves the bytes, and the file name.",
    schema: text,
  },
  "Content-Range": { description: "The first and the last byte of the part, and the number of all.", schema: text },
  ETag: { description: "SHA-256 of the bytes.", schema: text },
  "Idempotent-Replayed": {
    description: "`true` if this repeats the first reply to the Idempotency-Key.",
    schema: { type: "string", enum: ["true"] },
  },
  RateLimit: {
    description:
      'Remaining requests of each policy and the seconds until it resets, `"address";r=199;t=1, "key";r=24;t=1` (draft-ietf-httpapi-ratelimit-headers).',
    schema: text,
  },
  "RateLimit-Policy": {
    description:
      'The policies that counted the request, `"address";q=200;w=1, "key";q=25;w=1`: `q` requests in a window of `w` seconds.',
    schema: text,
  },
  Location: { description: "Address of the created resource's status.", schema: text },
  "Retry-After": { description: "Seconds to wait before the next try.", schema: count },
  "Set-Cookie": {
    description: "The session's cookie: HttpOnly, SameSite=Lax and, with TLS, Secure. Log-out removes it.",
    schema: text,
  },
  "WWW-Authenticate": { description: "How to authenticate: `Bearer`; for the mail service `Basic`.", schema: text },
  "X-Credits-Charged": { description: "Credits charged by the operation.", schema: count },
  "X-Credits-Refunded": { description: "Refunded credits.", schema: count },
  "X-Credits-Remaining": {
    description: "Credits left in the period; `unlimited` if the plan has no limit.",
    schema: { type: ["integer", "string"] },
  },
  "X-Job-Id": { description: "Id of the job that did the work.", schema: { type: "string", format: "uuid" } },
  "X-Warnings": {
    description: "Fields of the request that have no effect, as JSON: an array of `{field, message}`.",
    schema: text,
  },
  "X-Request-Id": { description: "Identifies the request in the logs. The client may send its own.", schema: text },
} satisfies Record<DocumentedHeader, Header>;

/** Every reply header, for `components.headers`. */
export const componentHeaders: Record<string, Header> = headers;

/** References to the named headers, for a response. */
export function headerReferences(names: readonly DocumentedHeader[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
