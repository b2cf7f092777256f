import { channels, type RowsPair } from "./pictures.ts";
import { colourDistance, distanceAt } from "./softPlanes.ts";

/** Pixels around a group that a shift has to explain as well. */
const margin = 2;
/** Parts of a pixel that are tried in each direction: all shifts of up to one pixel, the likely ones first. */
const steps = [0, 1, -1, 0.5, -0.5, 0.25, -0.25, 0.75, -0.75];

/** Steps of brightness, and a share of the difference without a shift. */
type Limits = { steps: number; share: number };

/** Brightness of the pixels around a group, `left` and `top` being of its first one; the edge repeats. */
type Window = { before: Float64Array; after: Float64Array; width: number; height: number };

/**
 * Whether a shift of up to one pixel turns one picture into the other within bounds, or comes near to it: no pixel is
 * further off than by the steps, or less than the share of the difference is left.
 */
function explainedByShift(pair: RowsPair, bounds: Bounds, limits: Limits): boolean {
  const window = windowAround(pair, bounds);
  const whole = leftBy(window, { x: 0, y: 0, most: Number.POSITIVE_INFINITY });
  if (whole.strongest < limits.steps) return true;
  let best = whole;
  // The root of the sum of squares is what is compared.
  const explained = whole.squares * limits.share ** 2;
  for (const y of steps) {
    for (const x of steps) {
      const turned = { ...window, before: window.after, after: window.before };
      for (const way of [window, turned]) {
        const left = leftBy(way, { x, y, most: best.squares });
        if (left.squares < best.squares) best = left;
        if (best.squares <= explained) return true;
      }
    }
  }
  return best.strongest < limits.steps;
}

function windowAround({ before, after, width, rows }: RowsPair, { left, top, right, bottom }: Bounds): Window {
  // A shift looks one pixel beyond the margin.
  const reach = margin + 1;
  const window = { width: right - left + 1 + 2 * reach, height: bottom - top + 1 + 2 * reach };
  const read = (pixels: Uint8Array) => {
    const values = new Float64Array(window.width * window.height);
    for (let y = 0, to = 0; y < window.height; y += 1) {
      const row = Math.min(rows - 1, Math.max(0, top - reach + y));
      for (let x = 0; x < window.width; x += 1, to += 1) {
        const column = Math.min(width - 1, Math.max(0, left - reach + x));
        values[to] = brightnessAt(pixels, (row * width + column) * channels);
      }
    }
    return values;
  };
  return { before: read(before), after: read(after), ...window };
}

function brightnessAt(pixels: Uint8Array, at: number): number {
  return 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
}

type Left = { squares: number; strongest: number };

/** What of the difference a shift leaves; it stops where that becomes more than `most`. */
function leftBy({ before, after, width, height }: Window, shift: { x: number; y: number; most: number }): Left {
  const [across, down] = [Math.floor(shift.x), Math.floor(shift.y)];
  const [partX, partY] = [shift.x - across, shift.y - down];
  let [squares, strongest] = [0, 0];
  for (let y = 1; y < height - 1 && squares <= shift.most; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const from = (y + down) * width + x + across;
      const upper = mix(before[from], before[from + 1], partX);
      const lower = partY === 0 ? upper : mix(before[from + width], before[from + width + 1], partX);
      const off = Math.abs(mix(upper, lower, partY) - (after[y * width + x] ?? 0));
      squares += off * off;
      if (off > strongest) strongest = off;
    }
  }
  return { squares, strongest };
}

function mix(one = 0, other = 0, part: number): number {
  return one + (other - one) * part;
}

/** Pixels, the last ones included. */
type Bounds = { left: number; top: number; right: number; bottom: number };

/** Side of the cells that differing pixels are grouped by: pixels in cells that touch are of one group. */
const cell = 4;
/** Greatest side of a group, in cells: one or two characters of small text. Soft focus finds what is larger. */
const maxCells = 7;
/** Pixels around a group in which unchanged detail is looked for. */
const around = { x: 12, y: 3 };
/** Least steps between neighbours that make detail, least pixels of it, and the share of them that has to be the same. */
const detail = { steps: 24, pixels: 8, share: 0.9 };
/**
 * What a group must differ by beyond the best shift: steps of brightness at its strongest pixel, and the share of its
 * difference that the shift leaves. Beside unchanged detail neither a shift nor the noise of a lossy format is likely.
 */
const limits = { beside: { steps: 30, share: 0.7 }, alone: { steps: 90, share: 0.75 } };
/** Differences that are none, in the measure of `colour.ts`. */
const unseen = distanceAt(0.02);

/**
 * Whether a small group of differing pixels is a change that no shift of up to one pixel explains, such as another digit
 * in small text. Soft focus takes it for a shift, because all its colours also lie beside their place.
 */
export function isSmallChange(pair: RowsPair, group: Bounds): boolean {
  return !explainedByShift(pair, group, besideDetail(pair, group) ? limits.beside : limits.alone);
}

/** Whether a pixel differs enough to be of a group; `at` is its place among the bytes. */
export function differsAt({ before, after }: RowsPair, at: number): boolean {
  const red = (before[at] ?? 0) - (after[at] ?? 0);
  const green = (before[at + 1] ?? 0) - (after[at + 1] ?? 0);
  const blue = (before[at + 2] ?? 0) - (after[at + 2] ?? 0);
  return (red !== 0 || green !== 0 || blue !== 0) && colourDistance(red, green, blue) > unseen;
}

/** Bounds of each small group of differing pixels. */
export function* smallGroups(pair: RowsPair): Generator<Bounds> {
  const across = Math.ceil(pair.width / cell);
  const cells = differingCells(pair, across);
  for (let start = 0; start < cells.length; start += 1) {
    if (cells[start] === 0) continue;
    const { left, top, right, bottom } = takeGroup(cells, start, across);
    if (right - left >= maxCells || bottom - top >= maxCells) continue;
    yield tighten(pair, {
      left: left * cell,
      top: top * cell,
      right: Math.min(pair.width, (right + 1) * cell) - 1,
      bottom: Math.min(pair.rows, (bottom + 1) * cell) - 1,
    });
  }
}

/** A byte for each cell, not 0 where a pixel in it differs. */
function differingCells(pair: RowsPair, across: number): Uint8Array {
  const { width, rows } = pair;
  const cells = new Uint8Array(across * Math.ceil(rows / cell));
  for (let row = 0, at = 0; row < rows; row += 1) {
    const first = Math.floor(row / cell) * across;
    for (let x = 0; x < width; x += 1, at += channels) {
      if (differsAt(pair, at)) cells[first + Math.floor(x / cell)] = 1;
    }
  }
  return cells;
}

/** Bounds, in cells, of a cell and all that hang together with it, which are cleared. */
function takeGroup(cells: Uint8Array, start: number, across: number): Bounds {
  const bounds = { left: across, top: cells.length, right: 0, bottom: 0 };
  const edge = [start];
  cells[start] = 0;
  for (let at = edge.pop(); at !== undefined; at = edge.pop()) {
    const [column, row] = [at % across, Math.floor(at / across)];
    include(bounds, column, row);
    for (let near = row - 1; near <= row + 1; near += 1) {
      for (let beside = Math.max(0, column - 1); beside <= Math.min(across - 1, column + 1); beside += 1) {
        const next = near * across + beside;
        if ((cells[next] ?? 0) === 0) continue;
        cells[next] = 0;
        edge.push(next);
      }
    }
  }
  return bounds;
}

function tighten(pair: RowsPair, { left, top, right, bottom }: Bounds): Bounds {
  const bounds = { left: right, top: bottom, right: left, bottom: top };
  for (let row = top; row <= bottom; row += 1) {
    for (let x = left; x <= right; x += 1) {
      if (differsAt(pair, (row * pair.width + x) * channels)) include(bounds, x, row);
    }
  }
  return bounds;
}

function include(bounds: Bounds, x: number, y: number): void {
  bounds.left = Math.min(bounds.left, x);
  bounds.top = Math.min(bounds.top, y);
  bounds.right = Math.max(bounds.right, x);
  bounds.bottom = Math.max(bounds.bottom, y);
}

/** Whether there is detail around a group, such as its neighbours in a word, that is the same in both pictures. */
function besideDetail({ before, after, width, rows }: RowsPair, group: Bounds): boolean {
  const [left, right] = [Math.max(1, group.left - around.x), Math.min(width - 1, group.right + around.x)];
  const [top, bottom] = [Math.max(0, group.top - around.y), Math.min(rows - 1, group.bottom + around.y)];
  let [found, same] = [0, 0];
  for (let row = top; row <= bottom; row += 1) {
    const inside = row >= group.top - 1 && row <= group.bottom + 1;
    for (let x = left; x <= right; x += 1) {
      if (inside && x >= group.left - 1 && x <= group.right + 1) continue;
      const at = (row * width + x) * channels;
      if (Math.abs((before[at + 1] ?? 0) - (before[at + 1 - channels] ?? 0)) < detail.steps) continue;
      found += 1;
      if (before[at] === after[at] && before[at + 1] === after[at + 1] && before[at + 2] === after[at + 2]) same += 1;
    }
  }
  return found >= detail.pixels && same >= found * detail.share;
}
