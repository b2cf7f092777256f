import type { AlignedBlock, ChangedArea } from "#schemas/diff.ts";

/** A picture of an output: its path and its size in pixels. */
export type PictureSource = { path: string; width: number; height: number };

/** A changed area in the rows of the comparison. `label` is the page's region, if one is known. */
export type ViewedArea = {
  id: string;
  x: number;
  top: number;
  width: number;
  height: number;
  status: ChangedArea["status"];
  differenceRatio: number;
  label: string | null;
};

/** Two pictures with rows that belong together side by side. `rows` counts the rows of both. */
export type ViewedComparison = {
  before: PictureSource;
  after: PictureSource;
  /** White for changed pixels, in the rows of the comparison. Null if there is none. */
  mask: PictureSource | null;
  blocks: readonly AlignedBlock[];
  width: number;
  rows: number;
  areas: readonly ViewedArea[];
};

type Facts = {
  before: PictureSource;
  after: PictureSource;
  mask: PictureSource | null;
  alignment: readonly AlignedBlock[] | undefined;
  areas: readonly (ChangedArea & { region?: string })[];
};

/** The comparison as it is drawn. Without an alignment, rows are paired by their position. */
export function toViewed({ before, after, mask, alignment, areas }: Facts): ViewedComparison {
  const blocks = alignment ?? pairByPosition(before.height, after.height);
  return {
    before,
    after,
    mask,
    blocks,
    width: Math.max(before.width, after.width),
    rows: blocks.reduce((sum, { height }) => sum + height, 0),
    areas: areas.map((area) => placeArea(area, blocks)),
  };
}

function pairByPosition(before: number, after: number): AlignedBlock[] {
  const sharedHeight = Math.min(before, after);
  const both: AlignedBlock = { before: 0, after: 0, height: sharedHeight };
  if (before === after) return [both];
  return [
    both,
    before > after
      ? { before: sharedHeight, after: null, height: before - sharedHeight }
      : { before: null, after: sharedHeight, height: after - sharedHeight },
  ];
}

function placeArea({ region, ...area }: Facts["areas"][number], blocks: readonly AlignedBlock[]): ViewedArea {
  const side = area.status === "removed" ? "before" : "after";
  const top = alignedRow(blocks, side, area.y);
  const bottom = alignedRow(blocks, side, area.y + area.height - 1) + 1;
  const { x, width, status, differenceRatio } = area;
  const id = [status, x, top, width, bottom].join(" ");
  return { id, x, width, status, differenceRatio, top, height: Math.max(1, bottom - top), label: region ?? null };
}

/** The row of the comparison that shows a row of one picture. */
function alignedRow(blocks: readonly AlignedBlock[], side: "before" | "after", row: number): number {
  let top = 0;
  for (const block of blocks) {
    const first = block[side];
    if (first !== null && row >= first && row < first + block.height) return top + row - first;
    top += block.height;
  }
  return row;
}

/** A part of a picture: its first row in the comparison and in the picture, and its number of rows. */
export type Piece = { top: number; source: number; height: number };

/** The parts of a picture from the top. Rows that only the other picture has are left out. */
export function piecesOf(blocks: readonly AlignedBlock[], side: "before" | "after"): Piece[] {
  const pieces: Piece[] = [];
  let top = 0;
  for (const block of blocks) {
    const source = block[side];
    if (source !== null) pieces.push({ top, source, height: block.height });
    top += block.height;
  }
  return pieces;
}

/** A picture that is not compared, as one piece. */
export function wholePiece({ height }: Pick<PictureSource, "height">): Piece[] {
  return [{ top: 0, source: 0, height }];
}
