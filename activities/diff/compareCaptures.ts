import { Context } from "@temporalio/activity";
import type { DiffFindings, DiffSide, DiffSpec, DiffTimings } from "#schemas/diff.ts";
import type { DiffOutcome } from "#schemas/job.ts";
import { contentTypeOf, type OutputRecord } from "#schemas/outputs.ts";
import { changeVerdict } from "#rules/monitor.ts";
import { RenderFailure } from "../failures.ts";
import { watchProgress } from "../heartbeat.ts";
import type { ActivityPorts } from "../ports.ts";
import { type Output, putOutputs } from "../store/outputs.ts";
import { alignmentOf } from "../compare/alignRows.ts";
import { ComparerFailed, type ComparisonRequest, type ComparisonResult } from "../compare/comparer.ts";

/** Two pictures in the service's own bucket, and the rules to compare them by. */
export type CompareCapturesInput = {
  accountId: string;
  jobId: string;
  attempt: number;
  /** ISO instants. `startedAt` is when the job's first capture began; null without captures. */
  acceptedAt: string;
  startedAt: string | null;
  before: OutputRecord;
  after: OutputRecord;
  rules: Pick<DiffSpec, "mode" | "visualization" | "threshold" | "ignoreRegions">;
};

/** Compares two stored pictures and stores the drawing of the changes. Idempotent. */
export async function compareCaptures(ports: ActivityPorts, input: CompareCapturesInput): Promise<DiffOutcome> {
  const startedComparing = new Date();
  const { accountId, jobId, attempt, rules } = input;
  const startedAt = input.startedAt === null ? startedComparing : new Date(input.startedAt);
  const progress = watchProgress(ports, { jobId, attempt, startedAt, stage: "comparing" });
  try {
    const [before, after] = await Promise.all([
      loadPicture(ports, input, "before"),
      loadPicture(ports, input, "after"),
    ]);
    const { mode, visualization, ignoreRegions } = rules;
    const request = { before, after, mode, visualization, ignoreRegions, measuredBoxes: [] };
    const result = await compare(ports, request, accountId);
    const outputs = await putOutputs(ports.objects, jobId, drawingOutputs(result));
    const { width, heights } = result;
    return {
      comparison: { ...findingsOf(result, rules.threshold), width, heights },
      timings: timingsOf({ acceptedAt: new Date(input.acceptedAt), startedAt, began: startedComparing }),
      pages: {},
      outputs,
      startedAt: startedAt.toISOString(),
    };
  } catch (error) {
    // Only a successful result contains the start.
    progress.show();
    throw error;
  } finally {
    await progress.stop();
  }
}

async function loadPicture({ objects }: ActivityPorts, input: CompareCapturesInput, side: DiffSide): Promise<Buffer> {
  const { key } = input[side];
  const bytes = key === undefined ? null : await objects.get(key);
  if (bytes === null) throw new RenderFailure("picture_unavailable", `The job of ${side}.jobId has been removed.`);
  return bytes;
}

type ComparedPictures = Extract<ComparisonResult, { outcome: "compared" }>;

async function compare(
  { comparer }: ActivityPorts,
  request: ComparisonRequest,
  owner: string,
): Promise<ComparedPictures> {
  const signal = Context.current().cancellationSignal;
  const result = await comparer.compare(request, { owner, signal }).catch((error: unknown) => {
    throw error instanceof ComparerFailed ? new RenderFailure("internal_error", undefined, { cause: error }) : error;
  });
  switch (result.outcome) {
    case "compared":
      return result;
    case "undecodable":
      throw new RenderFailure("picture_invalid", `It is that of ${result.picture}.`);
    case "dimensions_differ":
      throw new RenderFailure("dimensions_differ", widthsOf(result.before.width, result.after.width));
  }
}

function widthsOf(before: number, after: number): string {
  return `The one before is ${before} pixels wide, the one after ${after}.`;
}

function findingsOf(
  { changedPixels, comparedPixels, areas, areasTruncated, runs }: ComparedPictures,
  threshold: number,
): DiffFindings {
  const differenceRatio = comparedPixels === 0 ? 0 : changedPixels / comparedPixels;
  return {
    changed: changeVerdict({ differenceRatio }, threshold).length > 0,
    differenceRatio,
    changedPixels,
    comparedPixels,
    regions: areas,
    regionsTruncated: areasTruncated,
    ...alignmentOf(runs),
  };
}

function drawingOutputs({ visualization }: ComparedPictures): Output[] {
  if (visualization === null) return [];
  const { focusRow: _unused, mask, ...drawing } = visualization;
  const { width, height } = drawing;
  return [
    { name: "visualization", contentType: contentTypeOf(drawing.format), ...drawing },
    { name: "mask", contentType: contentTypeOf("png"), bytes: mask, width, height, format: "png" },
  ];
}

type Instants = { acceptedAt: Date; startedAt: Date; began: Date };

function timingsOf({ acceptedAt, startedAt, began }: Instants): DiffTimings {
  const now = new Date();
  return {
    queued: msBetween(acceptedAt, startedAt),
    pictures: msBetween(startedAt, began),
    comparison: msBetween(began, now),
    total: msBetween(acceptedAt, now),
  };
}

/** Milliseconds, at least 0: the clocks of two machines may disagree. */
function msBetween(from: Date, to: Date): number {
  return Math.max(0, to.getTime() - from.getTime());
}
