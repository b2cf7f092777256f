import { chargesOf, insertJobs } from "#data/jobs.ts";
import type { JobRecord, JobReference, OutboxRecord } from "#schemas/job.ts";
import type { PlanName } from "#schemas/settings/plans.ts";
import { renderJobInput } from "#workflows/messages.ts";
import { creditHeaders } from "../account/present.ts";
import { readRemaining } from "../account/store.ts";
import type { Begun } from "../http/idempotency.ts";
import { dispatch, reserveWithOutbox } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";
import { presentJobReference } from "./present.ts";

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
    // Nothing is left to do, and no webhook waits.
    ports.background.run("Removing an outbox entry", { accountId }, () => ports.database.outbox.deleteOne({ _id }));
  } else {
    await dispatch(ports, { entry, order: { type: "renderJob", input, priority } });
  }
  return { record, remaining };
}

type AcceptedReply = { status: 202; headers: Record<string, string>; json: JobReference };

/** The reply to a job that was accepted. */
export function jobAcceptedReply(
  { publicUrl }: Pick<ApiPorts, "publicUrl">,
  { record, remaining }: Accepted,
): AcceptedReply {
  const json = presentJobReference(publicUrl, record);
  return { status: 202, headers: { Location: json.statusUrl, ...creditHeaders(record, remaining) }, json };
}

/** A job's attempt that was accepted by a call which could not say so any more, and the credits left; null where there is none. */
export async function findAccepted(
  ports: ApiPorts,
  { accountId, id, attempt }: Begun & { accountId: string },
): Promise<Accepted | null> {
  const record = await ports.database.jobs.findOne({ _id: id });
  if (record === null || record.attempts < attempt) return null;
  return { record, remaining: await readRemaining(ports, accountId) };
}

/** The reply to an accepted job, given later. */
export async function resumeJob(ports: ApiPorts, begun: Begun & { accountId: string }): Promise<AcceptedReply | null> {
  const accepted = await findAccepted(ports, begun);
  return accepted === null ? null : jobAcceptedReply(ports, accepted);
}
