import type { ChannelDelivery, WebhookDelivery } from "#schemas/events.ts";
import { channelsOf, choosingFields } from "./alertTargets.ts";
import type { Database } from "./mongo.ts";

/** The fields of a monitor that say whom it tells. The rest of its channels is sealed and not needed. */
const projection = { accountId: 1, "spec.wanted": 1, ...inSpec(...choosingFields, "channels.id") };

function inSpec(...names: string[]): Record<string, 1> {
  return Object.fromEntries(names.map((name) => [`spec.${name}`, 1]));
}

type Fields = "channel" | "type" | "resourceId" | "target";
type Addressed = Pick<WebhookDelivery, Fields> | Pick<ChannelDelivery, Fields>;

/**
 * Whether a delivery still has a receiver: its monitor or, for a sample, its target was not deleted, and for a channel, they
 * still tell it.
 */
export async function hasReceiver(database: Database, delivery: Addressed): Promise<boolean> {
  const { channel, type, resourceId, target } = delivery;
  if (type !== "channel.test" && !type.startsWith("monitor.")) return true;
  const monitor = await database.monitors.findOne({ _id: resourceId }, { projection });
  if (monitor === null) return channel !== "webhook" && isTargetsOwn(database, { targetId: resourceId, id: target.id });
  if (monitor.spec.wanted === "deleted") return false;
  return channel === "webhook" || (await channelsOf(database, monitor)).some((each) => each.channel.id === target.id);
}

/** Whether a target has a channel. */
async function isTargetsOwn(
  { alertTargets }: Database,
  { targetId, id }: { targetId: string; id: string },
): Promise<boolean> {
  const target = await alertTargets.findOne({ _id: targetId });
  return target !== null && target.channels.some((channel) => channel.id === id);
}
