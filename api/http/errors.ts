import type { FieldProblem } from "#schemas/common.ts";
import { type MonitorError, type SubmitError } from "#schemas/errorBodies.ts";
import { type ApiErrorCode, apiErrors, errorTypes } from "#schemas/errors.ts";
import { type JobError, renderErrors } from "#schemas/renders/errors.ts";

/** The contract's error body that a route uses. */
export type ErrorShape = "submit" | "monitor";

type Details = {
  /** All problems of the request by field. */
  fields?: FieldProblem[];
  /** Seconds after which the same request may succeed. */
  retryAfter?: number;
  /** Replaces the catalogue's sentence with a more precise one. */
  message?: string;
  /** Why a capture failed. The body of `capture_failed` has its code and sentence. */
  jobError?: JobError;
  /** Reply headers that belong to this error. */
  headers?: Record<string, string>;
  cause?: unknown;
};

/** An expected refusal. Any code below the routes may throw it; `middleware/errors.ts` turns it into a reply. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;
  readonly fields: FieldProblem[] | undefined;
  readonly jobError: JobError | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ApiErrorCode, { fields, retryAfter, message, jobError, headers, cause }: Details = {}) {
    super(message ?? apiErrors[code].message, { cause });
    this.code = code;
    this.fields = fields === undefined ? undefined : firstProblems(fields, maxProblems);
    this.jobError = jobError;
    this.headers = { ...headersOf(code, retryAfter), ...headers };
  }

  /** The HTTP status of the error's class. */
  get status(): number {
    return errorTypes[apiErrors[this.code].type];
  }
}

/** Maximum number of problems in a reply. */
const maxProblems = 100;

/** The first problems, and one that says so if there are more. So a reply stays small whatever the request holds. */
export function firstProblems(fields: FieldProblem[], max: number): FieldProblem[] {
  if (fields.length <= max) return fields;
  const message = `and more: only the first ${max} problems are listed; mend these first`;
  return [...fields.slice(0, max), { field: "body", message }];
}

function headersOf(code: ApiErrorCode, retryAfter: number | undefined): Record<string, string> {
  if (apiErrors[code].type === "authentication_error") return { "WWW-Authenticate": "Bearer" };
  if (apiErrors[code].type === "rate_limited") return { "Retry-After": String(retryAfter ?? 1) };
  if (code === "unavailable") return { "Retry-After": String(retryAfter ?? 5) };
  return retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
}

/** The error as a reply body of the given shape. */
export function toErrorBody(error: ApiError, shape: ErrorShape): SubmitError | MonitorError {
  if (shape === "monitor") return toMonitorError(error);
  const { code, message, type, fields } = partsOf(error);
  return { success: false, error: code, type, message, ...fields };
}

/** The error as a reply body of the monitors' routes. */
export function toMonitorError(error: ApiError): MonitorError {
  const { code, message, type, fields } = partsOf(error);
  const { retryable } = error.jobError === undefined ? apiErrors[error.code] : renderErrors[error.jobError.code];
  return { success: false, error: message, type, code, retryable, ...fields };
}

function partsOf({ code, message, jobError, fields }: ApiError) {
  return {
    code: jobError?.code ?? code,
    message: jobError?.message ?? message,
    type: apiErrors[code].type,
    fields: fields === undefined ? {} : { fields },
  };
}

/** Problems of a part of the body, with paths from the whole body. An empty `part` is the body itself. */
export function within(part: string, problems: readonly FieldProblem[]): FieldProblem[] {
  if (part === "") return [...problems];
  return problems.map(({ field, message }) => ({ field: `${part}.${field}`, message }));
}
