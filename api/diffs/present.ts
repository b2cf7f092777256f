import type { DiffPicture, DiffResult, DiffSide, DiffSourceSpec, DiffSpec } from "#schemas/diff.ts";
import type { Diff, ListedDiff, ShownSource } from "#schemas/diffReply.ts";
import type { DiffOutcome, JobRecord } from "#schemas/job.ts";
import type { OutputRecord } from "#schemas/outputs.ts";
import { signOutputUrl, signRunOutputUrl, type SignedUrl } from "#vault/signatures.ts";
import { statusUrl } from "../http/params.ts";
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

/** The result of a comparison, with signed addresses of its pictures. */
export function presentDiffResult(links: Links, record: JobRecord, outcome: DiffOutcome): DiffResult {
  const { comparison, pages, timings } = outcome;
  const { width: _width, heights: _heights, ...findings } = comparison;
  const drawing = outcome.outputs.find(({ name }) => name === "visualization");
  const mask = outcome.outputs.find(({ name }) => name === "mask");
  const side = (name: DiffSide) => presentSide(links, { record, outcome, side: name });
  return {
    ...findings,
    visualization: drawing === undefined ? null : present(links, record._id, drawing),
    ...(mask !== undefined && { mask: present(links, record._id, mask) }),
    before: { ...side("before"), ...(pages.before && { page: pages.before }) },
    after: { ...side("after"), ...(pages.after && { page: pages.after }) },
    timings,
  };
}

type Side = { record: JobRecord; outcome: DiffOutcome; side: DiffSide };

/** A picture: an output of the comparison, of the compared job, or of the compared run. */
function presentSide(links: Links, { record, outcome, side }: Side): DiffPicture {
  const { outputs, comparison } = outcome;
  const size = { width: comparison.width, height: comparison.heights[side] };
  const own = outputs.find(({ name }) => name === side);
  if (own !== undefined) return present(links, record._id, { ...own, ...size });
  const source = record.diff?.[side];
  if (source?.kind === "job") return present(links, source.jobId, { ...source.output, ...size });
  if (source?.kind !== "run") throw new Error(`The comparison ${record._id} has no picture ${side}.`);
  const { monitorId, runId, shown } = source;
  const address = signRunOutputUrl(links, { monitorId, runId, name: "screenshot", now: links.now() });
  return toPicture({ ...shown, ...size }, address);
}

function present(links: Links, jobId: string, output: OutputRecord): DiffPicture {
  return toPicture(output, signOutputUrl(links, { jobId, name: output.name, now: links.now() }));
}

function toPicture(output: OutputRecord, { url, expiresAt }: SignedUrl): DiffPicture {
  const { contentType, width = 0, height = 0, bytes, sha256 } = output;
  return { url, expiresAt: expiresAt.toISOString(), contentType, width, height, bytes, sha256 };
}
