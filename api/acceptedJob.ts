import type { JobReference } from "#schemas/job.ts";
import type { Begun } from "./idempotency.ts";
import type { ApiPorts } from "./ports.ts";
import { creditHeaders } from "./present/credits.ts";
import { presentJobReference } from "./present/jobReference.ts";
import { readRemaining } from "./reads/remaining.ts";
import type { Accepted } from "./writes/acceptJob.ts";

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
