import type { JobRecord, RenderOutcome } from "#schemas/job.ts";
import type { Database } from "./mongo.ts";

/** How long a completed render answers identical ones, milliseconds. */
export const freshMs = 24 * 60 * 60 * 1000;

/** Which renders are identical: those of one fingerprint, which one account has to itself. */
export type Identity = { fingerprint: string; accountId: string };

/** A job that completed. */
type RenderedJob = JobRecord & { result: RenderOutcome };

/** The newest identical render that completed within the last 24 hours, whether its caller spoke of caching or not. */
export async function findRendered(
  { jobs, renderCache }: Database,
  { fingerprint, accountId }: Identity,
  now: Date,
): Promise<RenderedJob | null> {
  const rendered = (await renderCache.findOne({ _id: fingerprint }))?.rendered;
  if (rendered === undefined || rendered.at.getTime() < now.getTime() - freshMs) return null;
  const job = await jobs.findOne({ _id: rendered.jobId });
  if (job?.result?.page === undefined || job.status !== "completed" || job.accountId !== accountId) return null;
  return { ...job, result: job.result };
}

/** Offers a completed render to identical ones from now on; the newest takes the place of those before it. */
export async function offerRendered(
  { renderCache }: Database,
  { fingerprint, jobId, at }: { fingerprint: string; jobId: string; at: Date },
): Promise<void> {
  await renderCache.updateOne(
    { _id: fingerprint },
    { $set: { rendered: { jobId, at }, expiresAt: new Date(at.getTime() + freshMs) } },
    { upsert: true },
  );
}
