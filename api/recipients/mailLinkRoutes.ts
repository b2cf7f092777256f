import { type Static, Type } from "typebox";
import { literals, Uuid } from "#schemas/common.ts";
import { UnsubscribedReply } from "#schemas/recipient.ts";
import { defineRoute, linkQuery } from "../http/route.ts";
import { plainPage, wantsPage } from "../http/plainPage.ts";
import { orRefusal, refusedLink, sharedByLinks, Signature } from "./linkRoutes.ts";
import { readUnsubscribeLink, unsubscribeByLink } from "./mailLinks.ts";

const Reader = Type.Union([Uuid, literals(["account"])], { description: "Recipient of the mail with the link." });
const UnsubscribeQuery = Type.Object({ monitor: Uuid, to: Reader, signature: Signature }, linkQuery);

const unsubscribeResponses = {
  200: { description: "Whether the reader has unsubscribed.", json: UnsubscribedReply, bytes: ["text/html"] },
  ...refusedLink,
} as const;

/** The unsubscribe link of an alert. It changes nothing. */
export const showUnsubscribe = defineRoute({
  ...sharedByLinks,
  id: "showUnsubscribe",
  method: "GET",
  path: "/render/monitor-recipients/unsubscribe",
  summary: "Show the unsubscribe page of an alert's link",
  description: "Changes nothing. Browsers get a page with a button.",
  tag: "Recipients",
  query: UnsubscribeQuery,
  responses: unsubscribeResponses,
  handle: ({ query, exchange }, ports) =>
    orRefusal(exchange, async () => {
      const unsubscribed = await readUnsubscribeLink(ports, toLink(query));
      if (!wantsPage(exchange)) return { status: 200, json: { success: true, unsubscribed } } as const;
      if (unsubscribed) return { status: 200, ...plainPage(done) } as const;
      const text = forAccount(query)
        ? "The account's own address gets no more alerts of this monitor."
        : "This address gets no more alerts of any monitor of this account.";
      return { status: 200, ...plainPage({ title: "No more alerts?", text, button: "Unsubscribe" }) } as const;
    }),
});

/** Unsubscribes an alert's reader: one click in the page, or in the mail program (RFC 8058). */
export const unsubscribe = defineRoute({
  ...sharedByLinks,
  id: "unsubscribe",
  method: "POST",
  path: "/render/monitor-recipients/unsubscribe",
  summary: "Unsubscribe by an alert's link",
  description:
    "The one-click unsubscription of RFC 8058. The form that mail programs send is ignored. A recipient becomes `suppressed` and gets no more mail from this account. For the account's own address, the monitor's `alerts.email.account` is switched off.",
  tag: "Recipients",
  query: UnsubscribeQuery,
  responses: unsubscribeResponses,
  handle: ({ query, exchange }, ports) =>
    orRefusal(exchange, async () => {
      await unsubscribeByLink(ports, toLink(query));
      if (!wantsPage(exchange)) return { status: 200, json: { success: true, unsubscribed: true } } as const;
      return { status: 200, ...plainPage(done) } as const;
    }),
});

const done = { title: "You are unsubscribed", text: "No more of these alerts are sent to this address." };

function toLink({ monitor, to, signature }: Static<typeof UnsubscribeQuery>) {
  return { monitorId: monitor, to, signature };
}

function forAccount({ to }: { to: string }): boolean {
  return to === "account";
}
