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
  sign_in_exists: {
    type: "conflict",
    retryable: false,
    message: "The account has a sign-in of this name already; delete it, or choose another name.",
  },
  too_many_sign_ins: {
    type: "conflict",
    retryable: false,
    message: "The account has 50 sign-ins already; delete one first.",
  },
  alert_target_exists: {
    type: "conflict",
    retryable: false,
    message: "The account has an alert target of this name already; change it, or choose another name.",
  },
  too_many_alert_targets: {
    type: "conflict",
    retryable: false,
    message: "The account has 50 alert targets already; delete one first.",
  },
  too_many_monitor_defaults: {
    type: "conflict",
    retryable: false,
    message: "The account has defaults for 50 tags already; delete those of one first.",
  },
  proxy_exists: {
    type: "conflict",
    retryable: false,
    message: "The account has a proxy of this name already; change it, or choose another name.",
  },
  too_many_proxies: {
    type: "conflict",
    retryable: false,
    message: "The account has 50 proxies already; delete one first.",
  },
  too_many_secrets: {
    type: "conflict",
    retryable: false,
    message: "The account has 100 secrets already; delete one first.",
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
    message: "Only webhooks and messages to channels can be replayed, while their monitor and channel exist.",
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
  baseline_rolls: {
    type: "conflict",
    retryable: false,
    message: "The monitor compares with the run before, so it keeps no old baseline; mark the change as seen.",
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
    message: "Too many requests; try again after the seconds in Retry-After.",
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
