import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ImageFormat } from "#schemas/common.ts";
import type { Box, ChangedArea, DiffMode, Visualization } from "#schemas/diff.ts";
import type { RowRun } from "./alignRows.ts";
import { changedAreas, changedPixelsIn, type PositionedArea } from "./changedAreas.ts";
import { countCompared, countRows, type IgnoredBox } from "./clusters.ts";
import { type MarkedPair, markAligned } from "./markAligned.ts";
import { maskPng } from "./drawing/maskPng.ts";
import { maskFile, visualize } from "./drawing/visualize.ts";
import { modes } from "./modes.ts";
import { decode, readSize, type Size, Undecodable } from "./pictures.ts";

/** Two pictures to compare. All paths are in a directory of the task's own. */
export type CompareTask = {
  before: string;
  after: string;
  /** Receives decoded pictures, and the drawing as `visualization`. */
  directory: string;
  mode: DiffMode;
  visualization: Visualization;
  /** Left out of the comparison. */
  ignoreRegions: readonly IgnoredBox[];
  /** Boxes of the picture after in which changed pixels are counted. */
  measuredBoxes: readonly Box[];
};

/** Differences between two pictures of the same width. */
export type Compared = {
  outcome: "compared";
  width: number;
  /** Rows of each picture. */
  heights: { before: number; after: number };
  changedPixels: number;
  /** Pixels of all rows without the ignored ones. Paired rows count once. */
  comparedPixels: number;
  areas: ChangedArea[];
  areasTruncated: boolean;
  /** Rows that belong together, top to bottom. */
  runs: RowRun[];
  /** Changed pixels in each of `measuredBoxes`. */
  changedIn: number[];
  /**
   * The drawing and the mask of its changed pixels in the task's directory. Null if nothing changed or no drawing was
   * requested. `focusRow` is the middle of its largest change.
   */
  visualization: { format: ImageFormat; width: number; height: number; focusRow: number } | null;
};

export type Comparison =
  | Compared
  | { outcome: "dimensions_differ"; before: Size; after: Size }
  | { outcome: "undecodable"; picture: "before" | "after" };

/** Compares two picture files. Equal files are not decoded. */
export async function comparePictures(task: CompareTask): Promise<Comparison> {
  try {
    const [before, after] = await Promise.all([readSize(task.before), readSize(task.after)]);
    if (before.width !== after.width) return { outcome: "dimensions_differ", before, after };
    if (await sameBytes(task)) return unchanged(task, after);
    return await compareDecoded(task);
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    return { outcome: "undecodable", picture: error.file === task.before ? "before" : "after" };
  }
}

async function sameBytes(task: CompareTask): Promise<boolean> {
  const [before, after] = await Promise.all([task.before, task.after].map(hashOf));
  return before === after;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

function unchanged({ ignoreRegions, measuredBoxes: boxes }: CompareTask, { width, height }: Size): Compared {
  const runs: RowRun[] = [{ kind: "both", before: 0, after: 0, rows: height }];
  return {
    outcome: "compared",
    width,
    heights: { before: height, after: height },
    changedPixels: 0,
    comparedPixels: countCompared(runs, { width, ignoreRegions }),
    areas: [],
    areasTruncated: false,
    runs,
    changedIn: boxes.map(() => 0),
    visualization: null,
  };
}

async function compareDecoded(task: CompareTask): Promise<Compared> {
  const { flattenOnWhite } = modes[task.mode];
  const outcomes = await Promise.allSettled([
    decode(task.before, { raw: join(task.directory, "before.v"), onWhite: flattenOnWhite }),
    decode(task.after, { raw: join(task.directory, "after.v"), onWhite: flattenOnWhite }),
  ]);
  const pictures = outcomes.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  try {
    const [before, after] = pictures;
    const failed = outcomes.find((result) => result.status === "rejected");
    if (before === undefined || after === undefined) throw failed?.reason;
    return await describe(task, await markAligned(task, { before, after }));
  } finally {
    for (const picture of pictures) picture.close();
  }
}

async function describe(task: CompareTask, { pair, map }: MarkedPair): Promise<Compared> {
  const { before, after, runs } = pair;
  const changedPixels = countRows(map, { from: 0, to: map.rows });
  const { areas, truncated } = changedAreas(map, runs);
  const { visualization, directory } = task;
  const drawing =
    changedPixels === 0 || visualization === "none"
      ? null
      : { ...(await visualize({ pair, map, areas, visualization, directory })), focusRow: focusRowOf(areas) };
  if (drawing !== null) await writeFile(join(directory, maskFile), maskPng(map));
  return {
    outcome: "compared",
    width: map.width,
    heights: { before: before.height, after: after.height },
    changedPixels,
    comparedPixels: countCompared(runs, { width: map.width, ignoreRegions: task.ignoreRegions }),
    areas: areas.map(({ area }) => area),
    areasTruncated: truncated,
    runs: [...runs],
    changedIn: changedPixelsIn(map, runs, task.measuredBoxes),
    visualization: drawing,
  };
}

/** The middle row of the largest area in the drawing, which has the rows of both pictures. */
function focusRowOf([largest]: readonly PositionedArea[]): number {
  return largest === undefined ? 0 : largest.drawn.top + Math.floor(largest.drawn.height / 2);
}
