import type { LedgerRecord } from "#schemas/account.ts";
import type { JobRecord } from "#schemas/job.ts";
import { type PlanName, plans } from "#schemas/plans.ts";
import { renderJobInput } from "#workflows/messages.ts";
import { creditPeriod } from "#workflows/rules/creditPeriod.ts";
import type { ApiPorts } from "../ports.ts";
import { type Reservation, type Reserved, reserveCredits } from "./reserveCredits.ts";

/** A job that is charged, recorded and on its way, and the credits left; null where the plan has no limit. */
export type Accepted = { record: JobRecord; remaining: number | null };

/** Starts under way at once before a request waits for its own: a brake when Temporal is slower than the clients. */
const startsAtOnce = 64;

/**
 * Accepts a job: credits are reserved, then the record is inserted, then the workflow is started.
 * The record is the outbox. A crash after the charge leaves a charge without a record, which the reconciler releases;
 * a crash or an absent Temporal after the record leaves `dispatchedAt: null`, which the reconciler starts.
 * So the client's 202 need not wait for Temporal, and no job runs without its charge.
 */
export async function acceptJob(
  ports: ApiPorts,
  { record, plan }: { record: JobRecord; plan: PlanName },
): Promise<Accepted> {
  const { remaining } = await charge(ports, { record, plan });
  await ports.database.jobs.insertOne(record);
  await dispatch(ports, record);
  return { record, remaining };
}

async function charge(ports: ApiPorts, { record, plan }: { record: JobRecord; plan: PlanName }): Promise<Reserved> {
  const period = creditPeriod(record.createdAt);
  const reservation: Reservation = { accountId: record.accountId, plan, price: record.price, period };
  if (record.price === 0) return reserveCredits(ports.database, reservation);
  if (plans[plan].credits !== null) {
    const reserved = await reserveCredits(ports.database, reservation);
    await ports.database.ledger.insertOne(toCharge(record, reserved.period));
    return reserved;
  }
  // Without a limit nothing can be refused, so counting and writing down need not wait for each other.
  const [reserved] = await Promise.all([
    reserveCredits(ports.database, reservation),
    ports.database.ledger.insertOne(toCharge(record, period)),
  ]);
  return reserved;
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

async function dispatch({ background, database, orchestrator, now }: ApiPorts, record: JobRecord): Promise<void> {
  const start = async (): Promise<void> => {
    await orchestrator.startRenderJob(renderJobInput(record), record.priority);
    await database.jobs.updateOne({ _id: record._id }, { $set: { dispatchedAt: now() } });
  };
  const braked = background.size() >= startsAtOnce;
  const started = Promise.withResolvers<void>();
  background.run("Starting a job's workflow", { jobId: record._id, requestId: record.requestId }, () =>
    start().finally(started.resolve),
  );
  if (braked) await started.promise;
}
