import { type ApiErrorCode, apiErrorCodes, renderErrorCodes } from "./generated/codes.ts";
import type { Diff, FieldProblem, Job, RenderErrorCode } from "./generated/shapes.ts";

/** Any error of this client. */
export class WatchframeError extends Error {
  override readonly name: string = "WatchframeError";
}

/** Facts of an error reply. */
type Refusal = {
  status: number;
  code: ApiErrorCode | RenderErrorCode | "unknown";
  type: string;
  retryable: boolean;
  /** Milliseconds to wait before a retry; null if the reply does not say. */
  retryAfterMs: number | null;
  requestId: string | null;
  /** All problems of the request, by field. */
  fields: readonly FieldProblem[];
};

/** The API refused a call or failed. `code` names the exact problem. */
export class ApiError extends WatchframeError {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: Refusal["code"];
  readonly type: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;
  readonly fields: readonly FieldProblem[];

  constructor(message: string, refusal: Refusal) {
    super(message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.type = refusal.type;
    this.retryable = refusal.retryable;
    this.retryAfterMs = refusal.retryAfterMs;
    this.requestId = refusal.requestId;
    this.fields = refusal.fields;
  }
}

/** The API could not be reached, or the connection broke. `cause` has the reason. */
export class ConnectionError extends WatchframeError {
  override readonly name = "ConnectionError";
}

/** The API did not reply in time, or work did not end in time. The work itself goes on. */
export class TimeoutError extends WatchframeError {
  override readonly name = "TimeoutError";
}

/** A job ended without a result. `job.error` says why. */
export class JobFailedError extends WatchframeError {
  override readonly name = "JobFailedError";
  readonly job: Job;

  constructor(job: Job) {
    super(job.error?.message ?? `The job ended as ${job.status}.`);
    this.job = job;
  }
}

/** A comparison ended without a result. `diff.error` says why. */
export class ComparisonFailedError extends WatchframeError {
  override readonly name = "ComparisonFailedError";
  readonly diff: Diff;

  constructor(diff: Diff) {
    super(diff.error?.message ?? `The comparison ended as ${diff.status}.`);
    this.diff = diff;
  }
}

/** Both error bodies of the API: one has the code as `error`, the other the message. */
type ErrorBody = {
  error?: string;
  code?: string;
  message?: string;
  type?: string;
  retryable?: boolean;
  fields?: FieldProblem[];
};

/** The error of a reply with a status of 400 or more. */
export async function readError(response: Response): Promise<ApiError> {
  const body = await readBody(response);
  const message = body.message ?? body.error ?? `The API replied with status ${response.status}.`;
  return new ApiError(message, {
    status: response.status,
    code: codeOf(body),
    type: body.type ?? "unknown",
    retryable: body.retryable ?? response.status >= 500,
    retryAfterMs: readRetryAfter(response.headers.get("Retry-After")),
    requestId: response.headers.get("X-Request-Id"),
    fields: body.fields ?? [],
  });
}

/** Milliseconds of a Retry-After, which is a number of seconds or a date. Null without one. */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** The JSON of an error reply. A proxy in between may reply with something else. */
async function readBody(response: Response): Promise<ErrorBody> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    return {};
  }
}

function codeOf({ code, error }: ErrorBody): Refusal["code"] {
  const given = code ?? error;
  return [...apiErrorCodes, ...renderErrorCodes].find((known) => known === given) ?? "unknown";
}
