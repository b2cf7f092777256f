import { unfinished } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import { batchEvent } from "./events.ts";
import type { OutputSigner } from "../ports.ts";
import { recordEvent } from "./deliveries.ts";
import { settleJob } from "./jobs.ts";

export type CancelPagesInput = { pages: { jobId: string; fingerprint: string }[]; version: number };

/** Cancels pages of a batch that did not start. Pages that were completed from the cache stay completed. */
export async function cancelPages(database: Database, { pages, version }: CancelPagesInput): Promise<void> {
  const end = { status: "cancelled" } as const;
  const ids = pages.map(({ jobId }) => jobId);
  const open = await database.jobs
    .find({ _id: { $in: ids }, status: unfinished }, { projection: { fingerprint: 1 } })
    .toArray();
  await Promise.all(
    open.map(({ _id: jobId, fingerprint }) => settleJob(database, { jobId, attempt: 1, end, version, fingerprint })),
  );
}

/** The number of jobs of a batch that have not ended. */
export function countUnfinished({ jobs }: Database, { batchId }: { batchId: string }): Promise<number> {
  return jobs.countDocuments({ batchId, status: unfinished });
}

export type SettleBatchInput = { batchId: string; status: "completed" | "cancelled"; /** ISO instant. */ at: string };

/** Writes the end of a batch. Later calls change nothing. */
export async function settleBatch({ batches }: Database, { batchId, status, at }: SettleBatchInput): Promise<void> {
  await batches.updateOne({ _id: batchId, status: "open" }, { $set: { status, completedAt: new Date(at) } });
}

/** Records the event of a batch that has ended. Returns the event's id. */
export async function recordBatchEvent(
  { database, signer }: { database: Database; signer: OutputSigner },
  { batchId }: { batchId: string },
): Promise<string> {
  const batch = await database.batches.findOne({ _id: batchId });
  if (batch?.webhook === undefined) throw new Error(`Batch ${batchId} has no webhook.`);
  const jobs = await database.jobs.find({ batchId }).sort({ _id: 1 }).toArray();
  const { accountId, webhook: target } = batch;
  const data = batchEvent({ batch, jobs, signer });
  const fact = { type: "batch.completed", accountId, resourceId: batchId, cause: "end", target, data } as const;
  return recordEvent(database, fact, new Date());
}
