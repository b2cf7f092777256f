import pixelmatch from "pixelmatch";
import type { DiffMode } from "#schemas/diff.ts";
import { perceptual } from "./perceptual.ts";

/** Rows of both pictures that belong together, RGBA. */
export type RowsPair = { before: Uint8Array; after: Uint8Array; width: number; rows: number };

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
