import type { DeliveryRecord, EmailDelivery } from "#schemas/events.ts";
import { retentionMs } from "#schemas/settings/retention.ts";

type Pending = Pick<
  DeliveryRecord,
  "after" | "notBefore" | "status" | "attempts" | "replays" | "createdAt" | "completedAt" | "expiresAt"
>;

/** The fields that every delivery has when it is recorded, before its first try. It waits for nothing. */
export function pendingDelivery(createdAt: Date): Pending {
  return {
    after: null,
    notBefore: null,
    status: "pending",
    attempts: [],
    replays: 0,
    createdAt,
    completedAt: null,
    expiresAt: new Date(createdAt.getTime() + retentionMs.delivery),
  };
}

/** The same for a mail. */
export function pendingMail(createdAt: Date): Pending & Pick<EmailDelivery, "channel" | "sendingSince" | "messageId"> {
  return { ...pendingDelivery(createdAt), channel: "email", sendingSince: null, messageId: null };
}
