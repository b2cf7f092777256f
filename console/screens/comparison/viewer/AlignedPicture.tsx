import { useMemo } from "react";
import type { Piece, PictureSource } from "./model.ts";
import { stripsInView } from "./slices.ts";
import type { View } from "./view.ts";
import styles from "./Viewer.module.css";

type AlignedPictureProps = {
  picture: PictureSource;
  pieces: readonly Piece[];
  view: View;
  /** Height of the pane in screen pixels. */
  paneHeight: number;
  /** How to show the pixels: as a picture, or as a stencil of the color. Default: a picture. */
  stencil?: string;
};

/** Rows in view, with one more pane above and below, so that scrolling shows no gaps. */
function rowsInView(view: View, paneHeight: number): { from: number; to: number } {
  const rows = paneHeight / view.k;
  const from = -view.y / view.k;
  // Whole steps, so that a small movement does not change the list of strips.
  const step = Math.max(256, 2 ** Math.ceil(Math.log2(rows / 2)));
  return { from: Math.floor((from - rows) / step) * step, to: Math.ceil((from + 2 * rows) / step) * step };
}

/**
 * Rows by which a strip reaches below its end: one screen pixel at a broken zoom, where the edges of two strips are
 * half transparent and would show a line. None where pixels fall on pixels, so that no row is scaled.
 */
function overlapAt(zoom: number): number {
  return Number.isInteger(zoom * devicePixelRatio) ? 0 : 1 / zoom;
}

/** A picture in the rows of the comparison. Only the strips near the view are in the page. */
export function AlignedPicture({ picture, pieces, view, paneHeight, stencil }: AlignedPictureProps) {
  const { from, to } = rowsInView(view, paneHeight);
  // Powers of two, so that zooming does not load every width.
  const scale = 2 ** Math.ceil(Math.log2(view.k));
  const strips = useMemo(
    () => stripsInView({ picture, pieces, scale, view: { from, to }, format: stencil === undefined ? "webp" : "png" }),
    [picture, pieces, scale, from, to, stencil],
  );
  const overlap = stencil === undefined ? overlapAt(view.k) : 0;
  return (
    <div
      className={styles["layer"]}
      style={{ width: picture.width, transform: `translate(${view.x}px, ${view.y}px) scale(${view.k})` }}
    >
      {strips.map(({ key, url, top, height, sliceTop, sliceHeight }) => (
        <div key={key} className={styles["strip"]} style={{ top, height: height + overlap }}>
          {stencil === undefined ? (
            <img
              src={url}
              alt=""
              decoding="async"
              draggable={false}
              style={{ top: sliceTop, height: sliceHeight + overlap }}
            />
          ) : (
            <div
              className={styles["stencil"]}
              style={{ top: sliceTop, height: sliceHeight, background: stencil, maskImage: `url("${url}")` }}
            />
          )}
        </div>
      ))}
    </div>
  );
}
