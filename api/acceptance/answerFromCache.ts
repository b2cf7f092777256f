import type { JobRecord } from "#schemas/job.ts";
import { findRendered } from "#data/renderCache.ts";
import { sharedOutcome } from "#workflows/rules/sharedOutcome.ts";
import type { ApiPorts } from "../ports.ts";

/**
 * The job as one that has completed with an identical render's outcome, at no charge; null where there is none to be had at
 * once. A job whose outputs are to be stored is not answered here: its workflow finds the render, too, and stores it.
 */
export async function answerFromCache({ database }: ApiPorts, job: JobRecord): Promise<JobRecord | null> {
  if (!job.spec.cache || job.spec.storage !== undefined) return null;
  const { createdAt: now } = job;
  const rendered = await findRendered(database, job, now);
  if (rendered === null) return null;
  return {
    ...job,
    price: 0,
    credits: { charged: 0, refunded: 0 },
    cached: true,
    status: "completed",
    stage: "done",
    progress: 100,
    startedAt: now,
    completedAt: now,
    // The outputs are the other's, and go with it.
    expiresAt: rendered.expiresAt,
    result: sharedOutcome(rendered.result, { acceptedAt: now, now }),
  };
}
