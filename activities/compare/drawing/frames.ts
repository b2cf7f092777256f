import type { AreaStatus } from "#schemas/diff.ts";
import type { Span } from "../changeMap.ts";
import type { PlacedArea } from "../changedAreas.ts";
import type { Size } from "../pictures.ts";
import { type Colour, put, statusColours } from "./colouring.ts";

/** Pixels between an area and its frame, and those of the white line on either side of the frame's coloured one. */
const [gap, halo] = [3, 1];

/** A frame by its outer edges, the last row and column left out. */
type Frame = { left: number; top: number; right: number; bottom: number; status: AreaStatus };

/** The frames of a drawing. Their sizes grow with its height, for a taller drawing is shown smaller. */
export type Frames = {
  width: number;
  /** Pixels of the coloured line. */
  thickness: number;
  /** Pixels across of the bars at the left edge that show the rows of the frames; 0 where the drawing is not tall. */
  bar: number;
  frames: readonly Frame[];
};

/** Rows from which a drawing has bars at its left edge. */
const tall = 3_000;

/** Places a frame around each area. A small area gets a larger one, so that a few pixels are found on a tall page. */
export function placeFrames(areas: readonly PlacedArea[], { width, height }: Size): Frames {
  const thickness = clamp(Math.round(height / 4_000), 2, 5);
  const least = clamp(Math.round(height / 160), 24, 120);
  const frames = areas.map(({ area, drawn }): Frame => {
    const across = span({ from: area.x, size: area.width, least, within: width }, thickness);
    const down = span({ from: drawn.top, size: drawn.height, least, within: height }, thickness);
    return { left: across.from, right: across.to, top: down.from, bottom: down.to, status: area.status };
  });
  return { width, thickness, bar: height < tall ? 0 : clamp(Math.round(height / 1_000), 4, 16), frames };
}

/** The outer edges of a frame in one direction, inside the drawing. */
function span(
  { from, size, least, within }: { from: number; size: number; least: number; within: number },
  thickness: number,
): { from: number; to: number } {
  const around = Math.max(gap, Math.ceil((least - size) / 2)) + thickness + 2 * halo;
  return { from: Math.max(0, from - around), to: Math.min(within, from + size + around) };
}

/** Draws a row of the frames and bars. */
export function drawFrames(shown: Uint8Array, row: number, { frames, width, thickness, bar }: Frames): void {
  const border = thickness + 2 * halo;
  for (const { left, top, right, bottom, status } of frames) {
    if (row < top || row >= bottom) continue;
    const colour = statusColours[status];
    const inward = Math.min(row - top, bottom - 1 - row);
    for (let at = 0; at < border; at += 1) {
      const shade = isHalo(Math.min(at, inward), border) ? white : colour;
      put(shown, left + at, shade);
      put(shown, right - 1 - at, shade);
    }
    const line = isHalo(inward, border) ? white : colour;
    if (inward < border) fill(shown, { from: left + border, to: right - border }, line);
    fill(shown, { from: 0, to: Math.min(bar, width) }, colour);
  }
}

function fill(shown: Uint8Array, { from, to }: Span, colour: Colour): void {
  for (let x = from; x < to; x += 1) put(shown, x, colour);
}

const white: Colour = [255, 255, 255];

function isHalo(at: number, border: number): boolean {
  return at < halo || at >= border - halo;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
