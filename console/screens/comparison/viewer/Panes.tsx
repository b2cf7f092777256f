import { type ReactNode, useMemo } from "react";
import { AlignedPicture } from "./AlignedPicture.tsx";
import { piecesOf, type ViewedComparison, wholePiece } from "./model.ts";
import type { ViewMode } from "./modes.ts";
import type { Size, View } from "./useView.ts";
import styles from "./Viewer.module.css";

type PanesProps = {
  comparison: ViewedComparison;
  mode: ViewMode;
  view: View;
  pane: Size;
  /** Share of the picture before that swipe and onion skin show, 0 to 1. */
  share: number;
  /** Whether blink shows the picture before. */
  showsBefore: boolean;
  /** Marks over the pictures. */
  marks: ReactNode;
};

/** The pictures in the chosen mode. All panes have the same view. */
export function Panes({ comparison, mode, view, pane, share, showsBefore, marks }: PanesProps) {
  const layers = useLayers(comparison, view, pane);
  switch (mode) {
    case "side":
      return (
        <>
          <Pane label="Before">
            {layers.before}
            {marks}
          </Pane>
          <Pane label="After">
            {layers.after}
            {marks}
          </Pane>
        </>
      );
    case "swipe":
      return (
        <Pane label="After">
          {layers.after}
          <div className={styles["cover"]} style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` }}>
            {layers.before}
          </div>
          <div className={styles["divider"]} style={{ left: `${share * 100}%` }} aria-hidden="true" />
          {marks}
        </Pane>
      );
    case "onion":
      return (
        <Pane label="Both">
          {layers.after}
          <div className={styles["cover"]} style={{ opacity: share }}>
            {layers.before}
          </div>
          {marks}
        </Pane>
      );
    case "blink":
      return (
        <Pane label={showsBefore ? "Before" : "After"}>
          {layers.after}
          <div className={styles["cover"]} style={{ visibility: showsBefore ? "visible" : "hidden" }}>
            {layers.before}
          </div>
          {marks}
        </Pane>
      );
    case "overlay":
      return (
        <Pane label="After, with changes tinted">
          {layers.after}
          {layers.tint}
          {marks}
        </Pane>
      );
    case "heatmap":
      return (
        <Pane label="After, with changes as heat">
          <div className={styles["grey"]}>{layers.after}</div>
          <div className={styles["heat"]}>{layers.heat}</div>
        </Pane>
      );
    case "mask":
      return (
        <Pane label="Changed pixels">
          <div className={styles["black"]} />
          {layers.white}
        </Pane>
      );
  }
}

function Pane({ label, children }: { label: string; children: ReactNode }) {
  return (
    <figure className={styles["pane"]}>
      {children}
      <figcaption>{label}</figcaption>
    </figure>
  );
}

/** Each picture and the mask in its colors, as layers over the whole comparison. */
function useLayers({ before, after, mask, blocks }: ViewedComparison, view: View, pane: Size) {
  const pieces = useMemo(
    () => ({ before: piecesOf(blocks, "before"), after: piecesOf(blocks, "after"), mask: mask && wholePiece(mask) }),
    [blocks, mask],
  );
  const shared = { view, paneHeight: pane.height };
  const stencil = (color: string): ReactNode =>
    mask === null || pieces.mask === null ? null : (
      <AlignedPicture {...shared} picture={mask} pieces={pieces.mask} stencil={color} />
    );
  return {
    before: <AlignedPicture {...shared} picture={before} pieces={pieces.before} />,
    after: <AlignedPicture {...shared} picture={after} pieces={pieces.after} />,
    tint: <div className={styles["tint"]}>{stencil("#e6005c")}</div>,
    heat: stencil("#ff5a1f"),
    white: stencil("#ffffff"),
  };
}
