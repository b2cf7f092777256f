import type { Delivery, DeliveryAttempt, DeliveryRecord } from "#schemas/events.ts";

/**
 * A delivery as clients see it, without the receiver and the signing secret. `names` has those of the monitors by their
 * ids.
 */
export function presentDelivery(record: DeliveryRecord, names: ReadonlyMap<string, string>): Delivery {
  const { _id, channel, type, resourceId, runId, status, attempts, replays } = record;
  const resourceName = names.get(resourceId);
  return {
    id: _id,
    channel,
    type,
    resourceId,
    ...(resourceName !== undefined && { resourceName }),
    runId,
    status,
    ...receiverOf(record),
    notBefore: record.notBefore?.toISOString() ?? null,
    attempts: attempts.map(presentAttempt),
    replays,
    createdAt: record.createdAt.toISOString(),
    completedAt: record.completedAt?.toISOString() ?? null,
    expiresAt: record.expiresAt.toISOString(),
  };
}

function receiverOf(record: DeliveryRecord): Pick<Delivery, "signed" | "emailMasked" | "channelId" | "host"> {
  if (record.channel === "webhook") return { signed: record.target.secret !== undefined };
  if (record.channel === "email") return { emailMasked: record.emailMasked };
  return { channelId: record.target.id, host: record.target.host };
}

/** A delivery as clients see it, with its body. */
export function presentWithBody(record: DeliveryRecord, names: ReadonlyMap<string, string>) {
  return { ...presentDelivery(record, names), body: record.channel === "webhook" ? record.body : null };
}

function presentAttempt({ at, ...attempt }: DeliveryAttempt): Delivery["attempts"][number] {
  return { at: at.toISOString(), ...attempt };
}
