import { completeTransfer } from "#data/creditTransfers.ts";
import { findCounted, reserveCredits } from "#data/credits.ts";
import { chargeOf, reopenJob } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import type { FurtherAttempt } from "#schemas/coordination.ts";
import type { JobRecord, OutboxRecord, RetrySkipReason, SkippedJob } from "#schemas/job.ts";
import type { PlanName } from "#schemas/settings/plans.ts";
import { renderJobInput } from "#orders/inputs.ts";
import { readRemaining } from "../account/store.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import type { Reservation } from "../http/idempotency.ts";
import { dispatch, toCreditError, writeEntry } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";
import type { Accepted } from "./acceptJob.ts";
import { findJobs } from "./store.ts";

/** A retry of one job. */
type RetryOrder = { job: JobRecord; plan: PlanName; reservation: Reservation };

/**
 * Runs a failed job again, once per call: a repeat that finds the attempt made returns the job.
 * @throws ApiError as `startRetry`.
 */
export async function retryOnce(ports: ApiPorts, { job, plan, reservation }: RetryOrder): Promise<Accepted> {
  const { _id: id, accountId, attempts } = job;
  const chosen = await reservation.chooseAttempts(async () => [{ id, attempt: attempts + 1 }]);
  const isMade = chosen.some(({ attempt }) => attempts >= attempt);
  if (isMade) return { record: job, remainingCredits: await readRemaining(ports, accountId) };
  return startRetry(ports, job, { plan, isRepeat: reservation.isRepeat });
}

/** The account's plan, and whether an earlier call may have begun the same retry. */
type RetryOptions = { plan: PlanName; isRepeat: boolean };

/**
 * Runs a failed job again under its id: writes an outbox entry, reserves and charges the credits, reopens the record and starts
 * the workflow. Only one retry at a time can have the entry. After a crash behind the charge, the reconciler reopens the job.
 * @throws ApiError `not_failed` if the job has not failed or another retry was faster, `not_found` past its retention,
 * `insufficient_credits`.
 */
export async function startRetry(ports: ApiPorts, job: JobRecord, options: RetryOptions): Promise<Accepted> {
  if (job.status !== "failed") throw new ApiError("not_failed");
  // Maintenance removes an expired record, whatever its job does then.
  if (job.expiresAt <= ports.now()) throw new ApiError("not_found");
  const { _id, accountId } = job;
  const entry: OutboxRecord = { _id, type: "renderJob", accountId, jobIds: [], createdAt: ports.now() };
  if (!(await writeEntry(ports.database, entry, options))) throw new ApiError("not_failed");
  const { record, remainingCredits } = await reopen(ports, job, options).catch(async (error: unknown) => {
    // After any other error, the credits may have been counted.
    if (error instanceof ApiError) await ports.database.outbox.deleteOne({ _id });
    throw error;
  });
  const order = { type: "renderJob", input: renderJobInput(record), priority: record.priority } as const;
  await dispatch(ports, { entry, order });
  return { record, remainingCredits };
}

async function reopen(
  { database, now }: ApiPorts,
  job: JobRecord,
  { plan, isRepeat }: RetryOptions,
): Promise<Accepted> {
  const { accountId, price, attempts } = job;
  const at = now();
  const charges = price > 0 ? [chargeOf(job, { attempts: attempts + 1, createdAt: at })] : [];
  const isCounted = isRepeat && (await findCounted(database, accountId, charges)) === "all";
  const uncounted = isCounted ? [] : charges;
  const { remainingCredits, transfer } = await reserveCredits(database, {
    accountId,
    plan,
    charges: uncounted,
    at,
  }).catch((error: unknown) => {
    throw toCreditError(error);
  });
  const isCharged = uncounted.length === 0 || (await completeTransfer(database, transfer));
  // Another retry was faster. The transfer has subtracted what was counted for this one.
  if (!isCharged) throw new ApiError("not_failed");
  const record = (await reopenJob(database, job, at)) ?? (await findReopened(database, job));
  if (record === null) throw new ApiError("not_failed");
  return { record, remainingCredits };
}

/** The job, if the reconciler has reopened it for the charge; else null. */
async function findReopened({ jobs }: Database, { _id, attempts }: JobRecord): Promise<JobRecord | null> {
  const record = await jobs.findOne({ _id });
  return record !== null && record.attempts === attempts + 1 ? record : null;
}

/** A retry of many jobs: those that run again, and those that were passed over. */
export type RetriedMany = { jobs: JobRecord[]; skippedJobs: SkippedJob[] };

/** A retry of an account's failed jobs, `limit` at most. */
type RetryManyOrder = { caller: Caller; limit: number; reservation: Reservation };

/**
 * Retries an account's newest failed jobs with a retryable error. Ends at the first job without credits. A repeat retries the
 * jobs that the first call chose; jobs passed over by that choice are no longer in `skipped`.
 */
export async function retryFailedJobs(ports: ApiPorts, order: RetryManyOrder): Promise<RetriedMany> {
  const { caller, reservation } = order;
  const outcome: RetriedMany = { jobs: [], skippedJobs: [] };
  const chosenAttempts = await reservation.chooseAttempts(async () => {
    const { attempts, skippedJobs } = await chooseRetryable(ports, order);
    outcome.skippedJobs.push(...skippedJobs);
    return attempts;
  });
  const ids = chosenAttempts.map(({ id }) => id);
  const found = await ports.database.jobs.find({ _id: { $in: ids } }).toArray();
  for (const { id, attempt } of chosenAttempts) {
    const job = found.find(({ _id }) => _id === id);
    const retried = await retryChosen(ports, { job, attempt, plan: caller.plan, reservation });
    if (typeof retried === "string") outcome.skippedJobs.push({ id, reason: retried });
    else outcome.jobs.push(retried);
    if (retried === "insufficient_credits") break;
  }
  return outcome;
}

/** Failed jobs read per query, and examined per call. */
const pageSize = 100;
const maxExamined = 1_000;

/** Chooses the newest failed jobs that can be retried; `skipped` are those that cannot. */
async function chooseRetryable(
  { database, now }: ApiPorts,
  { caller, limit }: RetryManyOrder,
): Promise<{ attempts: FurtherAttempt[]; skippedJobs: SkippedJob[] }> {
  const attempts: FurtherAttempt[] = [];
  const skippedJobs: SkippedJob[] = [];
  let before: string | null = null;
  for (let examined = 0; examined < maxExamined; examined += pageSize) {
    const filter = { status: "failed" } as const;
    const failedJobs: JobRecord[] = await findJobs(database, caller.accountId, { filter, before, limit: pageSize });
    for (const job of failedJobs) {
      if (attempts.length === limit) return { attempts, skippedJobs };
      const reason = obstacleOf(job, now());
      if (reason === null) attempts.push({ id: job._id, attempt: job.attempts + 1 });
      else skippedJobs.push({ id: job._id, reason });
    }
    before = failedJobs.at(-1)?._id ?? null;
    if (failedJobs.length < pageSize) break;
  }
  return { attempts, skippedJobs };
}

/** Why a failed job is not retried; null if it can be. */
function obstacleOf({ error, expiresAt }: JobRecord, now: Date): RetrySkipReason | null {
  if (error?.retryable !== true) return "not_retryable";
  return expiresAt <= now ? "expired" : null;
}

type ChosenRetry = { job: JobRecord | undefined; attempt: number; plan: PlanName; reservation: Reservation };

/** The job as it runs again, or why it does not. */
async function retryChosen(
  ports: ApiPorts,
  { job, attempt, plan, reservation: { isRepeat } }: ChosenRetry,
): Promise<JobRecord | RetrySkipReason> {
  if (job === undefined) return "expired";
  if (isRepeat && job.attempts >= attempt) return job;
  try {
    return (await startRetry(ports, job, { plan, isRepeat })).record;
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_failed") return "already_running";
    if (error instanceof ApiError && error.code === "not_found") return "expired";
    if (error instanceof ApiError && error.code === "insufficient_credits") return "insufficient_credits";
    throw error;
  }
}
