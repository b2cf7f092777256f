import type { Priority } from "#schemas/common.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import { type RenderJobInput, renderJobInput } from "#workflows/messages.ts";
import type { ActivityPorts } from "../ports.ts";
import { appendRefund } from "../project/settleJob.ts";

/** An accepted job whose workflow has not been seen to start. */
export type UndispatchedJob = { input: RenderJobInput; priority: Priority; cancelRequested: boolean };

/** How long the API has to finish an acceptance itself, milliseconds: to start the workflow, and to write the record. */
const startGrace = 5_000;
const recordGrace = 60_000;

/**
 * Looks at acceptances that were not finished, oldest first, 50 at most: returns the jobs that are to be started,
 * gives back the charge of those that never got a record, and forgets those that are under way after all.
 */
export async function sweepOutbox(ports: ActivityPorts, now: Date): Promise<UndispatchedJob[]> {
  const { jobs, outbox } = ports.database;
  const entries = await outbox
    .find({ createdAt: { $lt: new Date(now.getTime() - startGrace) } })
    .sort({ _id: 1 })
    .limit(50)
    .toArray();
  const waiting: UndispatchedJob[] = [];
  for (const entry of entries) {
    const job = await jobs.findOne({ _id: entry._id });
    if (job === null) await undo(ports, entry, now);
    else if (job.status !== "queued") await outbox.deleteOne({ _id: entry._id });
    else
      waiting.push({
        input: renderJobInput(job),
        priority: job.priority,
        cancelRequested: job.cancelRequestedAt !== null,
      });
  }
  return waiting;
}

/** The API died before the record: there was no 202, so there is no job, and what was charged for it is given back. */
async function undo(
  { database, logger }: ActivityPorts,
  { _id: jobId, accountId, createdAt }: OutboxRecord,
  now: Date,
): Promise<void> {
  if (now.getTime() - createdAt.getTime() < recordGrace) return;
  const charge = await database.ledger.findOne({ _id: `charge:${jobId}:1` });
  if (charge !== null) {
    logger.warn({ jobId, accountId }, "charge without a job released");
    await appendRefund(database, { ...charge, _id: `refund:${jobId}:1`, credits: -charge.credits, at: now });
  }
  await database.outbox.deleteOne({ _id: jobId });
}
