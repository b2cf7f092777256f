import type { Database } from "#data/mongo.ts";
import { batchEvent } from "../alert/batchEvent.ts";
import type { OutputSigner } from "../ports.ts";
import { recordEvent } from "./deliveries.ts";
import { type JobEnd, settleJob } from "./settleJob.ts";

/** Writes the same end to jobs at their first attempt. */
export async function settleJobs(
  database: Database,
  { jobIds, end, version }: { jobIds: string[]; end: JobEnd; version: number },
): Promise<void> {
  await Promise.all(jobIds.map((jobId) => settleJob(database, { jobId, attempt: 1, end, version })));
}

/** How many jobs of a batch have not ended. */
export function countUnfinished({ jobs }: Database, { batchId }: { batchId: string }): Promise<number> {
  return jobs.countDocuments({ batchId, status: { $in: ["queued", "in_progress"] } });
}

export type SettleBatchInput = { batchId: string; status: "completed" | "cancelled"; /** ISO instant. */ at: string };

/** Writes the end of a batch; the first one stays. */
export async function settleBatch({ batches }: Database, { batchId, status, at }: SettleBatchInput): Promise<void> {
  await batches.updateOne({ _id: batchId, status: "open" }, { $set: { status, completedAt: new Date(at) } });
}

/** Records the event of a batch whose pages have all ended and returns its id. */
export async function recordBatchEvent(
  { database, signer }: { database: Database; signer: OutputSigner },
  { batchId }: { batchId: string },
): Promise<string> {
  const batch = await database.batches.findOne({ _id: batchId });
  if (batch?.webhook === undefined) throw new Error(`Batch ${batchId} has no webhook.`);
  const jobs = await database.jobs.find({ batchId }).sort({ _id: 1 }).toArray();
  const { accountId, webhook: target } = batch;
  const data = batchEvent({ batch, jobs, signer });
  const fact = { type: "batch.completed", accountId, resourceId: batchId, occasion: "end", target, data } as const;
  return recordEvent(database, fact, new Date());
}
