import type { Database } from "#data/mongo.ts";
import type { WebhookDelivery } from "#schemas/events.ts";

/** Opens an ended webhook again, so that it can be delivered anew; null where another request was faster. */
export async function reopenDelivery(
  { deliveries }: Database,
  { _id }: WebhookDelivery,
): Promise<WebhookDelivery | null> {
  const reopened = await deliveries.findOneAndUpdate(
    { _id, channel: "webhook", status: { $ne: "pending" } },
    { $set: { status: "pending", completedAt: null }, $inc: { replays: 1 } },
    { returnDocument: "after" },
  );
  return reopened?.channel === "webhook" ? reopened : null;
}
