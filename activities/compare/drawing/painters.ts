import type { AreaStatus, Visualization } from "#schemas/diff.ts";
import type { RowRun } from "../alignRows.ts";
import { type ChangeMap, hasMarks, isMarked } from "../clusters.ts";
import { channels } from "../pictures.ts";
import { colorDistance, strengthOf } from "../softPlanes.ts";

export type Color = readonly [red: number, green: number, blue: number];

/** Colors of tints and frames, by what happened to an area. */
export const statusColors = {
  changed: [230, 0, 92],
  added: [0, 140, 60],
  removed: [215, 20, 20],
} satisfies Record<AreaStatus, Color>;

function brightness(pixels: Uint8Array, x: number): number {
  return 0.299 * onWhite(pixels, x, 0) + 0.587 * onWhite(pixels, x, 1) + 0.114 * onWhite(pixels, x, 2);
}

/** A channel's value as it looks on white. */
function onWhite(pixels: Uint8Array, x: number, channel: number): number {
  const alpha = (pixels[x * channels + 3] ?? 0) / 255;
  return 255 - alpha * (255 - (pixels[x * channels + channel] ?? 0));
}

/** Blends a color over a pixel. */
function blend(pixels: Uint8Array, x: number, { color, opacity }: { color: Color; opacity: number }): void {
  const mixed = (channel: 0 | 1 | 2) => onWhite(pixels, x, channel) * (1 - opacity) + color[channel] * opacity;
  setPixel(pixels, x, [mixed(0), mixed(1), mixed(2)]);
}

export function setPixel(pixels: Uint8Array, x: number, [red, green, blue]: Color): void {
  const at = x * channels;
  pixels[at] = red;
  pixels[at + 1] = green;
  pixels[at + 2] = blue;
  pixels[at + 3] = 255;
}

/**
 * One row to paint. `pixels` holds the row of the picture after, or of the picture before for removed rows, and
 * receives the result.
 */
export type PaintedRow = {
  map: ChangeMap;
  row: number;
  kind: RowRun["kind"];
  pixels: Uint8Array;
  /** The row of the picture before; null if there is none. */
  before: Uint8Array | null;
};

/** One painter per kind of drawing. */
export const painters = { overlay, heatmap, mask } satisfies Record<
  Exclude<Visualization, "none">,
  (painted: PaintedRow) => void
>;

/** Opacities of the tints. The picture below must stay readable. */
const tintOpacity = { changed: 0.4, added: 0.16, removed: 0.35 } satisfies Record<AreaStatus, number>;

/** The picture after with changes tinted. */
function overlay({ map, row, kind, pixels }: PaintedRow): void {
  if (!hasMarks(map, row)) return;
  const status = kind === "both" ? "changed" : kind;
  const tint = { color: statusColors[status], opacity: tintOpacity[status] };
  for (let x = 0; x < map.width; x += 1) {
    if (isMarked(map, row, x)) blend(pixels, x, tint);
  }
}

/** White for changes, black elsewhere. */
function mask({ map, row, pixels }: PaintedRow): void {
  for (let x = 0; x < map.width; x += 1) setPixel(pixels, x, isMarked(map, row, x) ? [255, 255, 255] : [0, 0, 0]);
}

/** Share of the contrast that a heatmap keeps, for unchanged and changed pixels. */
const keptContrast = { same: 0.45, changed: 0.85 };
/** Opacity of the heat color over changes. */
const heatOpacity = 0.5;

/**
 * The picture after in grey, pale where nothing changed. Changes are covered in colors from yellow (small) to dark red
 * (large).
 */
function heatmap({ map, row, pixels, before }: PaintedRow): void {
  for (let x = 0; x < map.width; x += 1) {
    const marked = isMarked(map, row, x);
    const grey = 255 - keptContrast[marked ? "changed" : "same"] * (255 - brightness(pixels, x));
    // Read before the pixel is overwritten.
    const color = marked ? heat(before === null ? 1 : strength(before, pixels, x)) : null;
    setPixel(pixels, x, [grey, grey, grey]);
    if (color !== null) blend(pixels, x, { color, opacity: heatOpacity });
  }
}

/** Colors of the heatmap at even steps of strength. */
const heatScale: readonly Color[] = [
  [255, 221, 89],
  [254, 178, 40],
  [250, 110, 30],
  [222, 30, 40],
  [160, 0, 50],
];

function heat(share: number): Color {
  const position = share * (heatScale.length - 1);
  const [low, high] = [heatScale[Math.floor(position)], heatScale[Math.ceil(position)]];
  if (low === undefined || high === undefined) throw new RangeError(`A strength is from 0 to 1, not ${share}.`);
  const fraction = position - Math.floor(position);
  const mix = (one: number, other: number) => one + (other - one) * fraction;
  return [mix(low[0], high[0]), mix(low[1], high[1]), mix(low[2], high[2])];
}

function strength(before: Uint8Array, after: Uint8Array, x: number): number {
  const difference = (channel: number) => onWhite(before, x, channel) - onWhite(after, x, channel);
  return strengthOf(colorDistance(difference(0), difference(1), difference(2)));
}
