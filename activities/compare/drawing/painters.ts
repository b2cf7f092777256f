import type { AreaStatus, Visualization } from "#schemas/diff.ts";
import type { RowRun } from "../alignRows.ts";
import { type ChangeMap, hasMarks, isMarked } from "../clusters.ts";
import { channels } from "../pictures.ts";
import { colourDistance, strengthOf } from "../softPlanes.ts";

export type Colour = readonly [red: number, green: number, blue: number];

/** The colour of what became of an area, in tints and frames. */
export const statusColours = {
  changed: [230, 0, 92],
  added: [0, 140, 60],
  removed: [215, 20, 20],
} satisfies Record<AreaStatus, Colour>;

function brightness(pixels: Uint8Array, x: number): number {
  return 0.299 * onWhite(pixels, x, 0) + 0.587 * onWhite(pixels, x, 1) + 0.114 * onWhite(pixels, x, 2);
}

/** A colour's share as it looks on white. */
function onWhite(pixels: Uint8Array, x: number, channel: number): number {
  const alpha = (pixels[x * channels + 3] ?? 0) / 255;
  return 255 - alpha * (255 - (pixels[x * channels + channel] ?? 0));
}

/** Lays a colour over a pixel. */
function blend(pixels: Uint8Array, x: number, { colour, opacity }: { colour: Colour; opacity: number }): void {
  const mixed = (channel: 0 | 1 | 2) => onWhite(pixels, x, channel) * (1 - opacity) + colour[channel] * opacity;
  put(pixels, x, [mixed(0), mixed(1), mixed(2)]);
}

export function put(pixels: Uint8Array, x: number, [red, green, blue]: Colour): void {
  const at = x * channels;
  pixels[at] = red;
  pixels[at + 1] = green;
  pixels[at + 2] = blue;
  pixels[at + 3] = 255;
}

/** One row to be painted: `shown` holds the row of the new picture, or of the old one where the new has none, and takes the result. */
export type PaintedRow = {
  map: ChangeMap;
  row: number;
  kind: RowRun["kind"];
  shown: Uint8Array;
  /** The row of the old picture; null where it has none. */
  before: Uint8Array | null;
};

/** How each picture of the changes is painted. */
export const painters = { overlay, heatmap, mask } satisfies Record<
  Exclude<Visualization, "none">,
  (painted: PaintedRow) => void
>;

/** How strongly areas are tinted; what lies below is still to be read. */
const tints = { changed: 0.4, added: 0.16, removed: 0.35 } satisfies Record<AreaStatus, number>;

/** The new picture, with what changed tinted. */
function overlay({ map, row, kind, shown }: PaintedRow): void {
  if (!hasMarks(map, row)) return;
  const status = kind === "both" ? "changed" : kind;
  const tint = { colour: statusColours[status], opacity: tints[status] };
  for (let x = 0; x < map.width; x += 1) {
    if (isMarked(map, row, x)) blend(shown, x, tint);
  }
}

/** White where it changed, black elsewhere. */
function mask({ map, row, shown }: PaintedRow): void {
  for (let x = 0; x < map.width; x += 1) put(shown, x, isMarked(map, row, x) ? [255, 255, 255] : [0, 0, 0]);
}

/** How much of the new picture's contrast a heatmap keeps, where nothing changed and where something did. */
const contrast = { same: 0.45, changed: 0.85 };
/** How strongly the heat's colour lies over what changed. */
const heatOpacity = 0.5;

/** The new picture in grey, pale where nothing changed, and over what changed a veil from yellow (little) to dark red (much). */
function heatmap({ map, row, shown, before }: PaintedRow): void {
  for (let x = 0; x < map.width; x += 1) {
    const marked = isMarked(map, row, x);
    const grey = 255 - contrast[marked ? "changed" : "same"] * (255 - brightness(shown, x));
    // Read before the pixel turns grey.
    const colour = marked ? heat(before === null ? 1 : strength(before, shown, x)) : null;
    put(shown, x, [grey, grey, grey]);
    if (colour !== null) blend(shown, x, { colour, opacity: heatOpacity });
  }
}

/** Colours of the heatmap at even steps of strength. */
const scale: readonly Colour[] = [
  [255, 221, 89],
  [254, 178, 40],
  [250, 110, 30],
  [222, 30, 40],
  [160, 0, 50],
];

function heat(share: number): Colour {
  const place = share * (scale.length - 1);
  const [low, high] = [scale[Math.floor(place)], scale[Math.ceil(place)]];
  if (low === undefined || high === undefined) throw new RangeError(`A strength is from 0 to 1, not ${share}.`);
  const part = place - Math.floor(place);
  const mix = (one: number, other: number) => one + (other - one) * part;
  return [mix(low[0], high[0]), mix(low[1], high[1]), mix(low[2], high[2])];
}

function strength(before: Uint8Array, after: Uint8Array, x: number): number {
  const difference = (channel: number) => onWhite(before, x, channel) - onWhite(after, x, channel);
  return strengthOf(colourDistance(difference(0), difference(1), difference(2)));
}
