/**
 * A mail was not sent. `inactive`: the address must not get mail. `refused`: the mail or a setting is invalid, so a retry
 * fails, too. `busy`: a retry may succeed. `unknown`: the mail may have been sent.
 */
export class MailFailure extends Error {
  override readonly name = "MailFailure";
  readonly kind: "inactive" | "refused" | "busy" | "unknown";
  /** Status of the reply, of HTTP or SMTP, and the mail service's error code; null without one. */
  readonly status: number | null;
  readonly code: number | null;

  constructor(
    kind: MailFailure["kind"],
    { status, code, reason }: { status: number | null; code: number | null; reason?: string | undefined },
  ) {
    // The service's message is left out, as it contains the address.
    const reply = `The mail service answered ${status ?? "nothing"}${code === null ? "" : `, code ${code}`}`;
    super(`${reply}${reason === undefined ? "" : `: ${reason}`}.`);
    this.kind = kind;
    this.status = status;
    this.code = code;
  }
}
