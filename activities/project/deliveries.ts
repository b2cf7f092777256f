import { createHash } from "node:crypto";
import { isDuplicateKey } from "#data/duplicateKey.ts";
import type { Database } from "#data/mongo.ts";
import type { DeliveryAttempt, DeliveryRecord, DeliveryStatus } from "#schemas/events.ts";
import { jobEvent, type JobEventType } from "../alert/jobEvent.ts";
import type { OutputSigner } from "../ports.ts";

const day = 24 * 60 * 60 * 1000;

/**
 * Records the event of a job that ended and returns its id.
 * The id is made from the fact itself, so the same fact never gets two, and the body is fixed here for every try.
 */
export async function recordJobEvent(
  { database, signer }: { database: Database; signer: OutputSigner },
  { jobId, attempt, type }: { jobId: string; attempt: number; type: JobEventType },
): Promise<string> {
  const eventId = `evt_${createHash("sha256")
    .update(JSON.stringify([type, jobId, attempt]))
    .digest("hex")
    .slice(0, 32)}`;
  const job = await database.jobs.findOne({ _id: jobId });
  if (job?.webhook === undefined) throw new Error(`Job ${jobId} has no webhook.`);
  const now = new Date();
  const delivery: DeliveryRecord = {
    _id: eventId,
    accountId: job.accountId,
    type,
    resourceId: jobId,
    target: job.webhook,
    body: JSON.stringify(jobEvent({ job, eventId, type, now, signer })),
    status: "pending",
    attempts: [],
    createdAt: now,
    completedAt: null,
    expiresAt: new Date(now.getTime() + 30 * day),
  };
  try {
    await database.deliveries.insertOne(delivery);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  return eventId;
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

/** Marks a delivery as given up. */
export async function failDelivery(database: Database, { eventId }: { eventId: string }): Promise<void> {
  await database.deliveries.updateOne({ _id: eventId }, { $set: { status: "failed", completedAt: new Date() } });
}
