import { EgressRefused } from "#egress/policy.ts";
import type { RenderErrorCode } from "#schemas/errors.ts";
import { RenderFailure } from "../failures.ts";

/** Codes that mean a refusal under whatever status; the last is versitygw's for a key it does not know. */
const denials = new Set(["AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "XAdminUserNotFound"]);

/**
 * What went wrong with an upload, as the catalogue names it. Only the code that the storage gave is taken over from it:
 * its sentences may hold keys, addresses and whatever else a hostile endpoint would like to see in a history.
 */
export function toStorageFailure(cause: unknown): RenderFailure {
  if (cause instanceof EgressRefused) return new RenderFailure("target_forbidden", "It is that of storage_endpoint.");
  const answer = answerOf(cause);
  if (answer === null) return new RenderFailure("storage_unreachable", undefined, { cause });
  return new RenderFailure(codeOf(answer), `It answered ${[answer.status, answer.code].join(" ").trim()}.`);
}

type Answer = { status: number; code: string };

/** The storage's answer as the SDK notes it on whatever it throws; null where there was none or it broke off. */
function answerOf(error: unknown): Answer | null {
  const status = error instanceof Error && "$metadata" in error ? statusIn(error.$metadata) : null;
  if (!(error instanceof Error) || status === null || status < 300) return null;
  // "Error" and "Unknown" are the SDK's own words for answers without a code.
  const said = /^(?!Error$|Unknown|SyntaxError)[A-Za-z]{1,64}$/.test(error.name);
  return { status, code: said ? error.name : "" };
}

function statusIn(metadata: unknown): number | null {
  const known = typeof metadata === "object" && metadata !== null && "httpStatusCode" in metadata;
  return known && typeof metadata.httpStatusCode === "number" ? metadata.httpStatusCode : null;
}

function codeOf({ status, code }: Answer): RenderErrorCode {
  if (status === 401 || status === 403 || denials.has(code)) return "storage_access_denied";
  // Too slow, too many, and its own trouble pass; whatever else it says no to, it will say no to again.
  if (status === 408 || status === 429 || status >= 500) return "storage_unreachable";
  return "storage_invalid";
}
