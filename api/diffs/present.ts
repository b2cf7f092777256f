import type { DiffSourceSpec, DiffSpec } from "#schemas/diff.ts";
import type { Diff, ListedDiff, ShownSource } from "#schemas/diffReply.ts";
import type { JobRecord } from "#schemas/job.ts";
import { statusUrl } from "../http/params.ts";
import { presentDiffResult } from "../jobs/presentDiffResult.ts";
import type { Links } from "../ports.ts";

/** The record of a comparison's job. */
export type DiffRecord = JobRecord & { diff: DiffSpec };

/** A comparison as clients see it. */
export function presentDiff(links: Links, record: DiffRecord): Diff {
  const { credits, diff, error, result } = record;
  return {
    id: record._id,
    status: record.status,
    stage: record.stage,
    progress: record.progress,
    before: presentSource(diff.before),
    after: presentSource(diff.after),
    mode: diff.mode,
    visualization: diff.visualization,
    threshold: diff.threshold,
    ignoreRegions: diff.ignoreRegions,
    credits: { charged: credits.charged, refunded: credits.refunded, net: credits.charged - credits.refunded },
    statusUrl: statusUrl(links.publicUrl, record._id),
    createdAt: record.createdAt.toISOString(),
    startedAt: record.startedAt?.toISOString() ?? null,
    completedAt: record.completedAt?.toISOString() ?? null,
    expiresAt: record.expiresAt.toISOString(),
    ...(result?.comparison !== undefined && { result: presentDiffResult(links, record, result) }),
    ...(error !== undefined && { error: { code: error.code, message: error.message, retryable: error.retryable } }),
  };
}

/** A comparison in a list: the number of changed areas stands for the areas. */
export function presentListedDiff(links: Links, record: DiffRecord): ListedDiff {
  const { result, ...diff } = presentDiff(links, record);
  if (result === undefined) return diff;
  const { regions, alignment: _alignment, ...listed } = result;
  return { ...diff, result: { ...listed, regionCount: regions.length } };
}

function presentSource(source: DiffSourceSpec): ShownSource {
  switch (source.kind) {
    case "page":
      return { url: source.url };
    case "image":
      return { imageUrl: source.url };
    case "job":
      return { jobId: source.jobId };
    case "run":
      return { runId: source.runId, monitorId: source.monitorId };
  }
}
