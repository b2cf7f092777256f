import type { JobRecord, OutboxRecord } from "#schemas/job.ts";
import type { PlanName } from "#schemas/plans.ts";
import { reserveCredits } from "#data/credits.ts";
import { isDuplicateKey } from "#data/duplicateKey.ts";
import { chargeRetry, reopenJob } from "#data/retries.ts";
import { renderJobInput } from "#workflows/messages.ts";
import { creditPeriod } from "#workflows/rules/creditPeriod.ts";
import { ApiError } from "../apiError.ts";
import type { ApiPorts } from "../ports.ts";
import type { Accepted } from "./acceptJob.ts";
import { dispatch } from "./dispatch.ts";
import { toCreditError } from "./reserveNoted.ts";

/**
 * Runs a failed job again, as the same job: an outbox entry, which only one retry at a time can have, credits, their charge,
 * the record, the workflow. A crash after the charge is made good by the reconciler.
 * Rejects with `not_failed` where the job is no failed one (any more), with `insufficient_credits` when the account is short.
 */
export async function retryJob(ports: ApiPorts, job: JobRecord, plan: PlanName): Promise<Accepted> {
  if (job.status !== "failed") throw new ApiError("not_failed");
  const { _id, accountId } = job;
  const entry: OutboxRecord = { _id, type: "renderJob", accountId, jobIds: [], createdAt: ports.now() };
  await enter(ports, entry);
  let reopened = false;
  try {
    const { record, remaining } = await reopen(ports, job, plan);
    reopened = true;
    const order = { type: "renderJob", input: renderJobInput(record), priority: record.priority } as const;
    await dispatch(ports, { entry, order });
    return { record, remaining };
  } finally {
    if (!reopened) await ports.database.outbox.deleteOne({ _id });
  }
}

async function enter({ database }: ApiPorts, entry: OutboxRecord): Promise<void> {
  try {
    await database.outbox.insertOne(entry);
  } catch (error) {
    throw isDuplicateKey(error) ? new ApiError("not_failed", { cause: error }) : error;
  }
}

async function reopen({ database, now }: ApiPorts, job: JobRecord, plan: PlanName): Promise<Accepted> {
  const { accountId, price } = job;
  const at = now();
  const reserved = await reserveCredits(database, { accountId, plan, price, period: creditPeriod(at) }).catch(
    (error: unknown) => {
      throw toCreditError(error);
    },
  );
  const { period, remaining } = reserved;
  const charged = await chargeRetry(database, job, { period, at });
  const record = charged ? await reopenJob(database, job) : null;
  if (record !== null) return { record, remaining };
  // Another retry was faster: what was reserved for this one is not needed.
  await database.accounts.updateOne({ _id: accountId, "credits.period": period }, { $inc: { "credits.used": -price } });
  throw new ApiError("not_failed");
}
