import { withQuery } from "../../../api/withQuery.ts";
import { sliceRows } from "../../../ui/Picture.tsx";
import type { Piece, PictureSource } from "./model.ts";

/** Widths that the API scales to. */
const widths = [160, 320, 480, 640, 960, 1280, 1920, 2560];

/** A strip of a piece: the address of its slice, and its place in the rows of the comparison. */
export type Strip = {
  key: string;
  url: string;
  /** First row and number of rows of the strip in the comparison. */
  top: number;
  height: number;
  /** First row and number of rows of the whole slice, relative to the strip. */
  sliceTop: number;
  sliceHeight: number;
};

type Wanted = {
  picture: PictureSource;
  pieces: readonly Piece[];
  /** Screen pixels per pixel of the picture. */
  scale: number;
  /** Rows of the comparison that are in view. */
  view: { from: number; to: number };
  format: "webp" | "png";
};

/** The strips that are in view, in the smallest form that is sharp at the scale. */
export function stripsInView({ picture, pieces, scale, view, format }: Wanted): Strip[] {
  const width = widthFor(picture.width, scale);
  const rowsPerSlice = (sliceRows * picture.width) / (width ?? picture.width);
  return pieces.flatMap((piece) => {
    const from = Math.max(piece.top, view.from) - piece.top + piece.source;
    const to = Math.min(piece.top + piece.height, view.to) - piece.top + piece.source;
    const first = Math.floor(from / rowsPerSlice);
    const count = to <= from ? 0 : Math.ceil(to / rowsPerSlice) - first;
    return Array.from({ length: count }, (_, index) => {
      const slice = first + index;
      const sliceStart = slice * rowsPerSlice;
      const start = Math.max(piece.source, sliceStart);
      const end = Math.min(piece.source + piece.height, sliceStart + rowsPerSlice, picture.height);
      return {
        key: `${piece.top}-${width ?? "full"}-${slice}`,
        url: withQuery(picture.path, { ...(width !== null && { width }), slice, as: format }),
        top: piece.top + start - piece.source,
        height: end - start,
        sliceTop: sliceStart - start,
        sliceHeight: Math.min(rowsPerSlice, picture.height - sliceStart),
      };
    });
  });
}

/** The width to ask for; null for the picture's own. */
function widthFor(own: number, scale: number): number | null {
  const wanted = own * scale * devicePixelRatio;
  const found = widths.find((width) => width >= wanted);
  return found === undefined || found >= own ? null : found;
}
