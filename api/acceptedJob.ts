import { creditsLeft } from "#data/credits.ts";
import type { JobRecord, JobReference } from "#schemas/job.ts";
import type { ApiPorts } from "./ports.ts";
import { creditHeaders } from "./present/credits.ts";
import { presentJobReference } from "./present/jobReference.ts";
import type { Accepted } from "./writes/acceptJob.ts";

type AcceptedReply = { status: 202; headers: Record<string, string>; json: JobReference };

/** The reply to a job that was accepted. */
export function acceptedJob(
  { publicUrl }: Pick<ApiPorts, "publicUrl">,
  { record, remaining }: Accepted,
): AcceptedReply {
  const json = presentJobReference(publicUrl, record);
  return { status: 202, headers: { Location: json.statusUrl, ...creditHeaders(record, remaining) }, json };
}

/** A job that was accepted by a call which could not say so any more, and the credits left; null where there is no such job. */
export async function findAccepted(
  { database, now }: ApiPorts,
  { accountId, jobId }: { accountId: string; jobId: string },
): Promise<Accepted | null> {
  const record: JobRecord | null = await database.jobs.findOne({ _id: jobId });
  const account = await database.accounts.findOne({ _id: accountId });
  if (record === null || account === null || record.accountId !== accountId) return null;
  return { record, remaining: creditsLeft(account, now()) };
}

/** The reply to an accepted job, given later. */
export async function resumeJob(
  ports: ApiPorts,
  job: { accountId: string; jobId: string },
): Promise<AcceptedReply | null> {
  const accepted = await findAccepted(ports, job);
  return accepted === null ? null : acceptedJob(ports, accepted);
}
