import type { JobRecord, RenderOutcome } from "#schemas/job.ts";
import type { Database } from "./mongo.ts";

/** Milliseconds for which a completed render may answer identical requests. */
export const freshMs = 24 * 60 * 60 * 1000;

/** Identical renders share a fingerprint. A fingerprint covers the account, so accounts never share renders. */
export type Identity = { fingerprint: string; accountId: string };

/** A completed job. */
type RenderedJob = JobRecord & { result: RenderOutcome };

/** The newest identical render of the last 24 hours, or null. The caller of that render need not have asked for caching. */
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

/** Offers a completed render to identical requests. It replaces earlier renders. */
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
