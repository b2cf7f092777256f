import type { JobRecord, OutboxRecord } from "#schemas/job.ts";
import type { PlanName } from "#schemas/plans.ts";
import { completeTransfer } from "#data/creditMoves.ts";
import { reserveCredits } from "#data/credits.ts";
import { isDuplicateKey } from "#data/duplicateKey.ts";
import { chargeOf } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import { reopenJob } from "#data/retries.ts";
import { renderJobInput } from "#workflows/messages.ts";
import { ApiError } from "../apiError.ts";
import type { ApiPorts } from "../ports.ts";
import type { Accepted } from "./acceptJob.ts";
import { dispatch } from "./dispatch.ts";
import { toCreditError } from "./reserveNoted.ts";

/**
 * Runs a failed job again, as the same job: an outbox entry, which only one retry at a time can have, credits, their charge,
 * the record, the workflow. A crash after the charge is made good by the reconciler.
 * Rejects with `not_failed` where the job is no failed one (any more), with `not_found` past its retention, with `insufficient_credits` when the account is short.
 */
export async function startRetry(ports: ApiPorts, job: JobRecord, plan: PlanName): Promise<Accepted> {
  if (job.status !== "failed") throw new ApiError("not_failed");
  // Its record goes with the next round of maintenance, whatever it would be doing then.
  if (job.expiresAt <= ports.now()) throw new ApiError("not_found");
  const { _id, accountId } = job;
  const entry: OutboxRecord = { _id, type: "renderJob", accountId, jobIds: [], createdAt: ports.now() };
  await enter(ports, entry, job.attempts + 1);
  const { record, remaining } = await reopen(ports, job, { plan, at: entry.createdAt }).catch(
    async (error: unknown) => {
      // Whether anything was counted is known only of a refusal.
      if (error instanceof ApiError) await ports.database.outbox.deleteOne({ _id });
      throw error;
    },
  );
  const order = { type: "renderJob", input: renderJobInput(record), priority: record.priority } as const;
  await dispatch(ports, { entry, order });
  return { record, remaining };
}

async function enter({ database, recordOutboxEntry }: ApiPorts, entry: OutboxRecord, attempt: number): Promise<void> {
  await recordOutboxEntry(entry._id, attempt);
  try {
    await database.outbox.insertOne(entry);
  } catch (error) {
    throw isDuplicateKey(error) ? new ApiError("not_failed", { cause: error }) : error;
  }
}

async function reopen(
  { database }: ApiPorts,
  job: JobRecord,
  { plan, at }: { plan: PlanName; at: Date },
): Promise<Accepted> {
  const { accountId, price } = job;
  const charges = price > 0 ? [chargeOf(job, { attempts: job.attempts + 1, createdAt: at })] : [];
  const { remaining, transfer } = await reserveCredits(database, { accountId, plan, charges, at }).catch(
    (error: unknown) => {
      throw toCreditError(error);
    },
  );
  const charged = charges.length === 0 || (await completeTransfer(database, transfer));
  // Another retry was faster, and what was counted for this one is taken off again.
  if (!charged) throw new ApiError("not_failed");
  const record = (await reopenJob(database, job, at)) ?? (await reopenedBySweep(database, job));
  if (record === null) throw new ApiError("not_failed");
  return { record, remaining };
}

/** The reconciler takes a retry up whose charge it finds: the job as it made it, null where it did not. */
async function reopenedBySweep({ jobs }: Database, { _id, attempts }: JobRecord): Promise<JobRecord | null> {
  const record = await jobs.findOne({ _id });
  return record !== null && record.attempts === attempts + 1 ? record : null;
}
