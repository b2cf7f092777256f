import type { AreaStatus, Visualization } from "#schemas/diff.ts";
import type { RowRun } from "./alignRows.ts";
import { type ChangeMap, hasMarks, isMarked } from "./changeMap.ts";
import type { PlacedArea } from "./changedAreas.ts";
import { channels } from "./pictures.ts";
import { colourDistance, strengthOf } from "./softPlanes.ts";

type Colour = readonly [red: number, green: number, blue: number];

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

type Tint = { colour: Colour; opacity: number };

/** What areas are tinted with; rows of one picture alone are still to be read. */
const tints = {
  changed: { colour: [255, 0, 92], opacity: 0.65 },
  added: { colour: [0, 150, 70], opacity: 0.3 },
  removed: { colour: [225, 30, 30], opacity: 0.4 },
} satisfies Record<AreaStatus, Tint>;

/** The new picture, with what changed tinted. */
function overlay({ map, row, kind, shown }: PaintedRow): void {
  if (!hasMarks(map, row)) return;
  const tint = tints[kind === "both" ? "changed" : kind];
  for (let x = 0; x < map.width; x += 1) {
    if (isMarked(map, row, x)) blend(shown, x, tint);
  }
}

/** Distance of a frame from what it frames, and how thick it is. */
const [gap, thickness] = [3, 2];

/** Draws a row of the frames around areas: a word that changed is lost on a page of 10,000 rows without one. */
export function frame(
  shown: Uint8Array,
  { areas, row, width }: { areas: readonly PlacedArea[]; row: number; width: number },
): void {
  for (const { area, drawn } of areas) {
    const beyond = Math.max(drawn.top - row, row - (drawn.top + drawn.height - 1));
    if (beyond > gap + thickness) continue;
    const tint = { ...tints[area.status], opacity: 0.9 };
    const [left, right] = [area.x - gap, area.x + area.width + gap];
    const across = beyond > gap ? [[left - thickness, right + thickness]] : sides(left, right);
    for (const [from = 0, to = 0] of across) {
      for (let column = Math.max(0, from); column < Math.min(width, to); column += 1) blend(shown, column, tint);
    }
  }
}

function sides(left: number, right: number): number[][] {
  return [
    [left - thickness, left],
    [right, right + thickness],
  ];
}

/** White where it changed, black elsewhere. */
function mask({ map, row, shown }: PaintedRow): void {
  for (let x = 0; x < map.width; x += 1) put(shown, x, isMarked(map, row, x) ? [255, 255, 255] : [0, 0, 0]);
}

/** The new picture in pale grey, and what changed from yellow for little to dark red for much. */
function heatmap({ map, row, shown, before }: PaintedRow): void {
  for (let x = 0; x < map.width; x += 1) {
    if (!isMarked(map, row, x)) {
      const grey = 255 - 0.25 * (255 - brightness(shown, x));
      put(shown, x, [grey, grey, grey]);
    } else put(shown, x, heat(before === null ? 1 : strength(before, shown, x)));
  }
}

/** Colours of the heatmap at even steps of strength. */
const scale: readonly Colour[] = [
  [255, 221, 89],
  [254, 178, 40],
  [250, 110, 30],
  [222, 30, 40],
  [128, 0, 50],
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

function brightness(pixels: Uint8Array, x: number): number {
  return 0.299 * onWhite(pixels, x, 0) + 0.587 * onWhite(pixels, x, 1) + 0.114 * onWhite(pixels, x, 2);
}

/** A colour's share as it looks on white. */
function onWhite(pixels: Uint8Array, x: number, channel: number): number {
  const alpha = (pixels[x * channels + 3] ?? 0) / 255;
  return 255 - alpha * (255 - (pixels[x * channels + channel] ?? 0));
}

/** Lays a colour over a pixel. */
function blend(pixels: Uint8Array, x: number, { colour, opacity }: Tint): void {
  const mixed = (channel: 0 | 1 | 2) => onWhite(pixels, x, channel) * (1 - opacity) + colour[channel] * opacity;
  put(pixels, x, [mixed(0), mixed(1), mixed(2)]);
}

function put(pixels: Uint8Array, x: number, [red, green, blue]: Colour): void {
  const at = x * channels;
  pixels[at] = red;
  pixels[at + 1] = green;
  pixels[at + 2] = blue;
  pixels[at + 3] = 255;
}
