import type { JobRecord, OutboxRecord } from "#schemas/job.ts";
import type { PlanName } from "#schemas/plans.ts";
import { chargesOf, insertJobs } from "#data/jobs.ts";
import { renderJobInput } from "#workflows/messages.ts";
import type { ApiPorts } from "../ports.ts";
import { dispatch } from "./dispatch.ts";
import { reserveWithOutbox } from "./reserveNoted.ts";

/** A job that is charged, recorded and on its way, and the credits left; null where the plan has no limit. */
export type Accepted = { record: JobRecord; remaining: number | null };

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
  const { _id, accountId, createdAt, priority } = record;
  const entry: OutboxRecord = { _id, type: "renderJob", accountId, jobIds: [_id], createdAt };
  const insert = () => insertJobs(ports.database, [record]);
  const { remaining } = await reserveWithOutbox(ports, { entry, plan, charges: chargesOf([record]), insert });
  const input = renderJobInput(record);
  if (input.answered && input.webhook === null) {
    // Nothing is left to be done, and nobody to be told.
    ports.background.run("Removing an outbox entry", { accountId }, () => ports.database.outbox.deleteOne({ _id }));
  } else {
    await dispatch(ports, { entry, order: { type: "renderJob", input, priority } });
  }
  return { record, remaining };
}
