import { html } from "#markup/html.ts";
import type { MailContent } from "#schemas/events.ts";
import { type Content, renderLayout } from "./layout.ts";

type SignInNews = Pick<Extract<MailContent, { kind: "signIn" }>, "name" | "host" | "failure">;

/** The mail to the owner of a sign-in that fails, or works again. */
export function signInMail({ name, host, failure }: SignInNews): Content {
  const title = failure === null ? `Sign-in ${name} works again` : `Sign-in ${name} fails`;
  const lead =
    failure === null
      ? `Watchframe signed in at ${host}. Captures with this sign-in show the pages behind it again.`
      : `Watchframe cannot sign in at ${host}. Captures with this sign-in fail as signed_out and cost nothing.`;
  const reason = failure === null ? null : `The last try: ${failure}`;
  const note =
    failure === null
      ? "You get a mail when it fails again."
      : "Watchframe tries again within an hour. If the password changed, store the new secret. If the log-in page changed, change the steps by PATCH /sign-ins/{id}. POST /sign-ins/{id}/renew tries at once.";
  return {
    subject: title,
    text: [`${title}.`, lead, ...(reason === null ? [] : [reason]), note, ""].join("\n\n"),
    html: renderLayout({
      title,
      preview: lead,
      body: html`<p style="margin:0 0 12px">${lead}</p>
        ${reason === null ? null : html`<p style="margin:0 0 12px">${reason}</p>`}`,
      foot: html`${note}`,
    }),
  };
}
