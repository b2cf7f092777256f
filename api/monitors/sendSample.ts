import { createHash } from "node:crypto";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { ChannelDelivery } from "#schemas/events.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import type { ChannelRecord } from "#schemas/monitor/channels.ts";
import { retentionMs } from "#schemas/settings/retention.ts";
import { countSending } from "../deliveries/countSending.ts";
import type { Reservation } from "../http/idempotency.ts";
import { dispatch, writeEntry } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";

/** A channel of a monitor or of an alert target, and the id and account of that record. */
type Sample = { of: { _id: string; accountId: string }; channel: ChannelRecord; reservation: Reservation };

/**
 * Records a sample for a channel and starts its delivery. A repeat of the call sends nothing more.
 * @throws ApiError `rate_limited`.
 */
export async function sendSample(
  ports: ApiPorts,
  { of, channel: target, reservation }: Sample,
): Promise<ChannelDelivery> {
  const { id, at } = reservation;
  const { _id: resourceId, accountId } = of;
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
    after: null,
    notBefore: null,
    status: "pending",
    attempts: [],
    replays: 0,
    createdAt: at,
    completedAt: null,
    expiresAt: new Date(at.getTime() + retentionMs.delivery),
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
  return delivery;
}
