import type { DiffPicture, DiffResult, DiffSide } from "#schemas/diff.ts";
import type { DiffOutcome, JobRecord } from "#schemas/job.ts";
import type { OutputRecord } from "#schemas/outputs.ts";
import { signOutputUrl, signRunOutputUrl, type SignedUrl } from "#vault/signatures.ts";
import type { Links } from "../ports.ts";

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
