import type { Database } from "#data/mongo.ts";
import type { Priority } from "#schemas/common.ts";
import { type RenderJobInput, renderJobInput } from "#workflows/messages.ts";

/** An accepted job whose workflow has not been seen to start. */
export type UndispatchedJob = { input: RenderJobInput; priority: Priority; cancelRequested: boolean };

/** How long the API has to start a job itself, milliseconds. */
const grace = 5_000;

/** Jobs that were accepted more than 5 s ago and never started, oldest first, 50 at most. */
export async function listUndispatched(database: Database, now: Date): Promise<UndispatchedJob[]> {
  const jobs = await database.jobs
    .find({ dispatchedAt: null, status: "queued", createdAt: { $lt: new Date(now.getTime() - grace) } })
    .sort({ _id: 1 })
    .limit(50)
    .toArray();
  return jobs.map((job) => ({
    input: renderJobInput(job),
    priority: job.priority,
    cancelRequested: job.cancelRequestedAt !== null,
  }));
}
