import { randomBytes } from "node:crypto";
import type { EmailDelivery } from "#schemas/events.ts";

/** A mail to the account's own address that waits to be sent. */
export function emailDelivery(accountId: string, changes: Partial<EmailDelivery> = {}): EmailDelivery {
  const createdAt = new Date();
  const monitorId = "01900000-0000-7000-8000-000000000000";
  return {
    _id: `eml_${randomBytes(16).toString("hex")}`,
    accountId,
    channel: "email",
    type: "monitor.paused",
    resourceId: monitorId,
    runId: null,
    recipientId: null,
    emailMasked: "s***@e***.com",
    content: {
      kind: "alert",
      monitorId,
      name: "Prices",
      runId: null,
      incident: null,
      reason: null,
      at: createdAt,
    },
    after: null,
    notBefore: null,
    status: "pending",
    attempts: [],
    replays: 0,
    sendingSince: null,
    messageId: null,
    createdAt,
    completedAt: null,
    expiresAt: new Date(createdAt.getTime() + 86_400_000),
    ...changes,
  };
}
