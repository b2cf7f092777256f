import { type Static, Type } from "typebox";
import { keysOf } from "../common.ts";
import { ScreenshotResult } from "../picture.ts";

type RenderErrorEntry = {
  /** Whether `retryFailed` may help. */
  retryable: boolean;
  /** Maximum number of tries before the job fails. */
  attempts: number;
  message: string;
};

/** Why a render failed. Jobs, runs and webhooks have the code. */
export const renderErrors = {
  name_not_resolved: {
    retryable: true,
    attempts: 2,
    // Names with a private address have this code, too. Another one would let a caller map a private network.
    message: "The host name has no public address. The operator can open a private one with WATCHFRAME_EGRESS_ALLOW.",
  },
  connection_failed: { retryable: true, attempts: 3, message: "The page's host refused or dropped the connection." },
  proxy_failed: {
    retryable: true,
    attempts: 2,
    message: "The connection through a proxy failed, and not the page's host.",
  },
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
  step_failed: { retryable: false, attempts: 1, message: "A step could not be done on the page." },
  signed_out: {
    retryable: true,
    attempts: 1,
    message: "The page shows a visitor who is signed out, and the sign-in could not be renewed.",
  },
  secret_unusable: {
    retryable: false,
    attempts: 1,
    message: "A secret that the request names is missing, or does not fit its field.",
  },
  full_page_incomplete: { retryable: true, attempts: 2, message: "The page could not be captured in its full height." },
  page_crashed: { retryable: true, attempts: 2, message: "The page crashed its renderer." },
  page_status: {
    retryable: true,
    attempts: 1,
    message: "The page answered with an error.",
  },
  page_blocked: {
    retryable: true,
    attempts: 1,
    message: "The page is a challenge or a block page. The service never tries to pass one.",
  },
  page_empty: {
    retryable: true,
    attempts: 1,
    message: "The page shows neither text nor a picture, and its baseline did.",
  },
  page_text: {
    retryable: true,
    attempts: 1,
    message: "The page's text is not as expected.",
  },
  page_requests: {
    retryable: true,
    attempts: 1,
    message: "Too many requests of the page failed.",
  },
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
export const RenderErrorCode = Type.Enum(keysOf(renderErrors), { type: "string" });
export type RenderErrorCode = keyof typeof renderErrors;

/** Why a job failed, in the record and in replies. Records keep the picture apart. */
export const JobError = Type.Object(
  {
    code: RenderErrorCode,
    message: Type.String(),
    retryable: Type.Boolean(),
    evidence: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 20,
        description: "The signs that were seen, for example `status 403`. Only some codes have them.",
      }),
    ),
    picture: Type.Optional({
      ...ScreenshotResult,
      description:
        "The browser's window when a step failed; dots stand for what was in fields. Only jobs and runs that failed as `step_failed` have it.",
    }),
  },
  { additionalProperties: false },
);
export type JobError = Static<typeof JobError>;
