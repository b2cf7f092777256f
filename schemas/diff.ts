import { type Static, Type } from "typebox";
import { literals } from "./common.ts";

/** How two pictures are compared. */
export const DiffMode = literals(["pixel", "perceptual"]);
export type DiffMode = Static<typeof DiffMode>;

/** How the changes are drawn. */
export const Visualization = literals(["overlay", "heatmap", "mask", "none"]);
export type Visualization = Static<typeof Visualization>;

/** A rectangle in pixels of a picture, from its top left corner. */
export type Box = { x: number; y: number; width: number; height: number };

/** What became of an area: other pixels in its place, or rows that only one of the pictures has. */
export const AreaStatus = literals(["changed", "added", "removed"]);
export type AreaStatus = Static<typeof AreaStatus>;

const pixels = { x: Type.Integer(), y: Type.Integer(), width: Type.Integer(), height: Type.Integer() };
const Share = Type.Number({ minimum: 0, maximum: 1 });

/** An area that changed. `changed` and `added` lie in the picture after, `removed` in the one before. */
export const ChangedArea = Type.Object(
  { ...pixels, differenceRatio: Share, status: AreaStatus },
  { additionalProperties: false },
);
export type ChangedArea = Static<typeof ChangedArea>;

/** A part of the page by its own markup: a landmark, section, heading, card or form, where it stood in a capture. */
export type PageRegion = Box & { selector: string; label: string; role: string };
