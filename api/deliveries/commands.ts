import type { Database } from "#data/mongo.ts";
import type { DeliveryRecord, RepeatableDelivery } from "#schemas/events.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import { ApiError } from "../http/errors.ts";
import type { Reservation } from "../http/idempotency.ts";
import { dispatch, writeEntry } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";
import { countSending, refuseWithoutReceiver } from "./countSending.ts";

/**
 * Delivers a webhook or a message to a channel again, with the same schedule of tries. A webhook has the same id and body. Starts nothing while a
 * delivery is under way, or if an earlier call with the same key made the replay.
 * @throws ApiError `not_replayable` for an e-mail, or if the monitor or the channel was deleted; `rate_limited`.
 */
export async function replayDelivery(
  ports: ApiPorts,
  record: DeliveryRecord,
  reservation: Reservation,
): Promise<RepeatableDelivery> {
  if (record.channel === "email") throw new ApiError("not_replayable");
  const { _id, accountId, type, status, replays } = record;
  const next = status === "pending" ? replays : replays + 1;
  const chosen = await reservation.chooseAttempts(async () => [{ id: _id, attempt: next }]);
  const isMade = chosen.some(({ attempt }) => replays >= attempt);
  if (isMade) return record;
  await refuseWithoutReceiver(ports, record);
  await countSending(ports, record);
  const entry: OutboxRecord = {
    _id: `replay:${_id}`,
    type: "webhookDelivery",
    accountId,
    jobIds: [],
    createdAt: ports.now(),
  };
  // A concurrent call may have written the entry.
  await writeEntry(ports.database, entry, reservation);
  const reopened = await reopenDelivery(ports.database, record);
  const input = { eventId: _id, accountId, type, replay: next };
  await dispatch(ports, { entry, order: { type: "webhookDelivery", input } });
  return reopened ?? { ...record, status: "pending", completedAt: null };
}

/** Sets an ended delivery to pending for its next replay. Returns null if another call was faster. */
async function reopenDelivery(
  { deliveries }: Database,
  { _id, replays }: RepeatableDelivery,
): Promise<RepeatableDelivery | null> {
  const reopened = await deliveries.findOneAndUpdate(
    { _id, status: { $ne: "pending" }, replays },
    { $set: { status: "pending", completedAt: null, replays: replays + 1 } },
    { returnDocument: "after" },
  );
  return reopened === null || reopened.channel === "email" ? null : reopened;
}
