import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { Database } from "#data/mongo.ts";
import type { DeliveryRecord, WebhookDelivery } from "#schemas/events.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import { ApiError } from "../http/errors.ts";
import { dispatch } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";

/** Of the outbox entries of replays; the delivery's id follows. */
const prefix = "replay:";

/**
 * Delivers a webhook again: the same id and body to the same receiver, on the same schedule of tries. Nothing is begun
 * where a delivery is under way. Rejects with `not_replayable` for an e-mail.
 */
export async function replayDelivery(ports: ApiPorts, record: DeliveryRecord): Promise<WebhookDelivery> {
  if (record.channel !== "webhook") throw new ApiError("not_replayable");
  if (record.status === "pending") return record;
  const { _id, accountId, type } = record;
  const entry: OutboxRecord = {
    _id: `${prefix}${_id}`,
    type: "webhookDelivery",
    accountId,
    jobIds: [],
    createdAt: ports.now(),
  };
  const replay = record.replays + 1;
  await note(ports, entry, replay);
  const reopened = await reopenDelivery(ports.database, record);
  await dispatch(ports, {
    entry,
    order: { type: "webhookDelivery", input: { eventId: _id, accountId, type, replay } },
  });
  return reopened ?? { ...record, status: "pending", completedAt: null };
}

/** The webhook after its `attempt`th replay, or null if that replay did not start. */
export async function findReplayed(
  { deliveries }: Database,
  { id, attempt }: { id: string; attempt: number },
): Promise<WebhookDelivery | null> {
  const record = await deliveries.findOne({ _id: id.slice(prefix.length) });
  return record?.channel === "webhook" && record.replays >= attempt ? record : null;
}

/** One that asks at the same time may have noted it already. */
async function note({ database, recordOutboxEntry }: ApiPorts, entry: OutboxRecord, attempt: number): Promise<void> {
  await recordOutboxEntry(entry._id, attempt);
  await insertIfAbsent(database.outbox, entry);
}

/** Opens an ended webhook for its next replay; null where another request was faster. */
async function reopenDelivery(
  { deliveries }: Database,
  { _id, replays }: WebhookDelivery,
): Promise<WebhookDelivery | null> {
  const reopened = await deliveries.findOneAndUpdate(
    { _id, channel: "webhook", status: { $ne: "pending" }, replays },
    { $set: { status: "pending", completedAt: null, replays: replays + 1 } },
    { returnDocument: "after" },
  );
  return reopened?.channel === "webhook" ? reopened : null;
}
