import type { BatchRecord } from "#schemas/batch.ts";
import type { WebhookEvent } from "#schemas/events.ts";
import type { JobRecord } from "#schemas/job.ts";
import { creditsOfJobs, jobCounts } from "#workflows/rules/batchFigures.ts";
import type { OutputSigner } from "../ports.ts";

type BatchEventContext = { batch: BatchRecord; jobs: readonly JobRecord[]; signer: OutputSigner };

/** The data of a batch's webhook: how its pages ended; a hundred of them have room because only ids and codes are told. */
export function batchEvent({ batch, jobs, signer }: BatchEventContext): WebhookEvent["data"] {
  return {
    batchId: batch._id,
    status: batch.status,
    statusUrl: signer.batchUrl(batch._id),
    total: jobs.length,
    counts: jobCounts(jobs),
    credits: creditsOfJobs(jobs),
    createdAt: batch.createdAt.toISOString(),
    completedAt: batch.completedAt?.toISOString() ?? null,
    items: jobs.map(({ _id, status, error }) => ({
      id: _id,
      status,
      ...(error !== undefined && { error: error.code }),
    })),
  };
}
