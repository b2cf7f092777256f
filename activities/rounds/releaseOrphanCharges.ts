import type { ActivityPorts } from "../ports.ts";
import { appendRefund } from "../project/settleJob.ts";

const minute = 60 * 1000;

/**
 * Gives back credits that were reserved for a job whose record was never written, because the API died in between.
 * Looks at the charges of the last day that are at least ten minutes old.
 */
export async function releaseOrphanCharges({ database, logger }: ActivityPorts, now: Date): Promise<void> {
  const charges = await database.ledger
    .find({
      credits: { $gt: 0 },
      at: { $gt: new Date(now.getTime() - 24 * 60 * minute), $lt: new Date(now.getTime() - 10 * minute) },
    })
    .toArray();
  for (const charge of charges) {
    const job = await database.jobs.findOne({ _id: charge.jobId }, { projection: { _id: 1 } });
    if (job !== null) continue;
    logger.warn({ jobId: charge.jobId, accountId: charge.accountId }, "charge without a job released");
    await appendRefund(database, { ...charge, _id: `refund:${charge.jobId}:1`, credits: -charge.credits, at: now });
  }
}
