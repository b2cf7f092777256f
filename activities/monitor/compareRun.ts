import { Context } from "@temporalio/activity";
import type { Database } from "#data/mongo.ts";
import type { ObjectStore } from "#data/objects.ts";
import type { PageRegion } from "#schemas/diff.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { RegionChange, RegionStatus, RunCapture, RunFindings, RunVisualization } from "#schemas/monitor/run.ts";
import type { TextFindings } from "#schemas/monitor/text.ts";
import { changeVerdict, isBelowThreshold } from "#rules/monitor.ts";
import { alignmentOf } from "../compare/alignRows.ts";
import type { ComparisonResult } from "../compare/comparer.ts";
import { overlapArea } from "../compare/changedAreas.ts";
import { isText, type RegionLists } from "../compare/matchRegions.ts";
import { compareRegions, nameAreas, namedContainer, type RegionDifference } from "../compare/pageRegions.ts";
import { RenderFailure } from "../failures.ts";
import type { RunOptions } from "../processPool.ts";
import type { ActivityPorts } from "../ports.ts";
import { readMonitor } from "../projections/monitors.ts";
import { showRunStatus } from "../projections/runs.ts";
import { compareText } from "./compareText.ts";
import { comparesPictures } from "#rules/comparedParts.ts";
import { type CapturePair, countIgnored, findIgnored, readObject, withoutIgnored } from "./ignoredBoxes.ts";
import { putPicture } from "./runObjects.ts";

type Compared = Extract<ComparisonResult, { outcome: "compared" }>;

/** The findings of a run, judged by the monitor's threshold. `regions` is null if the captures recorded none. */
export function runFindings(threshold: number, result: Compared, regions: RegionLists | null): RunFindings {
  const { changedPixels, comparedPixels, areas } = result;
  const differenceRatio = comparedPixels === 0 ? 0 : changedPixels / comparedPixels;
  const differences =
    regions === null
      ? null
      : compareRegions(regions, { ...result, changedIn: changedPixelsIn(result, regions.after), threshold });
  const found = { differenceRatio, ...(differences !== null && { regions: countRegions(differences) }) };
  return {
    changed: changeVerdict(found, threshold).length > 0,
    transient: false,
    unconfirmed: false,
    belowThreshold: isBelowThreshold(found, threshold),
    differenceRatio,
    threshold,
    changedPixels,
    comparedPixels,
    regions:
      regions === null || differences === null
        ? areas
        : nameAreas(areas, regions, differences).map(({ region, ...area }) => ({
            ...area,
            ...(region !== null && { region: region.label }),
          })),
    regionsTruncated: result.areasTruncated,
    ...alignmentOf(result.runs),
    ...(regions !== null && differences !== null && { pageRegions: pageRegionsOf(differences, regions) }),
  };
}

/**
 * Changed pixels of each region. In a line of text, all pixels inside the boxes of changed areas count: letters are thin,
 * so the changed pixels alone understate a new word.
 */
function changedPixelsIn({ changedIn, areas }: Compared, regions: readonly PageRegion[]): number[] {
  return regions.map((region, index) => {
    const pixels = changedIn[index] ?? 0;
    if (!isText(region) || pixels === 0) return pixels;
    const covered = areas.reduce((sum, area) => sum + overlapArea(area, region), 0);
    return Math.min(region.width * region.height, Math.max(pixels, covered));
  });
}

function countRegions(differences: readonly RegionDifference[]) {
  const count = (change: "added" | "removed") => differences.filter(({ changes }) => changes.includes(change)).length;
  const stayed = differences.filter(({ changes }) => !changes.includes("added") && !changes.includes("removed"));
  return {
    added: count("added"),
    removed: count("removed"),
    differenceRatios: stayed.map(({ differenceRatio }) => differenceRatio),
  };
}

/** Order of region changes, the most informative first. */
const statusOrder: readonly RegionStatus[] = ["added", "removed", "changed", "resized", "moved"];

function pageRegionsOf(differences: readonly RegionDifference[], { before, after }: RegionLists): RegionChange[] {
  return differences
    .flatMap(({ region, changes, differenceRatio, previousLabel }): RegionChange[] => {
      const [status] = changes;
      if (status === undefined) return [];
      const container = namedContainer(
        region,
        (status === "removed" ? before : after).filter((other) => other !== region),
      );
      const within = container === undefined || container.label === region.label ? {} : { within: container.label };
      const previous = previousLabel === null ? {} : { previousLabel };
      return [{ ...region, ...previous, ...within, status, changes, differenceRatio }];
    })
    .toSorted((one, other) => statusOrder.indexOf(one.status) - statusOrder.indexOf(other.status));
}

/** Input of `compareRun`: a capture and its baseline. `runId` is the run that keeps the drawing. */
export type CompareRunInput = { runId: string; monitorId: string; baselineRunId: string; capture: RunCapture };

/** The result of a comparison. `findings.changed` is not confirmed yet. */
export type ComparedRun = { findings: RunFindings; visualization: RunVisualization | null };

/** Compares a run's capture with the baseline's capture by the monitor's rules. A retry gives the same result. */
export async function compareRun(ports: ActivityPorts, input: CompareRunInput): Promise<ComparedRun> {
  const { runId, monitorId, baselineRunId, capture: after } = input;
  await showRunStatus(ports.database, runId, "diffing");
  const before = await captureOf(ports.database, baselineRunId);
  if (before === null) throw new RenderFailure("internal_error", "The baseline is gone.");
  refuseEmpty({ before, after });
  return compareCaptures(ports, { monitorId, keeperId: runId, pair: { before, after } });
}

/**
 * Refuses a page that shows nothing any more. It is broken far more often than cleared.
 * @throws RenderFailure `page_empty`
 */
function refuseEmpty({ before, after }: CapturePair): void {
  if (after.isEmpty !== true || before.isEmpty === true) return;
  const evidence = ["no visible text", "no picture, frame or control", `status ${after.page.statusCode}`];
  throw new RenderFailure("page_empty", undefined, { evidence });
}

/** Input of `differsFromRun`: a capture and the run that it is compared with. */
export type DiffersFromRunInput = { monitorId: string; runId: string; capture: RunCapture };

/**
 * Whether a capture differs from the run `runId` by the monitor's rules. Keeps no drawing. A run that was removed has been told
 * so long ago that any change is news.
 */
export async function differsFromRun(
  ports: ActivityPorts,
  { monitorId, runId, capture: after }: DiffersFromRunInput,
): Promise<boolean> {
  const before = await captureOf(ports.database, runId);
  if (before === null) return true;
  return (await compareCaptures(ports, { monitorId, keeperId: null, pair: { before, after } })).findings.changed;
}

async function captureOf({ runs }: Database, runId: string): Promise<RunCapture | null> {
  return (await runs.findOne({ _id: runId }))?.capture ?? null;
}

/** Compares two captures. `keeperId` is the run that keeps the drawing and the difference of words; null for none. */
async function compareCaptures(
  ports: ActivityPorts,
  { monitorId, keeperId, pair }: { monitorId: string; keeperId: string | null; pair: CapturePair },
): Promise<ComparedRun> {
  const context = Context.current();
  const heartbeat = setInterval(() => context.heartbeat(), 1_000);
  try {
    const monitor = await readMonitor(ports.database, monitorId);
    const capture: MonitorCapture = JSON.parse(monitor.spec.capture);
    const run = { owner: monitor.accountId, signal: context.cancellationSignal };
    const comparison = { keeperId, monitor, capture, pair, run };
    const [pictures, text] = await Promise.all([
      comparesPictures(capture) ? comparePictures(ports, comparison) : withoutPictures(monitor),
      capture.text === true ? compareText(ports.objects, comparison) : undefined,
    ]);
    const { redirectedTo } = pair.after;
    const isElsewhere = redirectedTo !== undefined && redirectedTo !== pair.before.redirectedTo;
    const findings = { ...pictures.findings, ...(isElsewhere && { redirectedTo }) };
    return { ...pictures, findings: withText(findings, text, capture) };
  } finally {
    clearInterval(heartbeat);
  }
}

type Comparison = {
  keeperId: string | null;
  monitor: MonitorRecord;
  capture: MonitorCapture;
  pair: CapturePair;
  run: RunOptions;
};

async function comparePictures(
  { objects, comparer }: ActivityPorts,
  { keeperId, monitor, capture, pair, run }: Comparison,
): Promise<ComparedRun> {
  const { ignoreRegions: ignored } = capture;
  const ignoreRegions = await findIgnored(objects, pair, ignored ?? []);
  const lists = await readRegionLists(objects, pair);
  const regions = lists && withoutIgnored(lists, ignoreRegions);
  const pictures = [pair.before.lossless, pair.after.lossless];
  const [before, after] = await Promise.all(
    pictures.flatMap((picture) => (picture === undefined ? [] : [readObject(objects, picture.key)])),
  );
  if (before === undefined || after === undefined) throw new Error("A capture to compare has no picture.");
  const { mode, visualization } = monitor.spec.diff;
  const rules = { mode, visualization, ignoreRegions, measuredBoxes: regions?.after ?? [] };
  const result = await comparer.compare({ before, after, ...rules }, run);
  if (result.outcome !== "compared") return incomparable(monitor, pair.after);
  const drawing = result.visualization;
  return {
    findings: {
      ...runFindings(monitor.spec.changeThreshold, result, regions),
      ...(ignored !== undefined && { ignoredRegionCount: countIgnored(ignoreRegions) }),
    },
    visualization: drawing === null || keeperId === null ? null : await putDrawing(objects, keeperId, drawing),
  };
}

/** The findings of a run that compares no pictures. */
function withoutPictures({ spec }: MonitorRecord): ComparedRun {
  return {
    findings: {
      changed: false,
      transient: false,
      unconfirmed: false,
      belowThreshold: false,
      pictureCompared: false,
      differenceRatio: 0,
      threshold: spec.changeThreshold,
      changedPixels: 0,
      comparedPixels: 0,
      regions: [],
      regionsTruncated: false,
    },
    visualization: null,
  };
}

/** Adds how the text changed, and decides by the monitor's `changeOn` whether the page did. */
function withText(
  findings: RunFindings,
  text: TextFindings | undefined,
  { changeOn = "picture" }: Pick<MonitorCapture, "changeOn">,
): RunFindings {
  if (text === undefined) return findings;
  const changed = findings.changed || ((changeOn === "text" || changeOn === "either") && text.changed);
  return { ...findings, changed, belowThreshold: findings.belowThreshold && !changed, text };
}

type Drawing = NonNullable<Compared["visualization"]>;

async function putDrawing(objects: ObjectStore, runId: string, drawing: Drawing): Promise<RunVisualization> {
  const { focusRow, mask, width, height } = drawing;
  const [picture, kept] = await Promise.all([
    putPicture(objects, runId, { ...drawing, name: "visualization" }),
    putPicture(objects, runId, { name: "mask", bytes: mask, format: "png", width, height }),
  ]);
  return { ...picture, focusRow, mask: kept };
}

/** The result for pictures of different widths, which cannot be aligned: the whole page counts as changed. */
function incomparable({ spec }: MonitorRecord, { lossless }: RunCapture): ComparedRun {
  const { width = 0, height = 0 } = lossless ?? {};
  const pixels = width * height;
  const whole = { x: 0, y: 0, width, height, differenceRatio: 1, status: "changed" } as const;
  return {
    findings: {
      changed: true,
      transient: false,
      unconfirmed: false,
      belowThreshold: false,
      differenceRatio: 1,
      threshold: spec.changeThreshold,
      changedPixels: pixels,
      comparedPixels: pixels,
      regions: [whole],
      regionsTruncated: false,
    },
    visualization: null,
  };
}

/** Reads the regions of both captures; null if either recorded none. */
async function readRegionLists(objects: ObjectStore, { before, after }: CapturePair): Promise<RegionLists | null> {
  if (before.regionsKey === null || after.regionsKey === null) return null;
  const [beforeBytes, afterBytes] = await Promise.all([objects.get(before.regionsKey), objects.get(after.regionsKey)]);
  if (beforeBytes === null || afterBytes === null) return null;
  // `captureRun` validated the regions before it stored them.
  return { before: JSON.parse(beforeBytes.toString("utf8")), after: JSON.parse(afterBytes.toString("utf8")) };
}
