import type { JobRecord } from "#schemas/job.ts";
import { chargeOnce } from "#data/credits.ts";
import { chargeOf, insertJobs } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";

/**
 * Charges a job that a workflow is about to start and inserts its record; false where the account is short, and then
 * nothing is written. Doing it again for the same job changes nothing, so the workflow may retry it.
 */
export async function chargeJob(database: Database, record: JobRecord): Promise<boolean> {
  if ((await database.jobs.findOne({ _id: record._id })) !== null) return true;
  if (!(await chargeOnce(database, chargeOf(record, record)))) return false;
  await insertJobs(database, [record]);
  return true;
}
