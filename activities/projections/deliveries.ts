import { createHash } from "node:crypto";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { Database } from "#data/mongo.ts";
import type { DeliveryAttempt, DeliveryStatus, EventType, WebhookDelivery, WebhookEvent } from "#schemas/events.ts";
import type { WebhookTarget } from "#schemas/renders/render.ts";
import { jobEvent, type JobEventType } from "../notify/events.ts";
import type { OutputSigner } from "../ports.ts";

const day = 24 * 60 * 60 * 1000;

/** Something that happened and that somebody wants to hear of. */
type EventFact = {
  type: EventType;
  accountId: string;
  resourceId: string;
  /** What tells this event from others of its type and resource: an attempt, a run, an instant. */
  occasion: string | number;
  target: WebhookTarget;
  data: WebhookEvent["data"];
  /** An event whose delivery must have ended before this one's begins. */
  after?: string | null;
};

/**
 * Records an event to be delivered and returns its id.
 * The id is made from the fact itself, so the same fact never gets two, and the body is fixed here for every try.
 */
export async function recordEvent(database: Database, fact: EventFact, now: Date): Promise<string> {
  const { type, accountId, resourceId, target, data, after = null } = fact;
  const eventId = eventIdOf(fact);
  const body: WebhookEvent = { id: eventId, type, timestamp: now.toISOString(), data };
  const delivery: WebhookDelivery = {
    _id: eventId,
    accountId,
    channel: "webhook",
    type,
    resourceId,
    target,
    body: JSON.stringify(body),
    after,
    status: "pending",
    attempts: [],
    replays: 0,
    createdAt: now,
    completedAt: null,
    expiresAt: new Date(now.getTime() + 30 * day),
  };
  await insertIfAbsent(database.deliveries, delivery);
  return eventId;
}

function eventIdOf({ type, resourceId, occasion }: Pick<EventFact, "type" | "resourceId" | "occasion">): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([type, resourceId, occasion]))
    .digest("hex");
  return `evt_${digest.slice(0, 32)}`;
}

/**
 * Records the event of a job that ended and returns its id. Of an attempt after which the job has gone on to a later one nothing
 * can be told that was not recorded before: null then, as where it was delivered already.
 */
export async function recordJobEvent(
  { database, signer }: { database: Database; signer: OutputSigner },
  { jobId, attempt, type }: { jobId: string; attempt: number; type: JobEventType },
): Promise<string | null> {
  const job = await database.jobs.findOne({ _id: jobId });
  if (job?.webhook === undefined) throw new Error(`Job ${jobId} has no webhook.`);
  const which = { type, resourceId: jobId, occasion: attempt };
  if (job.attempts > attempt) return findUndelivered(database, eventIdOf(which));
  const now = new Date();
  const { accountId, webhook: target } = job;
  const data = jobEvent({ job, now, signer });
  return recordEvent(database, { ...which, accountId, target, data }, now);
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

/** Marks a delivery as given up, unless it was replayed since. `replay` counts the replays known to the caller. */
export async function failDelivery(
  { deliveries }: Database,
  { eventId, replay = 0 }: { eventId: string; replay?: number },
): Promise<void> {
  await deliveries.updateOne(
    { _id: eventId, replays: replay },
    { $set: { status: "failed", completedAt: new Date() } },
  );
}

/** How long one delivery is waited for, milliseconds: longer than its tries take, but not for good where an operator ended it. */
const maxWaitMs = 2 * day;

/** Whether a delivery may begin: the one it has to wait for has been delivered, or given up, or is gone or long overdue. */
export async function canDeliver(database: Database, { eventId }: { eventId: string }): Promise<boolean> {
  const delivery = await database.deliveries.findOne({ _id: eventId });
  if (delivery === null || delivery.after === null) return true;
  const before = await database.deliveries.findOne({ _id: delivery.after });
  return before === null || before.status !== "pending" || before.createdAt.getTime() < Date.now() - maxWaitMs;
}
