import type { LedgerRecord } from "#schemas/account.ts";
import type { JobRecord } from "#schemas/job.ts";
import type { PlanName } from "#schemas/plans.ts";
import { renderJobInput } from "#workflows/messages.ts";
import { creditPeriod } from "#workflows/rules/creditPeriod.ts";
import type { ApiPorts } from "../ports.ts";
import { type Reserved, reserveCredits } from "./reserveCredits.ts";

/** A job that is charged, recorded and on its way, and the credits left; null where the plan has no limit. */
export type Accepted = { record: JobRecord; remaining: number | null };

/** Starts under way at once before a request waits for its own: a brake when Temporal is slower than the clients. */
const startsAtOnce = 64;

/**
 * Accepts a job: an outbox entry is written, credits are reserved, the record is inserted, the workflow is started, the
 * entry is removed. A crash in between leaves the entry, by which the reconciler starts a job that has its record and
 * gives back the charge of one that has none. So the client's 202 need not wait for Temporal, no accepted job is lost,
 * and none runs without its charge.
 */
export async function acceptJob(
  ports: ApiPorts,
  { record, plan }: { record: JobRecord; plan: PlanName },
): Promise<Accepted> {
  const { period, remaining } = await reserve(ports, { record, plan });
  if (record.price > 0) await ports.database.ledger.insertOne(toCharge(record, period));
  await ports.database.jobs.insertOne(record);
  await dispatch(ports, record);
  return { record, remaining };
}

/** Reserves the credits beside writing the outbox entry; a refusal takes the entry away again. */
async function reserve(ports: ApiPorts, { record, plan }: { record: JobRecord; plan: PlanName }): Promise<Reserved> {
  const { _id, accountId, price, createdAt } = record;
  const { outbox } = ports.database;
  const [noted, reserved] = await Promise.allSettled([
    outbox.insertOne({ _id, accountId, createdAt }),
    reserveCredits(ports.database, { accountId, plan, price, period: creditPeriod(createdAt) }),
  ]);
  if (noted.status === "rejected") throw noted.reason;
  if (reserved.status === "fulfilled") return reserved.value;
  ports.background.run("Removing an outbox entry", { jobId: _id }, () => outbox.deleteOne({ _id }));
  throw reserved.reason;
}

function toCharge(record: JobRecord, period: string): LedgerRecord {
  return {
    _id: `charge:${record._id}:${record.attempts}`,
    accountId: record.accountId,
    keyId: record.keyId,
    jobId: record._id,
    operation: record.kind,
    credits: record.price,
    period,
    at: record.createdAt,
  };
}

async function dispatch({ background, database, orchestrator }: ApiPorts, record: JobRecord): Promise<void> {
  const start = async (): Promise<void> => {
    await orchestrator.startRenderJob(renderJobInput(record), record.priority);
    await database.outbox.deleteOne({ _id: record._id });
  };
  const braked = background.size() >= startsAtOnce;
  const started = Promise.withResolvers<void>();
  background.run("Starting a job's workflow", { jobId: record._id, requestId: record.requestId }, () =>
    start().finally(started.resolve),
  );
  if (braked) await started.promise;
}
