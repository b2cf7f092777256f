import pixelmatch from "pixelmatch";
import type { DiffMode } from "#schemas/diff.ts";
import { channels, type RowsPair } from "./pictures.ts";
import { differsAt, isSmallChange, smallGroups } from "./shifts.ts";
import { distanceAt, precision, type SoftPlanes, softPlanes, yiqDistance } from "./softPlanes.ts";

/** Difference in soft focus that is seen where it fills an area, and where it stands alone: 5 and 15 of 255 steps of grey. */
const [seen, evident] = [distanceAt(0.02), distanceAt(0.055)];
/** Side of the least area that a slight difference has to fill, pixels. */
const patch = 7;

/**
 * Keeps the changes that a person would see. `differing` are the pixels whose colour differs and is no anti-aliasing. They count
 * together with those they touch where, in soft focus, one of them lies outside everything there is within one pixel of
 * its place in the other picture: clearly, or slightly but over a whole patch. Text and edges set a part of a pixel
 * aside, a shift by one pixel and the noise of lossy formats stay inside; another letter, line, dot or tint does not.
 * Small text is finer than that: small groups of differing pixels also count where no shift explains them.
 */
async function perceptual(pair: RowsPair, differingPixels: Uint32Array): Promise<Uint32Array> {
  const { width, rows } = pair;
  // Where only brightness differs, colour is the same in both, however soft.
  const inColour = coloursDiffer(pair);
  const soft = (pixels: Uint8Array) => softPlanes({ pixels, width, rows }, { inColour });
  const [before, after] = await Promise.all([soft(pair.before), soft(pair.after)]);
  const marks = withMargin(differingPixels, pair);
  const count = spreading(marks, width + 2);
  findEvidence({ pair, marks, count }, before, after);
  findPatches({ pair, marks, count });
  findSmallChanges({ pair, marks, count });
  return withoutMargin(marks, pair);
}

function coloursDiffer({ before, after }: RowsPair): boolean {
  for (let at = 0; at < before.length; at += channels) {
    const red = (before[at] ?? 0) - (after[at] ?? 0);
    if ((before[at + 1] ?? 0) - (after[at + 1] ?? 0) !== red) return true;
    if ((before[at + 2] ?? 0) - (after[at + 2] ?? 0) !== red) return true;
  }
  return false;
}

/** States of a pixel: differing, slightly different in soft focus as well, or counted. Marks have a margin of one pixel as the planes have. */
const [differs, slight, counted] = [1, 2, 3];

type Search = {
  pair: RowsPair;
  marks: Uint8Array;
  /** Counts a pixel and all marked ones that hang together with it. */
  count(at: number): void;
};

/** Looks at each pixel that is not counted yet, so that an area that changed as a whole costs little more than its first pixel. */
function findEvidence({ pair, marks, count }: Search, before: SoftPlanes, after: SoftPlanes): void {
  const { width, rows } = pair;
  const stride = width + 2;
  const apart = distanceWithin(stride);
  for (let row = 0; row < rows; row += 1) {
    let at = (row + 1) * stride + 1;
    for (let sharp = row * width * channels; sharp < (row + 1) * width * channels; sharp += channels, at += 1) {
      if (marks[at] === counted || !differsAt(pair, sharp)) continue;
      const distance = Math.max(apart(before, after, at), apart(after, before, at));
      if (distance <= seen) continue;
      marks[at] = slight;
      if (distance > evident || touchesCounted(marks, at, stride)) count(at);
    }
  }
}

function touchesCounted(marks: Uint8Array, at: number, stride: number): boolean {
  for (let row = at - stride; row <= at + stride; row += stride) {
    if (marks[row - 1] === counted || marks[row] === counted || marks[row + 1] === counted) return true;
  }
  return false;
}

/** Measures how far a picture's colour at a pixel lies outside the range of colours around that pixel in another. */
function distanceWithin(stride: number): (one: SoftPlanes, other: SoftPlanes, at: number) => number {
  const outside = (one: Int16Array, other: Int16Array, at: number): number => {
    const value = one[at] ?? 0;
    let least = other[at] ?? 0;
    let most = least;
    for (let row = at - stride; row <= at + stride; row += stride) {
      for (let near = row - 1; near <= row + 1; near += 1) {
        const neighbour = other[near] ?? 0;
        if (neighbour < least) least = neighbour;
        else if (neighbour > most) most = neighbour;
      }
      if (least <= value && value <= most) return 0;
    }
    return (value < least ? least - value : value - most) / precision;
  };
  return (one, other, at) => {
    const y = outside(one.y, other.y, at);
    if (one.colour === null || other.colour === null) return yiqDistance(y, 0, 0);
    return yiqDistance(y, outside(one.colour.i, other.colour.i, at), outside(one.colour.q, other.colour.q, at));
  };
}

/** Counts slight differences where they fill a patch; its last pixel stands for all, which hang together with it. */
function findPatches({ pair: { width, rows }, marks, count }: Search): void {
  const stride = width + 2;
  // For each column, how many rows on end a run of at least `patch` pixels ends there.
  const full = new Uint32Array(width);
  for (let row = 0; row < rows; row += 1) {
    let run = 0;
    for (let x = 0, at = (row + 1) * stride + 1; x < width; x += 1, at += 1) {
      run = (marks[at] ?? 0) < slight ? 0 : run + 1;
      const deep = run < patch ? 0 : (full[x] ?? 0) + 1;
      full[x] = deep;
      if (deep >= patch && marks[at] === slight) count(at);
    }
  }
}

/** Counts small groups that no shift explains, unless one of their pixels is counted already. */
function findSmallChanges({ pair, marks, count }: Search): void {
  const { width } = pair;
  for (const group of smallGroups(pair)) {
    const { left, top, right, bottom } = group;
    const places: number[] = [];
    for (let row = top; row <= bottom; row += 1) {
      for (let x = left; x <= right; x += 1) {
        if (differsAt(pair, (row * width + x) * channels)) places.push((row + 1) * (width + 2) + x + 1);
      }
    }
    if (places.some((at) => marks[at] === counted) || !isSmallChange(pair, group)) continue;
    for (const at of places) count(at);
  }
}

function spreading(marks: Uint8Array, stride: number): (start: number) => void {
  const around = [-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1];
  const edge: number[] = [];
  return (start) => {
    marks[start] = counted;
    edge.push(start);
    for (let at = edge.pop(); at !== undefined; at = edge.pop()) {
      for (const step of around) {
        const near = marks[at + step] ?? 0;
        if (near === 0 || near === counted) continue;
        marks[at + step] = counted;
        edge.push(at + step);
      }
    }
  };
}

function withMargin(differingPixels: Uint32Array, { width, rows }: RowsPair): Uint8Array {
  const marks = new Uint8Array((width + 2) * (rows + 2));
  for (let row = 0; row < rows; row += 1) {
    for (let from = row * width, at = (row + 1) * (width + 2) + 1; from < (row + 1) * width; from += 1, at += 1) {
      if (differingPixels[from] !== 0) marks[at] = differs;
    }
  }
  return marks;
}

function withoutMargin(marks: Uint8Array, { width, rows }: RowsPair): Uint32Array {
  const changed = new Uint32Array(width * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let to = row * width, at = (row + 1) * (width + 2) + 1; to < (row + 1) * width; to += 1, at += 1) {
      if (marks[at] === counted) changed[to] = 1;
    }
  }
  return changed;
}

type Mode = {
  /** Whether pictures are put on white first, as a page shows them. */
  onWhite: boolean;
  /** Rows beside a pixel that decide whether it changed. */
  reach: number;
  /** A value for each pixel of the rows, not 0 where it changed. */
  changed(pair: RowsPair): Promise<Uint32Array>;
};

/** What each mode takes for a change: `pixel` any difference of any pixel, transparency included. */
export const modes = {
  pixel: {
    onWhite: false,
    reach: 0,
    changed: (pair) => Promise.resolve(differing(pair, { threshold: 0, includeAA: true })),
  },
  perceptual: {
    onWhite: true,
    // Letters that begin in one band and end in the next are seen whole in both.
    reach: 32,
    changed: (pair) => perceptual(pair, differing(pair, { threshold: 0.05, includeAA: false })),
  },
} satisfies Record<DiffMode, Mode>;

function differing({ before, after, width, rows }: RowsPair, options: { threshold: number; includeAA: boolean }) {
  const changed = new Uint32Array(width * rows);
  pixelmatch(before, after, new Uint8Array(changed.buffer), width, rows, { ...options, diffMask: true });
  return changed;
}
