import { channels, type RowsPair } from "./pictures.ts";

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
export function explainedByShift(pair: RowsPair, bounds: Bounds, limits: Limits): boolean {
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
export type Bounds = { left: number; top: number; right: number; bottom: number };
