import { createHash } from "node:crypto";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { Database } from "#data/mongo.ts";
import { pendingDelivery } from "#data/pendingDelivery.ts";
import type { DeliveryAttempt, DeliveryStatus, EventType, WebhookDelivery, WebhookEvent } from "#schemas/events.ts";
import type { WebhookTarget } from "#schemas/renders/render.ts";
import { jobEvent, type JobEventType } from "./events.ts";
import type { OutputSigner } from "../ports.ts";

/** A fact that is sent as an event. */
type EventFact = {
  type: EventType;
  accountId: string;
  resourceId: string;
  /** The monitor's run that it is about. Default: null. */
  runId?: string | null;
  /** Distinguishes this event from others of its type and resource: an attempt, a run or an instant. */
  cause: string | number;
  target: WebhookTarget;
  data: WebhookEvent["data"];
  /** The event to be delivered before this one. */
  after?: string | null;
};

/**
 * Records an event for delivery. Returns its id, which is derived from the fact, so the same fact has one event only. The body
 * is stored, so that every try sends the same bytes.
 */
export async function recordEvent(database: Database, fact: EventFact, now: Date): Promise<string> {
  const { type, accountId, resourceId, runId = null, target, data, after = null } = fact;
  const eventId = eventIdOf(fact);
  const body: WebhookEvent = { id: eventId, type, timestamp: now.toISOString(), data };
  const delivery: WebhookDelivery = {
    _id: eventId,
    accountId,
    channel: "webhook",
    type,
    resourceId,
    runId,
    target,
    body: JSON.stringify(body),
    ...pendingDelivery(now),
    after,
  };
  await insertIfAbsent(database.deliveries, delivery);
  return eventId;
}

function eventIdOf({ type, resourceId, cause }: Pick<EventFact, "type" | "resourceId" | "cause">): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([type, resourceId, cause]))
    .digest("hex");
  return `evt_${digest.slice(0, 32)}`;
}

/**
 * Records the event of a job that has ended. Returns its id. If the job has gone on to a later attempt, nothing is recorded: the
 * result is an event that was recorded before and not delivered, else null.
 */
export async function recordJobEvent(
  { database, signer }: { database: Database; signer: OutputSigner },
  { jobId, attempt, type }: { jobId: string; attempt: number; type: JobEventType },
): Promise<string | null> {
  const job = await database.jobs.findOne({ _id: jobId });
  if (job?.webhook === undefined) throw new Error(`Job ${jobId} has no webhook.`);
  const fact = { type, resourceId: jobId, cause: attempt };
  if (job.attempts > attempt) return findUndelivered(database, eventIdOf(fact));
  const now = new Date();
  const { accountId, webhook: target } = job;
  const data = jobEvent({ job, now, signer });
  return recordEvent(database, { ...fact, accountId, target, data }, now);
}

async function findUndelivered({ deliveries }: Database, eventId: string): Promise<string | null> {
  const delivery = await deliveries.findOne({ _id: eventId });
  return delivery?.status === "pending" ? eventId : null;
}

/** Adds a try to a delivery's record. */
export async function recordAttempt(
  database: Database,
  { eventId, attempt, status }: { eventId: string; attempt: DeliveryAttempt; status: DeliveryStatus },
): Promise<void> {
  await database.deliveries.updateOne(
    { _id: eventId },
    { $push: { attempts: attempt }, $set: { status, completedAt: status === "pending" ? null : attempt.at } },
  );
}

/** Ends a delivery that is not to be tried any more. */
export async function skipDelivery(
  { deliveries }: Database,
  { eventId, at }: { eventId: string; at: Date },
): Promise<void> {
  await deliveries.updateOne({ _id: eventId, status: "pending" }, { $set: { status: "skipped", completedAt: at } });
}

/** Marks a delivery as failed, unless it was replayed since. `replay` is the workflow's number of replays. */
export async function failDelivery(
  { deliveries }: Database,
  { eventId, replay = 0 }: { eventId: string; replay?: number },
): Promise<void> {
  await deliveries.updateOne(
    { _id: eventId, replays: replay },
    { $set: { status: "failed", completedAt: new Date() } },
  );
}
