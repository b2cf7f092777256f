import { completeTransfer } from "#data/creditTransfers.ts";
import { reserveCredits } from "#data/credits.ts";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import { chargeOf, reopenJob } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import type { NotedEntry } from "#schemas/coordination.ts";
import type { JobRecord, OutboxRecord, RetrySkipReason, SkippedJob } from "#schemas/job.ts";
import type { PlanName } from "#schemas/settings/plans.ts";
import { renderJobInput } from "#workflows/messages.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import { dispatch, toCreditError } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";
import type { Accepted } from "./acceptJob.ts";
import { findJobs } from "./store.ts";

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
  if (!(await insertIfAbsent(database.outbox, entry))) throw new ApiError("not_failed");
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

/** What came of a retry of many: the jobs that run again, and those that were looked at and passed over. */
export type RetriedMany = { jobs: JobRecord[]; skipped: SkippedJob[] };

/** Failed jobs looked at in one go, and at most. */
const pageSize = 100;
const maxExamined = 1_000;

/** Retries an account's newest failed jobs whose error is retryable, `limit` at most. The first one without credits ends it. */
export async function retryFailedJobs(ports: ApiPorts, caller: Caller, limit: number): Promise<RetriedMany> {
  const outcome: RetriedMany = { jobs: [], skipped: [] };
  let before: string | null = null;
  for (let seen = 0; seen < maxExamined; seen += pageSize) {
    const filter = { status: "failed" } as const;
    const failed: JobRecord[] = await findJobs(ports.database, caller.accountId, { filter, before, limit: pageSize });
    for (const job of failed) {
      if (outcome.jobs.length === limit) return outcome;
      const again = await retryOne(ports, job, caller);
      if (typeof again !== "string") outcome.jobs.push(again);
      else outcome.skipped.push({ id: job._id, reason: again });
      if (again === "insufficient_credits") return outcome;
    }
    before = failed.at(-1)?._id ?? null;
    if (failed.length < pageSize) break;
  }
  return outcome;
}

/**
 * What came of a retry of many that broke off, from the attempts that it began: those that run again. Null where none does, or the
 * one with which it broke off may yet.
 */
export async function findRetried(
  { jobs, outbox }: Database,
  begun: readonly NotedEntry[],
): Promise<RetriedMany | null> {
  const ids = begun.map(({ id }) => id);
  const waiting = await outbox.findOne({ _id: ids.at(-1) ?? "" });
  const found = await jobs.find({ _id: { $in: ids } }).toArray();
  const reached = begun.flatMap(({ id, attempt }) => found.filter((job) => job._id === id && job.attempts >= attempt));
  const isSettled = waiting === null || reached.at(-1)?._id === waiting._id;
  if (reached.length === 0 || !isSettled) return null;
  const retried = new Set(reached.map(({ _id }) => _id));
  const skipped = ids.filter((id) => !retried.has(id)).map((id): SkippedJob => ({ id, reason: "interrupted" }));
  return { jobs: reached, skipped };
}

/** The job as it runs again, or why it does not. */
async function retryOne(ports: ApiPorts, job: JobRecord, { plan }: Caller): Promise<JobRecord | RetrySkipReason> {
  if (job.error?.retryable !== true) return "not_retryable";
  if (job.expiresAt <= ports.now()) return "expired";
  try {
    return (await startRetry(ports, job, plan)).record;
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_failed") return "already_running";
    if (error instanceof ApiError && error.code === "insufficient_credits") return "insufficient_credits";
    throw error;
  }
}
