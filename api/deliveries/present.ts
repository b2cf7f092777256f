import type { Delivery, DeliveryAttempt, DeliveryRecord } from "#schemas/events.ts";

/** A delivery as clients see it; where it goes to and the secret it is signed with stay inside. */
export function presentDelivery(record: DeliveryRecord): Delivery {
  const { _id, channel, type, resourceId, status, attempts, replays } = record;
  return {
    id: _id,
    channel,
    type,
    resourceId,
    status,
    ...(record.channel === "webhook"
      ? { signed: record.target.secret !== undefined }
      : { emailMasked: record.emailMasked }),
    attempts: attempts.map(presentAttempt),
    replays,
    createdAt: record.createdAt.toISOString(),
    completedAt: record.completedAt?.toISOString() ?? null,
    expiresAt: record.expiresAt.toISOString(),
  };
}

/** The same with what it says. */
export function presentWithBody(record: DeliveryRecord) {
  return { ...presentDelivery(record), body: record.channel === "webhook" ? record.body : null };
}

function presentAttempt({ at, ...attempt }: DeliveryAttempt): Delivery["attempts"][number] {
  return { at: at.toISOString(), ...attempt };
}
