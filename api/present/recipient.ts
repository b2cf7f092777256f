import type { Recipient, RecipientRecord } from "#schemas/recipient.ts";

/** A recipient that was deleted: its status no longer says that it gets mails. */
export function presentDeleted(record: RecipientRecord): Recipient {
  return { ...presentRecipient(record), status: "deleted" };
}

/** A recipient as clients see it: the address is masked, here and everywhere. */
export function presentRecipient(record: RecipientRecord): Recipient {
  const { recipientId, createdAt, emailMasked, verifiedAt, suppressed } = record;
  return {
    id: recipientId,
    status: suppressed !== null ? "suppressed" : verifiedAt === null ? "pending" : "verified",
    createdAt: createdAt.toISOString(),
    emailMasked,
    ...(verifiedAt !== null && { verifiedAt: verifiedAt.toISOString() }),
    ...(suppressed !== null && { suppressionReason: suppressed.reason }),
  };
}
