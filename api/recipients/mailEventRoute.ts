import type { Static } from "typebox";
import { liftSuppression, maskEmail, suppressAddress } from "#data/recipients.ts";
import { MailServiceEvent, MailServiceReply, type SuppressionReason } from "#schemas/recipient.ts";
import { hashAddress } from "#vault/signatures.ts";
import { mailService } from "../http/auth.ts";
import { defineRoute } from "../http/route.ts";

/** Receives Postmark's reports of bounces and complaints. */
export const receiveMailEvent = defineRoute({
  id: "receiveMailEvent",
  method: "POST",
  path: "/mail-events/postmark",
  summary: "Receive bounces and complaints (for Postmark)",
  description:
    "Set this address in Postmark, with user and password, for the events Bounce, Spam complaint and Subscription change. Addresses that bounced permanently or complained get no more mail.",
  tag: "Recipients",
  auth: mailService,
  errorShape: "monitor",
  // Postmark adds the mail's content only if its owner asks for it.
  maxBodyBytes: 262_144,
  body: MailServiceEvent,
  example: { RecordType: "Bounce", Type: "HardBounce", Inactive: true, Email: "someone@example.com" },
  responses: { 200: { description: "The event was recorded or ignored.", json: MailServiceReply } },
  errors: [],
  async handle({ body, exchange }, { database, now, signingKey }) {
    const verdict = verdictOf(body);
    if (verdict !== null) {
      const { email, reason } = verdict;
      const addressHash = hashAddress(signingKey, email);
      exchange.log.info({ event: body.RecordType, reason }, "mail service reported an address");
      if (reason === null) await liftSuppression(database, addressHash);
      else await suppressAddress(database, { addressHash, emailMasked: maskEmail(email), reason, at: now() });
    }
    return { status: 200, json: { success: true } };
  },
});

/** An address to suppress or, without a reason, to release. */
type Verdict = { email: string; reason: SuppressionReason | null };

/** Types of permanent bounces. Others are temporary. */
const finalBounces = new Set(["HardBounce", "BadEmailAddress", "ManuallyDeactivated"]);

function verdictOf(event: Static<typeof MailServiceEvent>): Verdict | null {
  const { RecordType, Type, Inactive, Email, Recipient, SuppressSending, SuppressionReason: why } = event;
  switch (RecordType) {
    case "Bounce": {
      if (Email === undefined) return null;
      if (Type === "SpamComplaint") return { email: Email, reason: "complaint" };
      return Inactive === true || finalBounces.has(Type ?? "") ? { email: Email, reason: "bounce" } : null;
    }
    case "SpamComplaint":
      return Email === undefined ? null : { email: Email, reason: "complaint" };
    case "SubscriptionChange": {
      if (Recipient === undefined || SuppressSending === undefined) return null;
      return { email: Recipient, reason: SuppressSending ? (reasons[why ?? ""] ?? "inactive") : null };
    }
    default:
      return null;
  }
}

const reasons: Partial<Record<string, SuppressionReason>> = { HardBounce: "bounce", SpamComplaint: "complaint" };
