import type { RunFindings } from "#schemas/monitor/run.ts";

/** Findings about the pictures alone. */
type PictureFigure =
  | "differenceRatio"
  | "threshold"
  | "changedPixels"
  | "comparedPixels"
  | "regions"
  | "regionsTruncated"
  | "alignment";

/** Whether a run has findings with figures of its picture. Without a comparison of pictures, a difference of 0 says nothing. */
export function hasFigures<Findings extends Pick<RunFindings, "pictureCompared">>(
  findings: Findings | undefined,
): findings is Findings {
  return findings !== undefined && findings.pictureCompared !== false;
}

/** The findings as people and programs get them: without figures of pictures that were not compared. */
export function toldFindings(
  findings: RunFindings,
): Omit<RunFindings, PictureFigure> & Partial<Pick<RunFindings, PictureFigure>> {
  if (findings.pictureCompared !== false) return findings;
  const {
    differenceRatio: _ratio,
    threshold: _threshold,
    changedPixels: _changed,
    comparedPixels: _compared,
    regions: _regions,
    regionsTruncated: _truncated,
    alignment: _alignment,
    ...told
  } = findings;
  return told;
}
