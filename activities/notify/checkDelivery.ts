import type { Database } from "#data/mongo.ts";
import { type AlertFacts, type AlertType, type DeliveryRecord, isAlertType } from "#schemas/events.ts";
import { days } from "#schemas/settings/retention.ts";
import { channelMessageId } from "../projections/channels.ts";
import { skipDelivery } from "../projections/deliveries.ts";
import { alertMailId } from "../projections/mails.ts";
import { readMonitor } from "../projections/monitors.ts";
import { openingTypes } from "../projections/waitingMessages.ts";
import { mayNotify } from "./mayNotify.ts";

/** Longest wait for a previous delivery. Its tries take less; only a delivery that an operator ended takes longer. */
const maxWaitMs = days(2);

/** Whether a delivery may start. `until` is the end of quiet hours, milliseconds since 1970; null for any other wait. */
export type DeliveryReadiness = { state: "ready" | "waiting" | "skipped"; until: number | null };

/** `now` is the workflow time, milliseconds since 1970. */
export type CheckDeliveryInput = { eventId: string; now: number };

/**
 * Whether a delivery may start: its quiet hours are over, and the previous delivery has ended, was removed, or is older than two
 * days. A message that waited for the end of quiet hours is skipped if it is not wanted any more.
 */
export async function checkDelivery(
  database: Database,
  { eventId, now }: CheckDeliveryInput,
): Promise<DeliveryReadiness> {
  const delivery = await database.deliveries.findOne({ _id: eventId });
  if (delivery === null) return { state: "ready", until: null };
  const { status, notBefore, after } = delivery;
  if (status === "skipped") return { state: "skipped", until: null };
  if (notBefore !== null && notBefore.getTime() > now) return { state: "waiting", until: notBefore.getTime() };
  const before = after === null ? null : await database.deliveries.findOne({ _id: after });
  const hasPrevious = before?.status === "pending" && before.createdAt.getTime() >= now - maxWaitMs;
  if (hasPrevious) return { state: "waiting", until: null };
  if (notBefore === null || (await isWanted(database, delivery, now))) return { state: "ready", until: null };
  await skipDelivery(database, { eventId, at: new Date(now) });
  return { state: "skipped", until: null };
}

/**
 * Whether a message is still to be sent: not of a monitor that is muted or deleted, and not of an acknowledged incident. The end
 * of an incident is skipped if its opening was.
 */
async function isWanted(database: Database, delivery: DeliveryRecord, now: number): Promise<boolean> {
  const alert = alertOf(delivery);
  if (alert === null) return true;
  const { type, monitorId, runId, incident, openingId } = alert;
  const { spec } = await readMonitor(database, monitorId);
  const version = now * 1_000;
  if (spec.wanted === "deleted" || !(await mayNotify(database, { monitorId, type, runId, incident, version })))
    return false;
  const opening = openingId === null ? null : await database.deliveries.findOne({ _id: openingId });
  return opening?.status !== "skipped";
}

type Alert = Pick<AlertFacts, "monitorId" | "runId" | "incident"> & { type: AlertType; openingId: string | null };

/** The facts of a delivery about a monitor; null if it is about something else. `openingId` is the message that opened its incident. */
function alertOf(delivery: DeliveryRecord): Alert | null {
  if (delivery.channel === "webhook") return null;
  if (delivery.channel === "email") {
    const { type, content, recipientId } = delivery;
    if (content.kind !== "alert" || !isAlertType(type)) return null;
    return alertFrom(type, content, (opening, fact) => alertMailId(opening, { ...fact, recipientId }));
  }
  const { type, content, target } = delivery;
  if (content === null || type === "channel.test") return null;
  return alertFrom(type, content, (opening, fact) => channelMessageId(opening, { ...fact, channelId: target.id }));
}

function alertFrom(
  type: AlertType,
  { monitorId, runId, incident }: AlertFacts,
  idOf: (opening: AlertType, fact: { monitorId: string; cause: string }) => string,
): Alert {
  const opening = openingTypes[type];
  const hasOpening = opening !== undefined && incident !== null;
  return {
    type,
    monitorId,
    runId,
    incident,
    openingId: hasOpening ? idOf(opening, { monitorId, cause: incident.id }) : null,
  };
}
