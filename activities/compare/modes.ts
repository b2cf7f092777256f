import pixelmatch from "pixelmatch";
import type { DiffMode } from "#schemas/diff.ts";
import { channels, type RowsPair } from "./pictures.ts";
import { differsAt, isSmallChange, smallGroups } from "./shifts.ts";
import { distanceAt, precision, type SoftPlanes, softPlanes, yiqDistance } from "./softPlanes.ts";

type Mode = {
  /** Whether pictures are first put on white, as a page shows them. */
  flattenOnWhite: boolean;
  /** Rows around a pixel that decide whether it changed. */
  reach: number;
  /** One value per pixel; not 0 if it changed. */
  changed(pair: RowsPair): Promise<Uint32Array>;
};

/** The modes of a comparison. `pixel` counts any difference, transparency included; `perceptual` counts visible ones. */
export const modes = {
  pixel: {
    flattenOnWhite: false,
    reach: 0,
    changed: (pair) => Promise.resolve(differing(pair, { threshold: 0, includeAA: true })),
  },
  perceptual: {
    flattenOnWhite: true,
    // Covers letters that begin in one band and end in the next.
    reach: 32,
    changed: (pair) => perceptual(pair, differing(pair, { threshold: 0.05, includeAA: false })),
  },
} satisfies Record<DiffMode, Mode>;

/**
 * Smallest difference in soft focus that is visible over an area, and that is visible anywhere: about 5 and 15 of 255
 * grey levels. Checked by `npm run bench -- alarms`.
 */
const [visibleDistance, evidentDistance] = [distanceAt(0.02), distanceAt(0.055)];
/** Side of the smallest area that a slight difference must fill. Checked by `npm run bench -- alarms`. */
const minPatchPx = 7;

/**
 * Keeps the changes that a person would see. A differing pixel has another color that is not anti-aliasing.
 * Evidence is a pixel that, in soft focus, is outside the range of colors within one pixel of the other picture. It is
 * outside by the evident distance, or by the visible distance over a whole patch. Differing pixels that are connected
 * to evidence count. So text moved by up to a pixel and noise of lossy formats do not count. Another letter, line, dot
 * or tint does. Small text is finer than soft focus. So a small group also counts if no shift explains it.
 */
async function perceptual(pair: RowsPair, differingPixels: Uint32Array): Promise<Uint32Array> {
  const { width, rows } = pair;
  // If only brightness differs, the color planes are equal.
  const withColor = colorsDiffer(pair);
  const soft = (pixels: Uint8Array) => softPlanes({ pixels, width, rows }, { inColor: withColor });
  const [before, after] = await Promise.all([soft(pair.before), soft(pair.after)]);
  const marks = withMargin(differingPixels, pair);
  const count = createCounter(marks, width + 2);
  findEvidence({ pair, marks, count }, before, after);
  findPatches({ pair, marks, count });
  findSmallChanges({ pair, marks, count });
  return withoutMargin(marks, pair);
}

function colorsDiffer({ before, after }: RowsPair): boolean {
  for (let at = 0; at < before.length; at += channels) {
    const red = (before[at] ?? 0) - (after[at] ?? 0);
    if ((before[at + 1] ?? 0) - (after[at + 1] ?? 0) !== red) return true;
    if ((before[at + 2] ?? 0) - (after[at + 2] ?? 0) !== red) return true;
  }
  return false;
}

/**
 * States of a pixel: differing, also slightly different in soft focus, or counted.
 * Marks have a margin of one pixel, as the planes do.
 */
const [differsMark, slightMark, countedMark] = [1, 2, 3];

type Search = {
  pair: RowsPair;
  marks: Uint8Array;
  /** Counts a pixel and all marked pixels connected to it. */
  count(at: number): void;
};

/**
 * Looks at each pixel that is not counted yet. So an area that changed as a whole costs little more than its first
 * pixel.
 */
function findEvidence({ pair, marks, count }: Search, before: SoftPlanes, after: SoftPlanes): void {
  const { width, rows } = pair;
  const stride = width + 2;
  const distanceTo = distanceWithin(stride);
  for (let row = 0; row < rows; row += 1) {
    let index = (row + 1) * stride + 1;
    for (let offset = row * width * channels; offset < (row + 1) * width * channels; offset += channels, index += 1) {
      if (marks[index] === countedMark || !differsAt(pair, offset)) continue;
      const distance = Math.max(distanceTo(before, after, index), distanceTo(after, before, index));
      if (distance <= visibleDistance) continue;
      marks[index] = slightMark;
      if (distance > evidentDistance || touchesCounted(marks, index, stride)) count(index);
    }
  }
}

function touchesCounted(marks: Uint8Array, at: number, stride: number): boolean {
  for (let row = at - stride; row <= at + stride; row += stride) {
    if (marks[row - 1] === countedMark || marks[row] === countedMark || marks[row + 1] === countedMark) return true;
  }
  return false;
}

/**
 * Returns the distance of a picture's color at a pixel from the range of colors around that pixel in another picture.
 */
function distanceWithin(stride: number): (one: SoftPlanes, other: SoftPlanes, at: number) => number {
  const distanceOutside = (one: Int16Array, other: Int16Array, at: number): number => {
    const value = one[at] ?? 0;
    let min = other[at] ?? 0;
    let max = min;
    for (let row = at - stride; row <= at + stride; row += stride) {
      for (let neighborIndex = row - 1; neighborIndex <= row + 1; neighborIndex += 1) {
        const neighbour = other[neighborIndex] ?? 0;
        if (neighbour < min) min = neighbour;
        else if (neighbour > max) max = neighbour;
      }
      if (min <= value && value <= max) return 0;
    }
    return (value < min ? min - value : value - max) / precision;
  };
  return (one, other, at) => {
    const y = distanceOutside(one.y, other.y, at);
    if (one.color === null || other.color === null) return yiqDistance(y, 0, 0);
    return yiqDistance(
      y,
      distanceOutside(one.color.i, other.color.i, at),
      distanceOutside(one.color.q, other.color.q, at),
    );
  };
}

/** Counts slight differences that fill a patch. Counting the last pixel counts all, because they are connected. */
function findPatches({ pair: { width, rows }, marks, count }: Search): void {
  const stride = width + 2;
  // For each column, the number of consecutive rows in which a run of at least `minPatchPx` pixels ends there.
  const depth = new Uint32Array(width);
  for (let row = 0; row < rows; row += 1) {
    let run = 0;
    for (let x = 0, at = (row + 1) * stride + 1; x < width; x += 1, at += 1) {
      run = (marks[at] ?? 0) < slightMark ? 0 : run + 1;
      const rowsDeep = run < minPatchPx ? 0 : (depth[x] ?? 0) + 1;
      depth[x] = rowsDeep;
      if (rowsDeep >= minPatchPx && marks[at] === slightMark) count(at);
    }
  }
}

/** Counts small groups that no shift explains, unless one of their pixels is counted already. */
function findSmallChanges({ pair, marks, count }: Search): void {
  const { width } = pair;
  for (const group of smallGroups(pair)) {
    const { left, top, right, bottom } = group;
    const indices: number[] = [];
    for (let row = top; row <= bottom; row += 1) {
      for (let x = left; x <= right; x += 1) {
        if (differsAt(pair, (row * width + x) * channels)) indices.push((row + 1) * (width + 2) + x + 1);
      }
    }
    if (indices.some((at) => marks[at] === countedMark) || !isSmallChange(pair, group)) continue;
    for (const at of indices) count(at);
  }
}

function createCounter(marks: Uint8Array, stride: number): (start: number) => void {
  const around = [-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1];
  const stack: number[] = [];
  return (start) => {
    marks[start] = countedMark;
    stack.push(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      for (const step of around) {
        const mark = marks[at + step] ?? 0;
        if (mark === 0 || mark === countedMark) continue;
        marks[at + step] = countedMark;
        stack.push(at + step);
      }
    }
  };
}

function withMargin(differingPixels: Uint32Array, { width, rows }: RowsPair): Uint8Array {
  const marks = new Uint8Array((width + 2) * (rows + 2));
  for (let row = 0; row < rows; row += 1) {
    for (let from = row * width, at = (row + 1) * (width + 2) + 1; from < (row + 1) * width; from += 1, at += 1) {
      if (differingPixels[from] !== 0) marks[at] = differsMark;
    }
  }
  return marks;
}

function withoutMargin(marks: Uint8Array, { width, rows }: RowsPair): Uint32Array {
  const changed = new Uint32Array(width * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let to = row * width, at = (row + 1) * (width + 2) + 1; to < (row + 1) * width; to += 1, at += 1) {
      if (marks[at] === countedMark) changed[to] = 1;
    }
  }
  return changed;
}

function differing({ before, after, width, rows }: RowsPair, options: { threshold: number; includeAA: boolean }) {
  const changed = new Uint32Array(width * rows);
  pixelmatch(before, after, new Uint8Array(changed.buffer), width, rows, { ...options, diffMask: true });
  return changed;
}
