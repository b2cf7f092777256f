import { createHash } from "node:crypto";
import { channelsOf } from "#data/alertTargets.ts";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { Database } from "#data/mongo.ts";
import { pendingDelivery } from "#data/pendingDelivery.ts";
import type { AlertType, ChannelDelivery } from "#schemas/events.ts";
import { notifiesRecovery } from "#rules/notifications.ts";
import { factsOfInput, type MonitorMailsInput } from "./mails.ts";
import { readMonitor } from "./monitors.ts";
import { openingTypes, orderMessage } from "./waitingMessages.ts";

/**
 * Records one message per channel of a monitor and of its alert targets for an event. Returns the deliveries' ids; none if the owner wants no message
 * that a change is over. Idempotent.
 */
export async function recordChannelMessages(database: Database, input: MonitorMailsInput): Promise<string[]> {
  const { monitorId, type, cause, version, runId } = input;
  const monitor = await readMonitor(database, monitorId);
  const { accountId, spec } = monitor;
  const at = new Date(version / 1000);
  const opening = openingTypes[type];
  const ids: string[] = [];
  for (const { channel: target, sealedFor, template } of await channelsOf(database, monitor)) {
    const channelId = target.id;
    const id = channelMessageId(type, { monitorId, cause, channelId });
    const openingId = opening === undefined ? null : channelMessageId(opening, { monitorId, cause, channelId });
    const receiver = { "target.id": channelId };
    const order = await orderMessage(database, monitor, { ...input, id, openingId, receiver, at });
    if (order === null || (type === "monitor.change_recovered" && !notifiesRecovery(spec))) continue;
    const delivery: ChannelDelivery = {
      _id: id,
      accountId,
      channel: target.type,
      type,
      resourceId: monitorId,
      runId,
      target,
      sealedFor,
      content: { ...factsOfInput(monitor, input), ...(template !== null && { template }) },
      ...pendingDelivery(at),
      ...order,
    };
    await insertIfAbsent(database.deliveries, delivery);
    ids.push(id);
  }
  return ids;
}

/** The id of a monitor's message to one channel. */
export function channelMessageId(
  type: AlertType,
  { monitorId, cause, channelId }: { monitorId: string; cause: string; channelId: string },
): string {
  const fact = [type, monitorId, cause, channelId];
  return `chn_${createHash("sha256").update(JSON.stringify(fact)).digest("hex").slice(0, 32)}`;
}
