import { maxWebhookBytes } from "#schemas/events.ts";
import type { RunFindings, RunRecord } from "#schemas/run.ts";
import type { OutputSigner } from "../ports.ts";

/** Changed areas in an event at most, and the bytes of JSON that they take at most. */
const maxAreas = 20;
const maxAreaBytes = 6_000;
/** Bytes left to what stands in a body beside the run: the event's id, type and time, and the monitor's name. */
const envelopeBytes = 3_000;

type RunEventContext = { run: RunRecord; now: Date; signer: Pick<OutputSigner, "runOutputUrl"> };

/** What an event says of a run: figures, where the page changed, and pictures by address. */
export function runEvent({ run, now, signer }: RunEventContext): Record<string, unknown> {
  const { _id: runId, monitorId, findings, capture, visualization, comparedToRunId, error } = run;
  const address = (id: string, name: "screenshot" | "visualization") =>
    signer.runOutputUrl({ monitorId, runId: id, name, now }).url;
  const rest = {
    ...(capture !== undefined && { screenshotUrl: address(runId, "screenshot") }),
    ...(comparedToRunId !== null && { baselineScreenshotUrl: address(comparedToRunId, "screenshot") }),
    ...(visualization !== undefined && { visualizationUrl: address(runId, "visualization") }),
    ...(error !== undefined && { error }),
  };
  const room = maxWebhookBytes - envelopeBytes - bytesOf(rest);
  return { runId, ...(findings !== undefined && findingsWithin(room, findings)), ...rest };
}

/** The findings in so many bytes of JSON; what does not fit is left out from the end, and that is said. */
function findingsWithin(room: number, findings: RunFindings): Record<string, unknown> {
  const { differenceRatio, threshold, belowThreshold, changedPixels, comparedPixels, pageRegions } = findings;
  const regions = fitting(findings.regions.slice(0, maxAreas), maxAreaBytes);
  const areas = {
    differenceRatio,
    threshold,
    belowThreshold,
    changedPixels,
    comparedPixels,
    regions,
    regionsTruncated: findings.regionsTruncated || regions.length < findings.regions.length,
  };
  if (pageRegions === undefined) return areas;
  const told = fitting(pageRegions, room - bytesOf(areas) - 200);
  return { ...areas, pageRegions: told, pageRegionsTruncated: told.length < pageRegions.length };
}

/** As many of the first entries as fit into so many bytes of JSON. */
function fitting<Entry>(entries: readonly Entry[], bytes: number): Entry[] {
  let left = bytes;
  const misfit = entries.findIndex((entry) => {
    left -= bytesOf(entry) + 1;
    return left < 0;
  });
  return entries.slice(0, misfit === -1 ? entries.length : misfit);
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
