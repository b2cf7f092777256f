import type { Static } from "typebox";
import type { MonitorRun, RunPicture, RunRecord, RunResult } from "#schemas/run.ts";
import type { ScreenshotResult } from "#schemas/outputs.ts";
import { type SignedUrl, signRunOutputUrl } from "#vault/outputUrl.ts";
import type { Links } from "./links.ts";

/** A run as clients see it; `baseline` is the run it was compared with, where that is still there. */
export function presentRun(links: Links, record: RunRecord, baseline: RunRecord | null): MonitorRun {
  const { credits, comparedToRunId, findings, error, reason } = record;
  const compared = comparedToRunId !== null && findings !== undefined;
  return {
    id: record._id,
    monitorId: record.monitorId,
    status: record.status,
    trigger: record.trigger,
    ...(reason !== undefined && { reason }),
    credits: { ...credits, net: credits.charged - credits.refunded },
    createdAt: record.createdAt.toISOString(),
    expiresAt: record.expiresAt.toISOString(),
    ...(compared && {
      comparedToRunId,
      differenceRatio: findings.differenceRatio,
      regionCount: findings.regions.length,
    }),
    ...presentResult(links, record, baseline),
    ...(error !== undefined && { error }),
    ...(record.startedAt !== null && { startedAt: record.startedAt.toISOString() }),
    ...(record.completedAt !== null && { completedAt: record.completedAt.toISOString() }),
  };
}

function presentResult(
  links: Links,
  record: RunRecord,
  baseline: RunRecord | null,
): { result?: Static<typeof RunResult> } {
  const { capture, findings, visualization, comparedToRunId: baselineRunId } = record;
  if (record.status !== "completed" || capture === undefined) return {};
  const before = baseline?.capture?.screenshot;
  return {
    result: {
      changed: false,
      ...findings,
      baselineRunId,
      screenshot: picture(capture.screenshot, address(links, record, "screenshot")),
      ...(baseline !== null &&
        before !== undefined && { baselineScreenshot: picture(before, address(links, baseline, "screenshot")) }),
      ...(visualization !== undefined && {
        visualization: picture(visualization, address(links, record, "visualization")),
      }),
      page: capture.page,
    },
  };
}

function address(links: Links, { _id, monitorId }: RunRecord, name: "screenshot" | "visualization"): SignedUrl {
  return signRunOutputUrl(links, { monitorId, runId: _id, name, now: links.now() });
}

function picture(
  { format = "png", width = 0, height = 0, bytes, sha256, location }: RunPicture,
  { url, expiresAt }: SignedUrl,
): Static<typeof ScreenshotResult> {
  return {
    url,
    expiresAt: expiresAt.toISOString(),
    format,
    width,
    height,
    bytes,
    sha256,
    ...(location !== undefined && { location }),
  };
}
