import { channels, type RowsPair } from "./pictures.ts";
import { colorDistance, distanceAt } from "./softPlanes.ts";

/** Pixel bounds, inclusive. */
type Bounds = { left: number; top: number; right: number; bottom: number };

/** Side of the cells by which differing pixels are grouped. Pixels in touching cells form one group. */
const cellPx = 4;
/** Largest side of a group in cells: one or two characters of small text. Soft focus finds larger changes. */
const maxCells = 7;
/** Pixels around a group that are searched for unchanged detail. */
const detailRadius = { x: 12, y: 3 };
/**
 * Minimal levels between neighbors that are detail, minimal pixels of detail, and the minimal share of them that is
 * unchanged.
 */
const detail = { steps: 24, pixels: 8, share: 0.9 };
/**
 * Minimal rest of a group's difference after the best shift: levels of brightness at its strongest pixel, and a share
 * of the difference. Next to unchanged detail, a shift or noise of a lossy format is unlikely. Measured by
 * `npm run bench -- alarms`.
 */
const groupLimits = { besideDetail: { steps: 30, share: 0.7 }, isolated: { steps: 90, share: 0.75 } };
/** Smaller color distances are invisible. */
const maxInvisibleDistance = distanceAt(0.02);

/**
 * Whether a small group of differing pixels is a change that no shift of up to one pixel explains, such as another
 * digit in small text. In soft focus it looks like a shift, because all its colors also occur next to it.
 */
export function isSmallChange(pair: RowsPair, group: Bounds): boolean {
  return !explainedByShift(
    pair,
    group,
    hasUnchangedDetail(pair, group) ? groupLimits.besideDetail : groupLimits.isolated,
  );
}

/** Bounds of each small group of differing pixels. */
export function* smallGroups(pair: RowsPair): Generator<Bounds> {
  const across = Math.ceil(pair.width / cellPx);
  const cells = differingCells(pair, across);
  for (let start = 0; start < cells.length; start += 1) {
    if (cells[start] === 0) continue;
    const { left, top, right, bottom } = removeGroup(cells, start, across);
    if (right - left >= maxCells || bottom - top >= maxCells) continue;
    yield shrinkToPixels(pair, {
      left: left * cellPx,
      top: top * cellPx,
      right: Math.min(pair.width, (right + 1) * cellPx) - 1,
      bottom: Math.min(pair.rows, (bottom + 1) * cellPx) - 1,
    });
  }
}

/** Whether a pixel differs enough to belong to a group. `at` is its byte offset. */
export function differsAt({ before, after }: RowsPair, at: number): boolean {
  const red = (before[at] ?? 0) - (after[at] ?? 0);
  const green = (before[at + 1] ?? 0) - (after[at + 1] ?? 0);
  const blue = (before[at + 2] ?? 0) - (after[at + 2] ?? 0);
  return (red !== 0 || green !== 0 || blue !== 0) && colorDistance(red, green, blue) > maxInvisibleDistance;
}

/** One byte per cell; not 0 if a pixel in it differs. */
function differingCells(pair: RowsPair, across: number): Uint8Array {
  const { width, rows } = pair;
  const cells = new Uint8Array(across * Math.ceil(rows / cellPx));
  for (let row = 0, at = 0; row < rows; row += 1) {
    const first = Math.floor(row / cellPx) * across;
    for (let x = 0; x < width; x += 1, at += channels) {
      if (differsAt(pair, at)) cells[first + Math.floor(x / cellPx)] = 1;
    }
  }
  return cells;
}

/** Bounds, in cells, of a cell and all cells connected to it. The cells are cleared. */
function removeGroup(cells: Uint8Array, start: number, across: number): Bounds {
  const bounds = { left: across, top: cells.length, right: 0, bottom: 0 };
  const stack = [start];
  cells[start] = 0;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const [column, row] = [at % across, Math.floor(at / across)];
    include(bounds, column, row);
    for (let near = row - 1; near <= row + 1; near += 1) {
      for (let beside = Math.max(0, column - 1); beside <= Math.min(across - 1, column + 1); beside += 1) {
        const next = near * across + beside;
        if ((cells[next] ?? 0) === 0) continue;
        cells[next] = 0;
        stack.push(next);
      }
    }
  }
  return bounds;
}

function shrinkToPixels(pair: RowsPair, { left, top, right, bottom }: Bounds): Bounds {
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

/** Whether there is unchanged detail around a group, such as the other letters of a word. */
function hasUnchangedDetail({ before, after, width, rows }: RowsPair, group: Bounds): boolean {
  const [left, right] = [Math.max(1, group.left - detailRadius.x), Math.min(width - 1, group.right + detailRadius.x)];
  const [top, bottom] = [Math.max(0, group.top - detailRadius.y), Math.min(rows - 1, group.bottom + detailRadius.y)];
  let [detailPixels, samePixels] = [0, 0];
  for (let row = top; row <= bottom; row += 1) {
    const inside = row >= group.top - 1 && row <= group.bottom + 1;
    for (let x = left; x <= right; x += 1) {
      if (inside && x >= group.left - 1 && x <= group.right + 1) continue;
      const at = (row * width + x) * channels;
      if (Math.abs((before[at + 1] ?? 0) - (before[at + 1 - channels] ?? 0)) < detail.steps) continue;
      detailPixels += 1;
      if (before[at] === after[at] && before[at + 1] === after[at + 1] && before[at + 2] === after[at + 2])
        samePixels += 1;
    }
  }
  return detailPixels >= detail.pixels && samePixels >= detailPixels * detail.share;
}

/** Pixels around a group that a shift must explain as well. */
const marginPx = 2;
/** Shifts that are tried in each direction, in pixels, the likely ones first. */
const shiftSteps = [0, 1, -1, 0.5, -0.5, 0.25, -0.25, 0.75, -0.75];

/** Levels of brightness, and a share of the difference without a shift. */
type Limits = { steps: number; share: number };

/** Brightness of the pixels around a group. Pixels outside the picture repeat its edge. */
type Window = { before: Float64Array; after: Float64Array; width: number; height: number };

/**
 * Whether a shift of up to one pixel turns one picture into the other, or nearly: no pixel is off by the given levels,
 * or less than the given share of the difference remains.
 */
function explainedByShift(pair: RowsPair, bounds: Bounds, limits: Limits): boolean {
  const window = windowAround(pair, bounds);
  const unshifted = residualAfter(window, { x: 0, y: 0, maxSquares: Number.POSITIVE_INFINITY });
  if (unshifted.strongest < limits.steps) return true;
  let best = unshifted;
  // Shares compare roots of sums of squares.
  const maxExplained = unshifted.squares * limits.share ** 2;
  for (const y of shiftSteps) {
    for (const x of shiftSteps) {
      const swapped = { ...window, before: window.after, after: window.before };
      for (const direction of [window, swapped]) {
        const residual = residualAfter(direction, { x, y, maxSquares: best.squares });
        if (residual.squares < best.squares) best = residual;
        if (best.squares <= maxExplained) return true;
      }
    }
  }
  return best.strongest < limits.steps;
}

function windowAround({ before, after, width, rows }: RowsPair, { left, top, right, bottom }: Bounds): Window {
  // A shift reads one pixel beyond the margin.
  const reach = marginPx + 1;
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

type Residual = { squares: number; strongest: number };

/** The difference that remains after a shift. It stops once that exceeds `maxSquares`. */
function residualAfter(
  { before, after, width, height }: Window,
  shift: { x: number; y: number; maxSquares: number },
): Residual {
  const [across, down] = [Math.floor(shift.x), Math.floor(shift.y)];
  const [partX, partY] = [shift.x - across, shift.y - down];
  let [squares, strongest] = [0, 0];
  for (let y = 1; y < height - 1 && squares <= shift.maxSquares; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const from = (y + down) * width + x + across;
      const upper = interpolate(before[from], before[from + 1], partX);
      const lower = partY === 0 ? upper : interpolate(before[from + width], before[from + width + 1], partX);
      const error = Math.abs(interpolate(upper, lower, partY) - (after[y * width + x] ?? 0));
      squares += error * error;
      if (error > strongest) strongest = error;
    }
  }
  return { squares, strongest };
}

function interpolate(one = 0, other = 0, fraction: number): number {
  return one + (other - one) * fraction;
}
