import type { Json } from "#schemas/common.ts";
import {
  type ApiErrorCode,
  apiErrors,
  errorTypes,
  type JobError,
  MonitorError,
  renderErrors,
  SubmitError,
} from "#schemas/errors.ts";
import { ApiError, type ErrorShape, toErrorBody } from "../apiError.ts";
import { creditHeaderNames } from "../present/credits.ts";
import { isLimited, type Route } from "../route.ts";
import { toJsonSchema } from "./components.ts";
import { headerReferences } from "./headers.ts";
import type { ResponseObject } from "./types.ts";

/** Any request can meet these: an unknown parameter, a fault of ours, a part that is away. */
const always: readonly ApiErrorCode[] = ["validation_failed", "internal_error", "unavailable"];
/** A request that does not arrive, or not in time, is refused before its route is known, so always in one shape. */
export const unreadCodes: readonly ApiErrorCode[] = ["request_timeout", "headers_too_large"];
/** Told in every reply to a request that was counted. */
export const limitHeaders = ["RateLimit-Policy", "RateLimit"] as const;

const ofBodies: readonly ApiErrorCode[] = ["invalid_json", "payload_too_large", "unsupported_media_type"];

/** Every code a route can answer with: its own, and those that follow from its authentication and body. */
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
