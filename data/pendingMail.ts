import type { EmailDelivery } from "#schemas/events.ts";
import { retentionMs } from "#schemas/settings/retention.ts";

type PendingFields =
  | "channel"
  | "after"
  | "notBefore"
  | "status"
  | "attempts"
  | "replays"
  | "sendingSince"
  | "messageId"
  | "createdAt"
  | "completedAt"
  | "expiresAt";

/** The fields that every mail has when it is recorded, before its first try. It waits for nothing. */
export function pendingMail(createdAt: Date): Pick<EmailDelivery, PendingFields> {
  return {
    channel: "email",
    after: null,
    notBefore: null,
    status: "pending",
    attempts: [],
    replays: 0,
    sendingSince: null,
    messageId: null,
    createdAt,
    completedAt: null,
    expiresAt: new Date(createdAt.getTime() + retentionMs.delivery),
  };
}
