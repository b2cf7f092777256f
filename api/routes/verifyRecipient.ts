import { Type } from "typebox";
import { MonitorError } from "#schemas/errors.ts";
import { RecipientReply } from "#schemas/recipient.ts";
import { ApiError } from "../apiError.ts";
import { open } from "../auth.ts";
import { smallPage, wantsPage } from "../pages/smallPage.ts";
import { presentRecipient } from "../present/recipient.ts";
import { hashToken } from "../requestVerification.ts";
import { defineRoute, linkQuery, noBody, none } from "../route.ts";
import { verifyByToken } from "../writes/recipients.ts";

const VerifyQuery = Type.Object(
  { token: Type.String({ maxLength: 512, description: "Of the link in the mail." }) },
  linkQuery,
);

/** E12: verifies an alert recipient. */
export const verifyRecipient = defineRoute({
  id: "verifyRecipient",
  method: "GET",
  // A scanner's HEAD must not stand for its reader's yes.
  head: false,
  path: "/render/monitor-recipients/verify",
  summary: "Verify an alert recipient",
  description:
    "Where the link in the mail leads; it needs no key. It works for 30 minutes and may be opened again in that time. Browsers get a page, programs JSON.",
  tag: "Recipients",
  auth: open,
  errorShape: "monitor",
  params: none,
  query: VerifyQuery,
  body: noBody,
  responses: {
    200: { description: "The recipient is verified.", json: RecipientReply, bytes: ["text/html"] },
    400: {
      description: "`invalid_token`: the link is invalid, has expired, or was replaced by a newer one.",
      json: MonitorError,
      bytes: ["text/html"],
    },
  },
  errors: ["invalid_token"],
  async handle({ query, exchange }, { database, now }) {
    const record = await verifyByToken(database, hashToken(query.token), now());
    const page = wantsPage(exchange);
    if (record === null) {
      const error = new ApiError("invalid_token");
      if (!page) throw error;
      const text = `${error.message} Ask for another one.`;
      return { status: 400, ...smallPage({ title: "This link does not work", text }) };
    }
    if (!page) return { status: 200, json: { success: true, recipient: presentRecipient(record) } };
    const text = `Alerts will be sent to ${record.emailMasked}. Each of them has a link by which you get no more.`;
    return { status: 200, ...smallPage({ title: "This address is confirmed", text }) };
  },
});
