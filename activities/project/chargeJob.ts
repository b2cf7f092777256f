import type { JobRecord } from "#schemas/job.ts";
import { CreditsRefused, reserveCredits } from "#data/credits.ts";
import { insertJobs } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import { creditPeriod } from "#workflows/rules/creditPeriod.ts";

/**
 * Charges a job that a workflow is about to start and inserts its record; false where the account is short, and then
 * nothing is written. Doing it again for the same job changes nothing, so the workflow may retry it.
 */
export async function chargeJob(database: Database, record: JobRecord): Promise<boolean> {
  const { _id, accountId, price, createdAt } = record;
  if ((await database.jobs.findOne({ _id })) !== null) return true;
  const account = await database.accounts.findOne({ _id: accountId });
  if (account === null) return false;
  const { plan } = account;
  try {
    const { period } = await reserveCredits(database, { accountId, plan, price, period: creditPeriod(createdAt) });
    await insertJobs(database, [record], period);
    return true;
  } catch (error) {
    if (error instanceof CreditsRefused && error.reason !== "contended") return false;
    throw error;
  }
}
