import { maskEmail, suppressAddress } from "#data/recipients.ts";
import type { DeliveryAttempt, EmailDelivery } from "#schemas/events.ts";
import { open } from "#vault/open.ts";
import type { ActivityPorts } from "../ports.ts";
import { beginSending, endSending } from "../projections/mails.ts";
import { writeMail } from "./mail/writeMail.ts";
import { MailFailure } from "./mailer.ts";

/** How a mail's delivery ended; `expired`: what it says is no longer so. */
export type SentMail = { outcome: "delivered" | "suppressed" | "expired" };

/**
 * Sends a recorded mail and records the try. One that broke off is looked for at the mail service first, so that it is
 * sent again only where the service does not know it. Rejects with MailFailure where the mail was not taken.
 */
export async function sendMail(ports: ActivityPorts, { mailId }: { mailId: string }): Promise<SentMail> {
  const { database, logger, mailer } = ports;
  const mail = await database.deliveries.findOne({ _id: mailId });
  if (mail === null || mail.channel !== "email" || mail.status !== "pending") return { outcome: "delivered" };
  const to = await addressOf(ports, mail);
  if (to === null) return end(ports, mailId, "suppressed");
  const sent = mail.sendingSince === null ? null : await mailer.find(mailId);
  if (sent !== null) {
    await endSending(database, mailId, { status: "delivered", attempt: null, messageId: sent });
    return { outcome: "delivered" };
  }
  const written = await writeMail(ports, mail, to);
  if (written === null) return end(ports, mailId, "expired");
  const at = new Date();
  await beginSending(database, mailId, at);
  try {
    const messageId = await mailer.send(written);
    await endSending(database, mailId, { status: "delivered", attempt: attemptOf(at, null), messageId });
    const { accountId, resourceId } = mail;
    logger.info({ accountId, resourceId, mailId, type: mail.type }, "mail sent");
    return { outcome: "delivered" };
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    return await noteFailure(ports, { mailId, to, at }, error);
  }
}

async function end({ database }: ActivityPorts, mailId: string, outcome: "suppressed" | "expired"): Promise<SentMail> {
  const status = outcome === "expired" ? "failed" : outcome;
  await endSending(database, mailId, { status, attempt: null });
  return { outcome };
}

async function noteFailure(
  { database, logger, signer }: ActivityPorts,
  { mailId, to, at }: { mailId: string; to: string; at: Date },
  failure: MailFailure,
): Promise<SentMail> {
  const { kind, status, code } = failure;
  logger.warn({ mailId, kind, statusCode: status, code }, "mail not sent");
  const attempt = attemptOf(at, failure);
  if (kind === "inactive") {
    const addressHash = signer.addressHash(to);
    await suppressAddress(database, { addressHash, emailMasked: maskEmail(to), reason: "inactive", at: new Date() });
    await endSending(database, mailId, { status: "suppressed", attempt });
    return { outcome: "suppressed" };
  }
  // If it is unknown whether Postmark accepted the mail, the next try asks first.
  const sendingSince = kind === "unknown" ? at : null;
  await endSending(database, mailId, { status: kind === "refused" ? "failed" : "pending", attempt, sendingSince });
  throw failure;
}

function attemptOf(at: Date, failure: MailFailure | null): DeliveryAttempt {
  return {
    at,
    duration: Date.now() - at.getTime(),
    statusCode: failure === null ? 200 : failure.status,
    responseBody: "",
    error: failure === null ? null : `${failure.kind}${failure.code === null ? "" : ` (code ${failure.code})`}`,
  };
}

/** The address a mail goes to; null where it may not be written to any more. */
async function addressOf(ports: ActivityPorts, mail: EmailDelivery): Promise<string | null> {
  const { database, keyRing, signer } = ports;
  const { accountId, recipientId, type } = mail;
  if (recipientId === null) {
    const account = await database.accounts.findOne({ _id: accountId });
    if (account === null) return null;
    const suppression = await database.suppressions.findOne({ _id: signer.addressHash(account.email) });
    return suppression === null ? account.email : null;
  }
  const recipient = await database.recipients.findOne({ accountId, recipientId });
  if (recipient === null || recipient.suppressed !== null) return null;
  if (type !== "recipient.verification" && recipient.verifiedAt === null) return null;
  return open(keyRing, recipient.email, { accountId, entityId: recipientId, field: "email" });
}
