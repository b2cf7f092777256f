import type { Filter } from "mongodb";
import type { Database } from "#data/mongo.ts";
import type { AlertType, DeliveryRecord, RecoveryReason } from "#schemas/events.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import { leavesNoNews } from "#workflows/rules/notifications.ts";
import { quietUntil } from "#workflows/rules/quietHours.ts";

/** The type of the opening message that each recovery message waits for. */
export const openingTypes: Partial<Record<AlertType, AlertType>> = {
  "monitor.change_recovered": "monitor.change_detected",
  "monitor.failure_recovered": "monitor.failed",
};

/** A message to one person or channel. `openingId` is the message that opened its incident; null if it opens one itself. */
export type Message = {
  id: string;
  openingId: string | null;
  type: AlertType;
  reason: RecoveryReason | null;
  at: Date;
  /** Finds deliveries to the same person or channel. */
  receiver: Filter<DeliveryRecord>;
};

/** When a message is delivered, and after which other one. */
type Place = Pick<DeliveryRecord, "notBefore" | "after">;

/**
 * The place of a message among those to the same receiver. Null if it is not to be sent: the message that opened its incident
 * was not, or still waits for the end of quiet hours and is no news any more. Then that message is skipped, too.
 */
export async function placeMessage(
  database: Database,
  { _id: resourceId, spec }: MonitorRecord,
  message: Message,
): Promise<Place | null> {
  const { deliveries } = database;
  const { id, openingId, type, reason, at, receiver } = message;
  if (openingId !== null) {
    if (leavesNoNews(type, reason)) await skipWaiting(database, openingId, at);
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

/** Skips a message that still waits at `at` for the end of quiet hours. */
async function skipWaiting({ deliveries }: Database, _id: string, at: Date): Promise<void> {
  await deliveries.updateOne(
    { _id, status: "pending", notBefore: { $gt: at } },
    { $set: { status: "skipped", completedAt: at } },
  );
}
