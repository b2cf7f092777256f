import type { RepeatableDelivery } from "#schemas/events.ts";
import type { Database } from "./mongo.ts";

/** Whether a delivery still has a receiver: its monitor and, for a channel, this channel of it were not deleted. */
export async function hasReceiver({ monitors }: Database, delivery: RepeatableDelivery): Promise<boolean> {
  const { channel, type, resourceId, target } = delivery;
  if (type !== "channel.test" && !type.startsWith("monitor.")) return true;
  const monitor = await monitors.findOne(
    { _id: resourceId },
    { projection: { "spec.wanted": 1, "spec.channels.id": 1 } },
  );
  if (monitor === null || monitor.spec.wanted === "deleted") return false;
  return channel === "webhook" || monitor.spec.channels.some(({ id }) => id === target.id);
}
