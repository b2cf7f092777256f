import { type Static, Type } from "typebox";
import { literals, Uuid } from "#schemas/common.ts";
import { MonitorError } from "#schemas/errors.ts";
import { PausedReply } from "#schemas/monitor/monitor.ts";
import { UnsubscribedReply } from "#schemas/recipient.ts";
import { open } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import type { Exchange } from "../http/exchange.ts";
import { MonitorId } from "../http/params.ts";
import { defineRoute, linkQuery, noRequestBody, none } from "../http/route.ts";
import { smallPage, wantsPage } from "../http/smallPage.ts";
import { pauseByLink, readPauseLink, readUnsubscribeLink, unsubscribeByLink } from "./mailLinks.ts";

const To = Type.Union([Uuid, literals(["account"])], { description: "Recipient of the mail with the link." });
const Signature = Type.String({ maxLength: 128 });
const PauseQuery = Type.Object(
  { to: To, expires: Type.Integer({ minimum: 0, description: "Unix time in seconds." }), signature: Signature },
  linkQuery,
);
const UnsubscribeQuery = Type.Object({ monitor: Uuid, to: To, signature: Signature }, linkQuery);

const shared = { auth: open, errorShape: "monitor", body: noRequestBody, errors: ["invalid_token"] } as const;
const refused = {
  400: {
    description: "`invalid_token`: the link is invalid or has expired.",
    json: MonitorError,
    bytes: ["text/html"],
  },
} as const;
const pauseResponses = {
  200: { description: "Whether the monitor is paused.", json: PausedReply, bytes: ["text/html"] },
  ...refused,
} as const;
const unsubscribeResponses = {
  200: { description: "Whether the reader has unsubscribed.", json: UnsubscribedReply, bytes: ["text/html"] },
  ...refused,
} as const;

/** The pause link of an alert. It changes nothing, because mail scanners open links. */
export const showPause = defineRoute({
  ...shared,
  id: "showPause",
  method: "GET",
  path: "/render/monitors/:id/pause",
  summary: "Show the pause page of an alert's link",
  description: "Changes nothing. Browsers get a page with a button that pauses the monitor.",
  tag: "Monitors",
  params: MonitorId,
  query: PauseQuery,
  responses: pauseResponses,
  handle: ({ params, query, exchange }, ports) =>
    orRefusal(exchange, async () => {
      const { paused, name } = await readPauseLink(ports, { monitorId: params.id, ...query });
      if (!wantsPage(exchange)) return { status: 200, json: { success: true, paused } } as const;
      if (paused) return { status: 200, ...smallPage(pausedPage(name)) } as const;
      const text = "No more captures are made and no more alerts are sent, to anybody, until it is resumed.";
      return { status: 200, ...smallPage({ title: `Pause ${name}?`, text, button: "Pause it" }) } as const;
    }),
});

/** Pauses a monitor from one of its alerts. */
export const pauseFromMail = defineRoute({
  ...shared,
  id: "pauseFromMail",
  method: "POST",
  path: "/render/monitors/:id/pause",
  summary: "Pause a monitor by an alert's link",
  description: "The link's signature replaces a key. It is valid for 30 days while its reader gets alerts.",
  tag: "Monitors",
  params: MonitorId,
  query: PauseQuery,
  responses: pauseResponses,
  handle: ({ params, query, exchange }, ports) =>
    orRefusal(exchange, async () => {
      const { name } = await pauseByLink(ports, { monitorId: params.id, ...query });
      if (!wantsPage(exchange)) return { status: 200, json: { success: true, paused: true } } as const;
      return { status: 200, ...smallPage(pausedPage(name)) } as const;
    }),
});

/** The unsubscribe link of an alert. It changes nothing. */
export const showUnsubscribe = defineRoute({
  ...shared,
  id: "showUnsubscribe",
  method: "GET",
  path: "/render/monitor-recipients/unsubscribe",
  summary: "Show the unsubscribe page of an alert's link",
  description: "Changes nothing. Browsers get a page with a button.",
  tag: "Recipients",
  params: none,
  query: UnsubscribeQuery,
  responses: unsubscribeResponses,
  handle: ({ query, exchange }, ports) =>
    orRefusal(exchange, async () => {
      const unsubscribed = await readUnsubscribeLink(ports, toLink(query));
      if (!wantsPage(exchange)) return { status: 200, json: { success: true, unsubscribed } } as const;
      if (unsubscribed) return { status: 200, ...smallPage(done) } as const;
      const text = forAccount(query)
        ? "The account's own address gets no more alerts of this monitor."
        : "This address gets no more alerts of any monitor of this account.";
      return { status: 200, ...smallPage({ title: "No more alerts?", text, button: "Unsubscribe" }) } as const;
    }),
});

/** Unsubscribes an alert's reader: one click in the page, or in the mail program (RFC 8058). */
export const unsubscribe = defineRoute({
  ...shared,
  id: "unsubscribe",
  method: "POST",
  path: "/render/monitor-recipients/unsubscribe",
  summary: "Unsubscribe by an alert's link",
  description:
    "The one-click unsubscription of RFC 8058. The form that mail programs send is ignored. A recipient becomes `suppressed` and gets no more mail from this account. For the account's own address, the monitor's `alerts.email.account` is switched off.",
  tag: "Recipients",
  params: none,
  query: UnsubscribeQuery,
  responses: unsubscribeResponses,
  handle: ({ query, exchange }, ports) =>
    orRefusal(exchange, async () => {
      await unsubscribeByLink(ports, toLink(query));
      if (!wantsPage(exchange)) return { status: 200, json: { success: true, unsubscribed: true } } as const;
      return { status: 200, ...smallPage(done) } as const;
    }),
});

function pausedPage(name: string) {
  return {
    title: `${name} is paused`,
    text: "It makes no scheduled captures until somebody with access to the account resumes it.",
  };
}

const done = { title: "You are unsubscribed", text: "No more of these alerts are sent to this address." };

function toLink({ monitor, to, signature }: Static<typeof UnsubscribeQuery>) {
  return { monitorId: monitor, to, signature };
}

function forAccount({ to }: { to: string }): boolean {
  return to === "account";
}

/** Shows people an invalid link as a page. */
async function orRefusal<Answer>(exchange: Exchange, work: () => Promise<Answer>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "invalid_token" || !wantsPage(exchange)) throw error;
    const text = "It is invalid, has expired, or what it is about is gone.";
    return { status: 400, ...smallPage({ title: "This link does not work", text }) } as const;
  }
}
