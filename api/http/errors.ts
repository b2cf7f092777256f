import type { FieldProblem } from "#schemas/common.ts";
import {
  type ApiErrorCode,
  apiErrors,
  errorTypes,
  type JobError,
  type MonitorError,
  renderErrors,
  type SubmitError,
} from "#schemas/errors.ts";

/** Which of the contract's two error bodies a route uses. */
export type ErrorShape = "submit" | "monitor";

type Details = {
  /** Everything wrong with the request, field by field. */
  fields?: FieldProblem[];
  /** Seconds after which the same request may succeed. */
  retryAfter?: number;
  /** Replaces the catalogue's sentence where more can be said. */
  message?: string;
  /** Why a capture failed; its code and sentence stand in the body of `capture_failed`. */
  jobError?: JobError;
  /** Reply headers that belong to this error. */
  headers?: Record<string, string>;
  cause?: unknown;
};

/** An expected refusal: thrown anywhere below the routes, turned into a reply in one place (`middleware/mapErrors.ts`). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;
  readonly fields: FieldProblem[] | undefined;
  readonly jobError: JobError | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ApiErrorCode, { fields, retryAfter, message, jobError, headers, cause }: Details = {}) {
    super(message ?? apiErrors[code].message, { cause });
    this.code = code;
    this.fields = fields;
    this.jobError = jobError;
    this.headers = { ...headersOf(code, retryAfter), ...headers };
  }

  /** The HTTP status of the error's class. */
  get status(): number {
    return errorTypes[apiErrors[this.code].type];
  }
}

function headersOf(code: ApiErrorCode, retryAfter: number | undefined): Record<string, string> {
  if (code === "unauthorized") return { "WWW-Authenticate": "Bearer" };
  if (apiErrors[code].type === "rate_limited") return { "Retry-After": String(retryAfter ?? 1) };
  if (code === "unavailable") return { "Retry-After": String(retryAfter ?? 5) };
  return retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
}

/** The error as a reply body of the given shape. */
export function toErrorBody(error: ApiError, shape: ErrorShape): SubmitError | MonitorError {
  const { type, retryable } = apiErrors[error.code];
  const code = error.jobError?.code ?? error.code;
  const message = error.jobError?.message ?? error.message;
  const fields = error.fields === undefined ? {} : { fields: error.fields };
  if (shape === "submit") return { success: false, error: code, type, message, ...fields };
  const again = error.jobError === undefined ? retryable : renderErrors[error.jobError.code].retryable;
  return { success: false, error: message, type, code, retryable: again, ...fields };
}
