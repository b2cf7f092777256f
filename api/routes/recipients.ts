import { Type } from "typebox";
import { Uuid } from "#schemas/common.ts";
import { RecipientList, RecipientReply, RecipientRequest } from "#schemas/recipient.ts";
import { keyWith } from "../auth.ts";
import { presentDeleted, presentRecipient } from "../present/recipient.ts";
import { findRecipients, readRecipient } from "../reads/recipients.ts";
import { requestVerification } from "../requestVerification.ts";
import { defineRoute, noBody, none } from "../route.ts";
import { removeRecipient } from "../writes/recipients.ts";

/** E2: makes a recipient, or sends its verification again. */
export const addRecipient = defineRoute({
  id: "addRecipient",
  method: "POST",
  idempotent: true,
  path: "/render/monitor-recipients",
  summary: "Create a recipient or send its verification again",
  description:
    "The address gets a link that works for 30 minutes; each new one voids the one before. Alerts go to verified addresses alone. One that is verified already is answered as it is. At most ten recipients an account and five verification mails an hour to an address.",
  tag: "Recipients",
  auth: keyWith("monitor"),
  errorShape: "monitor",
  params: none,
  query: none,
  body: RecipientRequest,
  example: { email: "someone@example.com" },
  responses: {
    201: {
      description: "The recipient; an e-mail is on its way unless it is verified already.",
      json: RecipientReply,
      links: { deleteRecipient: "$response.body#/recipient/id" },
    },
  },
  errors: ["too_many_recipients", "recipient_suppressed", "too_many_mails"],
  async handle({ body, caller }, ports) {
    const record = await requestVerification(ports, { accountId: caller.accountId, email: body.email });
    return { status: 201, json: { success: true, recipient: presentRecipient(record) } };
  },
});

/** The account's recipients. */
export const listRecipients = defineRoute({
  id: "listRecipients",
  method: "GET",
  path: "/render/monitor-recipients",
  summary: "List recipients, newest first",
  tag: "Recipients",
  auth: keyWith("read", "monitor"),
  errorShape: "monitor",
  params: none,
  query: none,
  body: noBody,
  responses: { 200: { description: "All of them, suppressed ones too.", json: RecipientList } },
  errors: [],
  async handle({ caller }, { database }) {
    const records = await findRecipients(database, caller.accountId);
    return { status: 200, json: { success: true, recipients: records.map(presentRecipient), nextCursor: null } };
  },
});

/** Deletes a recipient. */
export const deleteRecipient = defineRoute({
  id: "deleteRecipient",
  method: "DELETE",
  path: "/render/monitor-recipients/:id",
  summary: "Delete a recipient",
  description: "It is taken out of every monitor's alerts, and nothing more is sent to it.",
  tag: "Recipients",
  auth: keyWith("monitor"),
  errorShape: "monitor",
  params: Type.Object({ id: Uuid }, { additionalProperties: false }),
  query: none,
  body: noBody,
  responses: { 200: { description: "The deleted recipient: its status is `deleted`.", json: RecipientReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const record = await readRecipient(ports.database, caller.accountId, params.id);
    await removeRecipient(ports.database, record, ports.now());
    return { status: 200, json: { success: true, recipient: presentDeleted(record) } };
  },
});
