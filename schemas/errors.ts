import { type Static, Type } from "typebox";
import { keysOf } from "./common.ts";

/** Class of an error and its HTTP status. */
export const errorTypes = {
  validation_error: 400,
  authentication_error: 401,
  payment_required: 402,
  plan_restricted: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  capture_error: 422,
  idempotency_error: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
  timeout: 504,
} as const;
type ErrorType = keyof typeof errorTypes;

type ErrorEntry = {
  type: ErrorType;
  /** Whether the unchanged request can succeed later. */
  retryable: boolean;
  /** Fixed sentence: the problem and the remedy. */
  message: string;
};

/**
 * Every code of error replies, with its class, whether a retry may help, and its sentence.
 * `docs/errors.md` has the same table, and a test compares them.
 */
export const apiErrors = {
  validation_failed: {
    type: "validation_error",
    retryable: false,
    message: "The request has invalid fields; see `fields`.",
  },
  invalid_json: { type: "validation_error", retryable: false, message: "The body is not valid JSON." },
  malformed_request: { type: "validation_error", retryable: false, message: "The request is not valid HTTP." },
  invalid_token: {
    type: "validation_error",
    retryable: false,
    message: "This link is invalid, has expired, or was replaced by a newer one.",
  },
  unauthorized: {
    type: "authentication_error",
    retryable: false,
    message: "Missing or invalid API key; send `Authorization: Bearer <API_KEY>`.",
  },
  session_ended: {
    type: "authentication_error",
    retryable: false,
    message: "The session has ended; log in again.",
  },
  insufficient_credits: {
    type: "payment_required",
    retryable: false,
    message: "The account has too few credits left in this period for this operation.",
  },
  scope_missing: {
    type: "plan_restricted",
    retryable: false,
    message: "This API key lacks the scope that the operation needs.",
  },
  cross_site_request: {
    type: "plan_restricted",
    retryable: false,
    message: "Another site's page made this request with the browser's session. Use an API key instead.",
  },
  plan_limit: {
    type: "plan_restricted",
    retryable: false,
    message: "The account's plan does not allow this.",
  },
  account_paused: {
    type: "plan_restricted",
    retryable: true,
    message: "The operator has paused the account. It accepts no new work until it is resumed.",
  },
  not_found: { type: "not_found", retryable: false, message: "There is no such resource in this account." },
  route_not_found: {
    type: "not_found",
    retryable: false,
    message: "There is no such path; see GET /docs or GET /openapi.json.",
  },
  method_not_allowed: {
    type: "method_not_allowed",
    retryable: false,
    message: "This path does not support this method; see `Allow`.",
  },
  output_expired: {
    type: "not_found",
    retryable: false,
    message: "This address is invalid or has expired; fetch the job again for a fresh one.",
  },
  already_terminal: {
    type: "conflict",
    retryable: false,
    message: "The job has already ended and can't be cancelled.",
  },
  too_many_keys: {
    type: "conflict",
    retryable: false,
    message: "The account has five live keys already; revoke one first.",
  },
  preset_exists: {
    type: "conflict",
    retryable: false,
    message: "The account has a preset of this name already; change it, or choose another name.",
  },
  too_many_presets: {
    type: "conflict",
    retryable: false,
    message: "The account has 100 presets already; delete one first.",
  },
  too_many_feeds: {
    type: "conflict",
    retryable: false,
    message: "The account has 50 feeds already; delete one first.",
  },
  too_many_sitemaps: { type: "conflict", retryable: false, message: "The account has 50 sitemaps; delete one first." },
  too_many_signing_keys: {
    type: "conflict",
    retryable: false,
    message: "The account has 20 signing keys already; delete one first.",
  },
  too_many_recipients: {
    type: "conflict",
    retryable: false,
    message: "The account has ten recipients already; delete one first.",
  },
  recipient_suppressed: {
    type: "conflict",
    retryable: false,
    message: "Mail to this address bounced, or its reader unsubscribed. It gets no more mail.",
  },
  not_replayable: {
    type: "conflict",
    retryable: false,
    message: "Only webhooks can be replayed; an e-mail is sent once.",
  },
  last_key: {
    type: "conflict",
    retryable: false,
    message: "This is the account's last live key; create another one first.",
  },
  run_in_progress: {
    type: "conflict",
    retryable: true,
    message: "The monitor has a current run; wait for its end.",
  },
  run_not_comparable: {
    type: "conflict",
    retryable: false,
    message: "The run did not complete, or the monitor's address, capture or diff changed after it.",
  },
  no_open_incident: {
    type: "conflict",
    retryable: false,
    message: "The monitor has no open incident to acknowledge.",
  },
  monitor_paused_plan_limit: {
    type: "conflict",
    retryable: false,
    message: "The monitor is paused because of the plan's limits or missing credits.",
  },
  crawl_ended: {
    type: "conflict",
    retryable: false,
    message: "The crawl has already ended and can't be cancelled.",
  },
  schedule_ended: {
    type: "conflict",
    retryable: false,
    message: "The schedule is completed or cancelled and can't be changed.",
  },
  idempotency_in_progress: {
    type: "conflict",
    retryable: true,
    message: "A call with this Idempotency-Key may still be running; repeat the request after Retry-After.",
  },
  idempotency_key_reused: {
    type: "idempotency_error",
    retryable: false,
    message: "This Idempotency-Key was used for another request; use a new one.",
  },
  not_failed: { type: "conflict", retryable: false, message: "Only a job that has failed can be retried." },
  not_ready: { type: "conflict", retryable: true, message: "The job has not completed yet; wait for its status." },
  no_screenshot: { type: "conflict", retryable: false, message: "The job has no screenshot to compare." },
  too_many_mails: {
    type: "rate_limited",
    retryable: true,
    message: "Too many verification e-mails were requested within an hour; wait for the seconds in Retry-After.",
  },
  request_timeout: {
    type: "request_timeout",
    retryable: true,
    message: "The request did not arrive in time: 10 seconds for its headers, 30 for all of it.",
  },
  headers_too_large: {
    type: "headers_too_large",
    retryable: false,
    message: "The address and the headers are larger than 32 KB together.",
  },
  payload_too_large: { type: "payload_too_large", retryable: false, message: "The body is larger than 2 MB." },
  unsupported_media_type: {
    type: "unsupported_media_type",
    retryable: false,
    message: "Send the body with Content-Type: application/json and without a Content-Encoding.",
  },
  dimensions_differ: {
    type: "capture_error",
    retryable: false,
    message: "The pictures differ in width; only pictures of one width can be compared.",
  },
  rate_limited: {
    type: "rate_limited",
    retryable: true,
    message: "Too many requests in this second; try again after the seconds in Retry-After.",
  },
  too_many_at_once: {
    type: "rate_limited",
    retryable: true,
    message: "All synchronous calls of the plan are in use; wait for one to end, or use POST /render.",
  },
  too_many_streams: {
    type: "rate_limited",
    retryable: true,
    message: "The account has 20 event streams open already; close one, or share one between pages.",
  },
  capture_failed: { type: "capture_error", retryable: false, message: "The page could not be captured." },
  internal_error: {
    type: "internal_error",
    retryable: true,
    message: "The service failed; its logs have the request id.",
  },
  unavailable: {
    type: "unavailable",
    retryable: true,
    message: "A part of the service is unavailable; try again after the seconds in Retry-After.",
  },
  timeout: {
    type: "timeout",
    retryable: true,
    message: "The work did not finish in time; fetch the job for its outcome.",
  },
} as const satisfies Record<string, ErrorEntry>;
export type ApiErrorCode = keyof typeof apiErrors;

type RenderErrorEntry = {
  /** Whether `retryFailed` may help. */
  retryable: boolean;
  /** Maximum number of tries before the job fails. */
  attempts: number;
  message: string;
};

/** Why a render failed. Jobs, runs and webhooks have the code. */
export const renderErrors = {
  name_not_resolved: { retryable: true, attempts: 2, message: "The page's host name has no address." },
  connection_failed: { retryable: true, attempts: 3, message: "The page's host refused or dropped the connection." },
  tls_error: { retryable: false, attempts: 1, message: "The page's certificate or TLS handshake is not valid." },
  navigation_timeout: {
    retryable: true,
    attempts: 1,
    message: "The page's document did not arrive in time.",
  },
  too_many_redirects: { retryable: false, attempts: 1, message: "The page redirects in a loop or too often." },
  target_forbidden: {
    retryable: false,
    attempts: 1,
    message:
      "The address is private, reserved or otherwise not allowed. The operator can open it with WATCHFRAME_EGRESS_ALLOW.",
  },
  unsupported_content: {
    retryable: false,
    attempts: 1,
    message: "The address does not reply with content that a browser can show.",
  },
  download_blocked: {
    retryable: false,
    attempts: 1,
    message: "The address starts a download instead of showing a page.",
  },
  selector_not_found: {
    retryable: false,
    attempts: 1,
    message: "A selector matches no element, or is not valid CSS.",
  },
  full_page_incomplete: { retryable: true, attempts: 2, message: "The page could not be captured in its full height." },
  page_crashed: { retryable: true, attempts: 3, message: "The page crashed its renderer." },
  page_too_large: { retryable: false, attempts: 1, message: "The page is larger than the service captures." },
  browser_unavailable: { retryable: true, attempts: 5, message: "No browser could be started, or it crashed." },
  pdf_failed: { retryable: false, attempts: 1, message: "The page can't be printed with these options." },
  recording_failed: { retryable: true, attempts: 2, message: "The page could not be recorded." },
  recording_unavailable: {
    retryable: false,
    attempts: 1,
    message:
      "This service can't record pages, as its worker has no ffmpeg. The operator can install ffmpeg and set WATCHFRAME_FFMPEG.",
  },
  storage_access_denied: {
    retryable: false,
    attempts: 1,
    message: "The caller's object storage refused the credentials.",
  },
  storage_unreachable: {
    retryable: true,
    attempts: 5,
    message: "The caller's object storage did not accept the outputs in time.",
  },
  storage_invalid: {
    retryable: false,
    attempts: 1,
    message: "The caller's object storage has no such bucket or refused the object.",
  },
  picture_unavailable: { retryable: true, attempts: 2, message: "A picture to compare could not be fetched." },
  picture_invalid: {
    retryable: false,
    attempts: 1,
    message: "A picture to compare is not a valid PNG, JPEG, WebP or GIF, or it is too large.",
  },
  dimensions_differ: {
    retryable: false,
    attempts: 1,
    message: "The pictures differ in width; only pictures of one width can be compared.",
  },
  cancelled: { retryable: false, attempts: 1, message: "The job was cancelled." },
  internal_error: { retryable: true, attempts: 3, message: "The service failed." },
} as const satisfies Record<string, RenderErrorEntry>;
export type RenderErrorCode = keyof typeof renderErrors;

/** Why a job failed, in the record and in replies. */
export const JobError = Type.Object(
  {
    code: Type.Enum(keysOf(renderErrors), { type: "string" }),
    message: Type.String(),
    retryable: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type JobError = Static<typeof JobError>;
