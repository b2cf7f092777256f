import type { Database } from "#data/mongo.ts";

/** Whether a job has gone on to a later attempt, at the wish of its owner. */
export async function isSuperseded(
  { jobs }: Database,
  { jobId, attempt }: { jobId: string; attempt: number },
): Promise<boolean> {
  const job = await jobs.findOne({ _id: jobId });
  return job !== null && job.attempts > attempt;
}
