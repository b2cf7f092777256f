import { isDuplicateKey } from "#data/duplicateKey.ts";
import type { Database } from "#data/mongo.ts";
import type { OutboxRecord } from "#schemas/job.ts";

/** What a workflow could not be told. */
type PendingSignal = Pick<OutboxRecord, "_id" | "type" | "accountId">;

/** Has the reconciler tell a workflow what it could not be told now; what it is, it reads from the resource's record. */
export async function deferToReconciler({ outbox }: Database, untold: PendingSignal, createdAt: Date): Promise<void> {
  try {
    await outbox.insertOne({ ...untold, jobIds: [], createdAt });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
