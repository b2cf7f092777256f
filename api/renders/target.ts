import type { EgressPolicy, RefusalReason } from "#egress/policy.ts";
import type { FieldProblem } from "#schemas/common.ts";
import { renderErrors } from "#schemas/errors.ts";

// Port, address and name share one message, so that it reveals nothing about the private network.
const forbidden = `target_forbidden: ${renderErrors.target_forbidden.message}`;
const messages = {
  invalid_url: "must be a valid URL",
  too_long: "must be shorter once its characters are escaped",
  scheme: "must start with http:// or https://",
  userinfo: "must not carry a user name or password; use headers",
  port: forbidden,
  address: forbidden,
  name: forbidden,
} satisfies Record<RefusalReason, string>;

/** What is wrong with an address that pages, webhooks or storage are to be reached at; asks no name server. */
export function checkTarget(policy: Pick<EgressPolicy, "checkUrl">, field: string, url: string): FieldProblem[] {
  // The URL standard drops tabs and line breaks in silence: another page would be rendered than the one that is shown.
  if (/\p{Cc}/u.test(url)) return [{ field, message: "must not contain control characters" }];
  const verdict = policy.checkUrl(url);
  return verdict.allowed ? [] : [{ field, message: messages[verdict.reason] }];
}

/** Whether an address was refused for where it leads. */
export function isForbidden({ message }: FieldProblem): boolean {
  return message === forbidden;
}
