import { maskEmail, suppressAddress } from "#data/recipients.ts";
import type { DeliveryAttempt, EmailDelivery } from "#schemas/events.ts";
import { open } from "#vault/open.ts";
import type { ActivityPorts } from "../ports.ts";
import { beginSending, endSending } from "../projections/mails.ts";
import { writeMail } from "./mail/writeMail.ts";
import { MailFailure } from "./mailer/mailFailure.ts";

/** The result of a mail's delivery. `expired`: the mail's content is no longer valid. */
export type SentMail = { outcome: "delivered" | "suppressed" | "expired" };

/**
 * Sends a recorded mail and records the try. After an interrupted try, it first asks the mail service for the mail and sends
 * it again only if the service does not have it.
 * @throws MailFailure if the mail was not sent.
 */
export async function sendMail(ports: ActivityPorts, { mailId }: { mailId: string }): Promise<SentMail> {
  const { database, logger, mailer } = ports;
  const mail = await database.deliveries.findOne({ _id: mailId });
  if (mail === null || mail.channel !== "email" || mail.status !== "pending") return { outcome: "delivered" };
  const to = await addressOf(ports, mail);
  if (to === null) return end(ports, mailId, "suppressed");
  const messageId = mail.sendingSince === null ? null : await mailer.find(mailId);
  if (messageId !== null) {
    await endSending(database, mailId, { status: "delivered", attempt: null, messageId });
    return { outcome: "delivered" };
  }
  const content = await writeMail(ports, mail, to);
  if (content === null) return end(ports, mailId, "expired");
  const at = new Date();
  await beginSending(database, mailId, at);
  try {
    const sentId = await mailer.send(content);
    await endSending(database, mailId, { status: "delivered", attempt: attemptOf(at, null), messageId: sentId });
    const { accountId, resourceId } = mail;
    logger.info({ accountId, resourceId, mailId, type: mail.type }, "mail sent");
    return { outcome: "delivered" };
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    return await recordFailure(ports, { mailId, to, at }, error);
  }
}

async function end({ database }: ActivityPorts, mailId: string, outcome: "suppressed" | "expired"): Promise<SentMail> {
  const status = outcome === "expired" ? "failed" : outcome;
  await endSending(database, mailId, { status, attempt: null });
  return { outcome };
}

async function recordFailure(
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

/** The address of a mail's recipient; null if the recipient may get no mail. */
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
