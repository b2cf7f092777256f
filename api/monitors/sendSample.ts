import { createHash } from "node:crypto";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import { pendingDelivery } from "#data/pendingDelivery.ts";
import { type ChannelDelivery, DeliveryReply } from "#schemas/events.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import type { ChannelRecord } from "#schemas/monitor/channels.ts";
import { countSending } from "../deliveries/countSending.ts";
import { presentWithBody } from "../deliveries/present.ts";
import { ApiError } from "../http/errors.ts";
import type { Reservation } from "../http/idempotency.ts";
import { dispatch, writeEntry } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";

/** A monitor or an alert target, and one of its channels. */
type Sample = {
  from: { _id: string; accountId: string; name: string; channels: readonly ChannelRecord[] };
  channelId: string;
  reservation: Reservation;
};

/** The 202 reply to the order of a sample. */
export const sampleReply = {
  description: "The sample's delivery was started.",
  json: DeliveryReply,
  links: { getDelivery: "$response.body#/delivery/id" },
} as const;

/**
 * Records a sample for a channel and starts its delivery. A repeat of the call sends nothing more.
 * @throws ApiError `not_found` without such a channel, or `rate_limited`.
 */
export async function sendSample(ports: ApiPorts, { from, channelId, reservation }: Sample) {
  const target = from.channels.find((channel) => channel.id === channelId.toLowerCase());
  if (target === undefined) throw new ApiError("not_found");
  const { id, at } = reservation;
  const { _id: resourceId, accountId, name } = from;
  const type = "channel.test";
  const delivery: ChannelDelivery = {
    _id: `chn_${createHash("sha256").update(id).digest("hex").slice(0, 32)}`,
    accountId,
    channel: target.type,
    type,
    resourceId,
    runId: null,
    target,
    sealedFor: resourceId,
    content: null,
    ...pendingDelivery(at),
  };
  await countSending(ports, delivery);
  const { _id: eventId } = delivery;
  const entry: OutboxRecord = {
    _id: `replay:${eventId}`,
    type: "webhookDelivery",
    accountId,
    jobIds: [],
    createdAt: ports.now(),
  };
  await writeEntry(ports.database, entry, reservation);
  await insertIfAbsent(ports.database.deliveries, delivery);
  await dispatch(ports, { entry, order: { type: "webhookDelivery", input: { eventId, accountId, type } } });
  return { success: true, delivery: presentWithBody(delivery, new Map([[resourceId, name]])) } as const;
}
