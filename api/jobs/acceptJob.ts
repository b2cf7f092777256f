import { chargesOf, insertJobs } from "#data/jobs.ts";
import type { JobRecord, JobReference, OutboxRecord } from "#schemas/job.ts";
import type { PlanName } from "#schemas/settings/plans.ts";
import { renderJobInput } from "#orders/inputs.ts";
import { creditHeaders } from "../account/present.ts";
import { readRemaining } from "../account/store.ts";
import type { Reservation } from "../http/idempotency.ts";
import { dispatch, reserveWithOutbox } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";
import { presentJobReference } from "./present.ts";

/** An accepted job, and the credits left; null without a limit. */
export type Accepted = { record: JobRecord; remainingCredits: number | null };

/**
 * Accepts a job: writes an outbox entry, reserves the credits, inserts the record, starts the workflow and removes the entry.
 * After a crash the entry remains. The reconciler then starts the job, or refunds a charge that has no job. So the client's 202
 * does not wait for Temporal, no accepted job is lost, and no job runs without a charge.
 * @throws ApiError `insufficient_credits`.
 */
export async function acceptJob(
  ports: ApiPorts,
  { record, plan, isRepeat }: { record: JobRecord; plan: PlanName; isRepeat: boolean },
): Promise<Accepted> {
  const { _id, accountId, priority } = record;
  const entry: OutboxRecord = { _id, type: "renderJob", accountId, jobIds: [_id], createdAt: ports.now() };
  const insert = () => insertJobs(ports.database, [record]);
  const charges = chargesOf([record]);
  const { remainingCredits } = await reserveWithOutbox(ports, { entry, plan, charges, isRepeat, insert });
  const input = renderJobInput(record);
  if (input.answered && input.webhook === null) {
    // The job has completed already, and no webhook is due.
    ports.background.run("Removing an outbox entry", { accountId }, () => ports.database.outbox.deleteOne({ _id }));
  } else {
    await dispatch(ports, { entry, order: { type: "renderJob", input, priority } });
  }
  return { record, remainingCredits };
}

type AcceptedReply = { status: 202; headers: Record<string, string>; json: JobReference };

/** The reply to a call after its job was accepted. */
export function jobAcceptedReply(
  { publicUrl }: Pick<ApiPorts, "publicUrl">,
  { record, remainingCredits }: Accepted,
): AcceptedReply {
  const json = presentJobReference(publicUrl, record);
  return { status: 202, headers: { Location: json.statusUrl, ...creditHeaders(record, remainingCredits) }, json };
}

/** The job that an earlier call with the same key accepted; null if there is none. */
export async function findAccepted(ports: ApiPorts, { id, isRepeat }: Reservation): Promise<Accepted | null> {
  const record = isRepeat ? await ports.database.jobs.findOne({ _id: id }) : null;
  return record === null ? null : { record, remainingCredits: await readRemaining(ports, record.accountId) };
}
