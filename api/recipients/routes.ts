import { Type } from "typebox";
import { Uuid } from "#schemas/common.ts";
import { MonitorError } from "#schemas/errorBodies.ts";
import { type Recipient, RecipientList, RecipientReply, RecipientRequest } from "#schemas/recipient.ts";
import { openShown } from "#vault/openShown.ts";
import { keyWith, open } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import { linkQuery, routesOf } from "../http/route.ts";
import { plainPage, wantsPage } from "../http/plainPage.ts";
import type { ApiPorts } from "../ports.ts";
import { hashToken, requestVerification } from "./commands.ts";
import { findRecipients, type ListedRecipient, readRecipient, removeRecipient, verifyByToken } from "./store.ts";

const defineRoute = routesOf({ tag: "Recipients", errorShape: "monitor" });

/** A recipient as clients see it, with a masked address. */
function presentRecipient(record: ListedRecipient): Recipient {
  const { recipientId, createdAt, emailMasked, verifiedAt, suppressed: suppression } = record;
  return {
    id: recipientId,
    status: suppression !== null ? "suppressed" : verifiedAt === null ? "pending" : "verified",
    createdAt: createdAt.toISOString(),
    emailMasked,
    ...(verifiedAt !== null && { verifiedAt: verifiedAt.toISOString() }),
    ...(suppression !== null && { suppressionReason: suppression.reason }),
  };
}

/** A recipient as the caller may see it: a person who is logged in sees the whole address, a key the mask alone. */
function presentTo(
  { accountId, sessionId }: Pick<Caller, "accountId" | "sessionId">,
  { keyRing }: Pick<ApiPorts, "keyRing">,
  record: ListedRecipient,
): Recipient {
  const shown = presentRecipient(record);
  const { recipientId: entityId, email } = record;
  if (sessionId === null || email === undefined) return shown;
  return { ...shown, email: openShown(keyRing, email, { accountId, entityId, field: "email" }) };
}

/** Creates a recipient, or sends its verification again. */
export const addRecipient = defineRoute({
  id: "addRecipient",
  client: {
    resource: "recipients",
    method: "add",
    unwrap: "recipient",
    args: { email: "email" },
    help: "Adds an address, which gets a link to confirm.",
  },
  method: "POST",
  idempotent: true,
  path: "/render/monitor-recipients",
  summary: "Create a recipient or send its verification again",
  description:
    "Sends a link that is valid for 30 minutes. A new link replaces the previous one. Only verified addresses get alerts. For a verified address nothing is sent. An account has at most ten recipients, and an address gets at most five verification mails per hour.",
  auth: keyWith("monitor"),
  body: RecipientRequest,
  example: { email: "someone@example.com" },
  responses: {
    201: {
      description: "The recipient. An e-mail was sent unless it is verified already.",
      json: RecipientReply,
      links: { deleteRecipient: "$response.body#/recipient/id" },
    },
  },
  errors: ["too_many_recipients", "recipient_suppressed", "too_many_mails"],
  async handle({ body: { email }, caller, reservation }, ports) {
    const { accountId } = caller;
    const record = await requestVerification(ports, { accountId, email, reservation });
    return { status: 201, json: { success: true, recipient: presentTo(caller, ports, record) } };
  },
});

/** The account's recipients. */
export const listRecipients = defineRoute({
  id: "listRecipients",
  client: { resource: "recipients", method: "list", unwrap: "recipients" },
  method: "GET",
  path: "/render/monitor-recipients",
  summary: "List recipients, newest first",
  auth: keyWith("read", "monitor"),
  responses: { 200: { description: "All recipients, suppressed ones too.", json: RecipientList } },
  errors: [],
  async handle({ caller }, ports) {
    const records = await findRecipients(ports.database, caller.accountId, { withAddress: caller.sessionId !== null });
    const recipients = records.map((record) => presentTo(caller, ports, record));
    return { status: 200, json: { success: true, recipients, nextCursor: null } };
  },
});

/** Deletes a recipient. */
export const deleteRecipient = defineRoute({
  id: "deleteRecipient",
  client: { resource: "recipients", method: "delete", unwrap: "recipient" },
  method: "DELETE",
  path: "/render/monitor-recipients/:id",
  summary: "Delete a recipient",
  description: "Removes the recipient from the alerts of every monitor.",
  auth: keyWith("monitor"),
  params: Type.Object({ id: Uuid }, { additionalProperties: false }),
  responses: { 200: { description: "The deleted recipient, with the status `deleted`.", json: RecipientReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const record = await readRecipient(ports.database, caller.accountId, params.id);
    await removeRecipient(ports.database, record, ports.now());
    return {
      status: 200,
      json: { success: true, recipient: { ...presentTo(caller, ports, record), status: "deleted" } },
    };
  },
});

const VerifyQuery = Type.Object(
  { token: Type.String({ maxLength: 512, description: "Token of the link in the mail." }) },
  linkQuery,
);

/** Verifies an alert recipient. */
export const verifyRecipient = defineRoute({
  id: "verifyRecipient",
  method: "GET",
  // A mail scanner's HEAD must not verify the address.
  head: false,
  path: "/render/monitor-recipients/verify",
  summary: "Verify an alert recipient",
  description:
    "The link in the mail opens this address. It needs no key, is valid for 30 minutes and may be opened repeatedly. Browsers get a page, programs get JSON.",
  auth: open,
  query: VerifyQuery,
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
      return { status: 400, ...plainPage({ title: "This link does not work", text }) };
    }
    if (!page) return { status: 200, json: { success: true, recipient: presentRecipient(record) } };
    const text = `Alerts will be sent to ${record.emailMasked}. Each of them has a link by which you get no more.`;
    return { status: 200, ...plainPage({ title: "This address is confirmed", text }) };
  },
});
