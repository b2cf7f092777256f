import type { Filter } from "mongodb";
import type { Database } from "#data/mongo.ts";
import type { AlertType, DeliveryRecord, RecoveryReason } from "#schemas/events.ts";
import type { MonitorRecord, OpenIncident } from "#schemas/monitor/monitor.ts";
import { leavesNoNews } from "#rules/notifications.ts";
import { quietUntil } from "#rules/quietUntil.ts";

/** The type of the opening message that each recovery message waits for. */
export const openingTypes: Partial<Record<AlertType, AlertType>> = {
  "monitor.change_recovered": "monitor.change_detected",
  "monitor.failure_recovered": "monitor.failed",
  "monitor.expectation_recovered": "monitor.expectation_broken",
};

/** A message to one person or channel. `openingId` is the message that opened its incident; null if it opens one itself. */
export type Message = {
  id: string;
  openingId: string | null;
  type: AlertType;
  incident: OpenIncident | null;
  reason: RecoveryReason | null;
  at: Date;
  /** Finds deliveries to the same person or channel. */
  receiver: Filter<DeliveryRecord>;
};

/** When a message is delivered, and after which other one. */
type MessageOrder = Pick<DeliveryRecord, "notBefore" | "after">;

/**
 * The order of a message among those to the same receiver. Null if the opening message was never sent, or is still held by quiet
 * hours. Then the waiting messages about the incident are skipped, too.
 */
export async function orderMessage(
  database: Database,
  { _id: resourceId, spec }: MonitorRecord,
  message: Message,
): Promise<MessageOrder | null> {
  const { deliveries } = database;
  const { id, openingId, type, incident, reason, at, receiver } = message;
  if (openingId !== null) {
    if (incident !== null && leavesNoNews(type, reason)) {
      await skipWaiting(
        database,
        { ...receiver, resourceId, "content.incident.id": incident.id, _id: { $ne: id } },
        at,
      );
    }
    if ((await deliveries.findOne({ _id: openingId }))?.status === "skipped") return null;
  }
  const notBefore = quietUntil(spec, at);
  if (notBefore === null) return { notBefore, after: openingId };
  const waiting = { resourceId, status: "pending", notBefore: { $ne: null }, _id: { $ne: id } } as const;
  const [last] = await deliveries
    .find({ ...receiver, ...waiting })
    .sort({ createdAt: -1 })
    .limit(1)
    .toArray();
  return { notBefore, after: last?._id ?? openingId };
}

/** Skips messages that still wait at `at` for the end of quiet hours. */
async function skipWaiting({ deliveries }: Database, messages: Filter<DeliveryRecord>, at: Date): Promise<void> {
  await deliveries.updateMany(
    { ...messages, status: "pending", notBefore: { $gt: at } },
    { $set: { status: "skipped", completedAt: at } },
  );
}
