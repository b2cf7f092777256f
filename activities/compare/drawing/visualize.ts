import { join } from "node:path";
import sharp from "sharp";
import type { ImageFormat } from "#schemas/common.ts";
import type { AreaStatus, Visualization } from "#schemas/diff.ts";
import { type PositionedArea, positionRuns } from "../changedAreas.ts";
import type { ChangeMap, Span } from "../clusters.ts";
import { channels, type Size, writeRaw } from "../pictures.ts";
import type { AlignedPair } from "../markChanges.ts";
import { type Color, painters, setPixel, statusColors } from "./painters.ts";

/** The changes to draw, and the directory for the result. */
export type Drawing = {
  pair: AlignedPair;
  map: ChangeMap;
  areas: readonly PositionedArea[];
  visualization: Exclude<Visualization, "none">;
  directory: string;
};

/** File of the drawing in its directory. */
export const visualizationFile = "visualization";

/** File of the mask in the same directory. It has the size of the drawing. */
export const maskFile = "mask.png";

/** A jpg has at most 65,535 rows. */
const maxJpgRows = 65_500;

/**
 * Draws the changes row by row of the comparison: rows of the picture after, and removed rows of the picture before in
 * their old position. Masks are png. Other drawings are jpg if they fit.
 */
export async function visualize(drawing: Drawing): Promise<{ format: ImageFormat; width: number; height: number }> {
  const { map, visualization, directory } = drawing;
  const [raw, file] = [join(directory, "visualization.v"), join(directory, visualizationFile)];
  const size = { width: map.width, height: map.rows };
  writeRaw(raw, size, paintedRows(drawing));
  // Rows of both pictures may exceed the pixel limit of one picture.
  const image = sharp(raw, { limitInputPixels: false, sequentialRead: true }).removeAlpha();
  if (visualization !== "mask" && map.rows <= maxJpgRows) {
    // Color has full resolution so that tinted text stays readable. Optimized tables would need the whole picture in
    // memory.
    await image.jpeg({ quality: 85, chromaSubsampling: "4:4:4", optimiseCoding: false }).toFile(file);
    return { ...size, format: "jpg" };
  }
  await image
    .toColourspace(visualization === "mask" ? "b-w" : "srgb")
    .png({ compressionLevel: 6 })
    .toFile(file);
  return { ...size, format: "png" };
}

/** Every row of the drawing. All rows reuse the same bytes. */
function* paintedRows({ pair, map, areas, visualization }: Drawing): Generator<Uint8Array> {
  const pixels = new Uint8Array(map.width * channels);
  const before = new Uint8Array(map.width * channels);
  const frames = placeFrames(areas, { width: map.width, height: map.rows });
  for (const run of positionRuns(pair.runs)) {
    for (let index = 0; index < run.rows; index += 1) {
      if (run.kind === "removed") pair.before.read(run.before + index, pixels);
      else pair.after.read(run.after + index, pixels);
      if (run.kind === "both") pair.before.read(run.before + index, before);
      const row = run.first + index;
      painters[visualization]({ map, row, kind: run.kind, pixels, before: run.kind === "both" ? before : null });
      // Masks are for programs that count pixels.
      if (visualization !== "mask") drawFrames(pixels, row, frames);
      yield pixels;
    }
  }
}

/** Pixels between an area and its frame, and of the white line on each side of the frame's color. */
const [framePaddingPx, haloPx] = [3, 1];

/** The outer edges of a frame. The right and bottom edges are exclusive. */
type Frame = { left: number; top: number; right: number; bottom: number; status: AreaStatus };

/** The frames of a drawing. Their sizes grow with its height, because a taller drawing is viewed smaller. */
type Frames = {
  width: number;
  /** Pixels of the colored line. */
  thickness: number;
  /** Width of the bars at the left edge that show the rows of the frames; 0 if the drawing is not tall. */
  bar: number;
  frames: readonly Frame[];
};

/** Drawings of at least this height have bars at the left edge. By eye. */
const minTallRows = 3_000;

/**
 * Puts a frame around each area. A small area gets a larger frame, so that a few pixels are found on a tall page. Sizes
 * by eye.
 */
function placeFrames(areas: readonly PositionedArea[], { width, height }: Size): Frames {
  const thickness = clamp(Math.round(height / 4_000), 2, 5);
  const minSizePx = clamp(Math.round(height / 160), 24, 120);
  const frames = areas.map(({ area, drawn }): Frame => {
    const across = frameEdges({ from: area.x, size: area.width, minSizePx, within: width }, thickness);
    const down = frameEdges({ from: drawn.top, size: drawn.height, minSizePx, within: height }, thickness);
    return { left: across.from, right: across.to, top: down.from, bottom: down.to, status: area.status };
  });
  return { width, thickness, bar: height < minTallRows ? 0 : clamp(Math.round(height / 1_000), 4, 16), frames };
}

/** The outer edges of a frame in one direction, inside the drawing. */
function frameEdges(
  { from, size, minSizePx, within }: { from: number; size: number; minSizePx: number; within: number },
  thickness: number,
): { from: number; to: number } {
  const distance = Math.max(framePaddingPx, Math.ceil((minSizePx - size) / 2)) + thickness + 2 * haloPx;
  return { from: Math.max(0, from - distance), to: Math.min(within, from + size + distance) };
}

/** Draws the frames and bars of one row. */
function drawFrames(pixels: Uint8Array, row: number, { frames, width, thickness, bar }: Frames): void {
  const border = thickness + 2 * haloPx;
  for (const { left, top, right, bottom, status } of frames) {
    if (row < top || row >= bottom) continue;
    const color = statusColors[status];
    const inward = Math.min(row - top, bottom - 1 - row);
    for (let at = 0; at < border; at += 1) {
      const lineColor = isHalo(Math.min(at, inward), border) ? white : color;
      setPixel(pixels, left + at, lineColor);
      setPixel(pixels, right - 1 - at, lineColor);
    }
    const line = isHalo(inward, border) ? white : color;
    if (inward < border) fill(pixels, { from: left + border, to: right - border }, line);
    fill(pixels, { from: 0, to: Math.min(bar, width) }, color);
  }
}

function fill(shown: Uint8Array, { from, to }: Span, color: Color): void {
  for (let x = from; x < to; x += 1) setPixel(shown, x, color);
}

const white: Color = [255, 255, 255];

function isHalo(at: number, border: number): boolean {
  return at < haloPx || at >= border - haloPx;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
