import type { MonitorRun } from "#schemas/monitor/run.ts";
import { runPicturePath } from "../../../ui/Picture.tsx";
import { type PictureSource, toViewed, type ViewedComparison } from "./model.ts";

/** The pictures of a run and of its baseline, or null if one of them is missing. */
export function toComparison({ id, monitorId, result }: MonitorRun): ViewedComparison | null {
  const { screenshot, baselineScreenshot, baselineRunId = null, mask, alignment, regions = [] } = result ?? {};
  if (screenshot === undefined || baselineScreenshot === undefined || baselineRunId === null) return null;
  const source = (
    runId: string,
    { width, height }: { width: number; height: number },
    name = "screenshot",
  ): PictureSource => ({
    path: runPicturePath(monitorId, runId, name),
    width,
    height,
  });
  return toViewed({
    before: source(baselineRunId, baselineScreenshot),
    after: source(id, screenshot),
    mask: mask === undefined ? null : source(id, mask, "mask"),
    alignment,
    areas: regions,
  });
}
