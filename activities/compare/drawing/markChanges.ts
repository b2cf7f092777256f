import type { AreaStatus, Box, DiffMode } from "#schemas/diff.ts";
import { rowPairOf, type RowRun, rowsOf } from "../alignRows.ts";
import type { PlacedArea } from "../changedAreas.ts";
import { type ChangeMap, createChangeMap, ignoredSpans, markRow, markWholeRow, type Span } from "../clusters.ts";
import { modes } from "../modes.ts";
import { channels, type RawPicture, type RowsPair, type Size } from "../pictures.ts";
import { type Colour, put, statusColours } from "./painters.ts";

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
    const across = frameEdges({ from: area.x, size: area.width, least, within: width }, thickness);
    const down = frameEdges({ from: drawn.top, size: drawn.height, least, within: height }, thickness);
    return { left: across.from, right: across.to, top: down.from, bottom: down.to, status: area.status };
  });
  return { width, thickness, bar: height < tall ? 0 : clamp(Math.round(height / 1_000), 4, 16), frames };
}

/** The outer edges of a frame in one direction, inside the drawing. */
function frameEdges(
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

/** Two pictures of one width, and which of their rows go together. */
export type AlignedPair = { before: RawPicture; after: RawPicture; runs: readonly RowRun[] };

/** How they are to be compared. */
export type CompareRules = { mode: DiffMode; ignoreRegions: readonly Box[] };

/** Pixels of each picture that are in memory at once. */
const bandPixels = 1_048_576;

/** Compares the pictures band by band and marks what changed. */
export async function markChanges(pair: AlignedPair, rules: CompareRules): Promise<ChangeMap> {
  const map = createChangeMap(pair.after.width, rowsOf(pair.runs));
  let first = 0;
  for (const run of pair.runs) {
    if (run.kind === "both") await markRun({ pair, run, rules }, { map, first });
    else markAlone(run, rules, { map, first });
    first += run.rows;
  }
  return map;
}

/** Marks rows that only one picture has. */
function markAlone(run: RowRun, { ignoreRegions }: CompareRules, { map, first }: Target): void {
  for (let row = 0; row < run.rows; row += 1) {
    markWholeRow(map, first + row, ignoredSpans(ignoreRegions, rowPairOf(run, row), map.width));
  }
}

type PairedRun = { pair: AlignedPair; run: Extract<RowRun, { kind: "both" }>; rules: CompareRules };
/** Where a run's changes are marked: its first row there. */
type Target = { map: ChangeMap; first: number };

async function markRun({ pair, run, rules }: PairedRun, { map, first }: Target): Promise<void> {
  const band = Math.max(16, Math.floor(bandPixels / map.width));
  const { reach, changed: changedOf } = modes[rules.mode];
  for (let top = 0; top < run.rows; top += band) {
    const core = { from: top, to: Math.min(run.rows, top + band) };
    const wide = { from: Math.max(0, core.from - reach), to: Math.min(run.rows, core.to + reach) };
    const rows = readRows({ pair, run, rules }, wide);
    for (const dirty of dirtyRanges(rows, reach)) {
      const changed = await changedOf(slice(rows, dirty));
      for (let row = dirty.from; row < dirty.to; row += 1) {
        const at = wide.from + row;
        if (at < core.from || at >= core.to) continue;
        const offset = (row - dirty.from) * map.width;
        markRow(map, first + at, changed.subarray(offset, offset + map.width));
      }
    }
  }
}

type Range = { from: number; to: number };

/** Rows of a run in both pictures. Ignored columns get the same pixels in both, so that they sway nothing beside them either. */
function readRows({ pair, run, rules }: PairedRun, { from, to }: Range): RowsPair {
  const { width } = pair.after;
  const rows = to - from;
  const stride = width * channels;
  const before = Buffer.allocUnsafe(rows * stride);
  const after = Buffer.allocUnsafe(rows * stride);
  pair.before.read(run.before + from, before);
  pair.after.read(run.after + from, after);
  for (let row = 0; row < rows; row += 1) {
    for (const span of ignoredSpans(rules.ignoreRegions, rowPairOf(run, from + row), width)) {
      const start = row * stride;
      before.copy(after, start + span.from * channels, start + span.from * channels, start + span.to * channels);
    }
  }
  return { before, after, width, rows };
}

/** The rows that differ at all, with the rows around them that a mode may look at. */
function dirtyRanges({ before, after, width, rows }: RowsPair, reach: number): Range[] {
  const stride = width * channels;
  const [ones, others] = [Buffer.from(before.buffer, before.byteOffset, before.length), after];
  const ranges: Range[] = [];
  for (let row = 0; row < rows; row += 1) {
    const [from, to] = [row * stride, (row + 1) * stride];
    if (ones.compare(others, from, to, from, to) === 0) continue;
    const last = ranges.at(-1);
    const end = Math.min(rows, row + reach + 1);
    if (last !== undefined && row - reach <= last.to) last.to = end;
    else ranges.push({ from: Math.max(0, row - reach), to: end });
  }
  return ranges;
}

function slice({ before, after, width }: RowsPair, { from, to }: Range): RowsPair {
  const [start, end] = [from * width * channels, to * width * channels];
  return { before: before.subarray(start, end), after: after.subarray(start, end), width, rows: to - from };
}
