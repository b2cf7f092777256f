import { type ReactNode, useMemo } from "react";
import { AlignedPicture } from "./AlignedPicture.tsx";
import { piecesOf, type ViewedComparison, wholePiece } from "./model.ts";
import type { ViewMode } from "./modes.ts";
import { ShareSlider } from "./ShareSlider.tsx";
import type { Size, View } from "./view.ts";
import styles from "./Viewer.module.css";

type PanesProps = {
  comparison: ViewedComparison;
  mode: ViewMode;
  view: View;
  pane: Size;
  /** Share of the picture before that swipe and onion skin show, 0 to 1. */
  share: number;
  onShare: (share: number) => void;
  /** Whether blink shows the picture before. */
  showsBefore: boolean;
  /** Marks over the pictures. */
  marks: ReactNode;
};

/** The pictures in the chosen mode. All panes have the same view. */
export function Panes({ comparison, mode, view, pane, share, onShare, showsBefore, marks }: PanesProps) {
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
        <Pane label="Before" otherLabel="After">
          {/* Each picture has its own half, as one would shine through the gaps of the other. */}
          <div className={styles["cover"]} style={{ clipPath: `inset(0 0 0 ${share * 100}%)` }}>
            {layers.after}
          </div>
          <div className={styles["cover"]} style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` }}>
            {layers.before}
          </div>
          {marks}
          <ShareSlider look="line" label="Divider" value={share} onChange={onShare} />
        </Pane>
      );
    case "onion":
      return (
        <Pane>
          <div className={styles["mix"]}>
            <div className={styles["cover"]} style={{ opacity: share }}>
              {layers.before}
            </div>
            <div className={styles["cover"]} style={{ opacity: 1 - share }}>
              {layers.after}
            </div>
          </div>
          {marks}
          <ShareSlider look="bar" label="Opacity of after" value={1 - share} onChange={(after) => onShare(1 - after)} />
        </Pane>
      );
    case "blink":
      return (
        <Pane label={showsBefore ? "Before" : "After"}>
          {/* Both stay in the page, so that no picture loads a second time. */}
          <div className={styles["cover"]} style={{ visibility: showsBefore ? "hidden" : "visible" }}>
            {layers.after}
          </div>
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

/** `otherLabel` names the picture at the right, if there are two. */
function Pane({ label, otherLabel, children }: { label?: string; otherLabel?: string; children: ReactNode }) {
  return (
    <figure className={styles["pane"]}>
      {children}
      {label !== undefined && (
        <figcaption>
          <span>{label}</span>
          {otherLabel !== undefined && <span>{otherLabel}</span>}
        </figcaption>
      )}
    </figure>
  );
}

/** Each picture and the mask in its colors, as layers over the whole comparison. */
function useLayers({ before, after, mask, blocks }: ViewedComparison, view: View, pane: Size) {
  const pieces = useMemo(
    () => ({ before: piecesOf(blocks, "before"), after: piecesOf(blocks, "after"), mask: mask && wholePiece(mask) }),
    [blocks, mask],
  );
  const sharedProps = { view, paneHeight: pane.height };
  const stencil = (color: string): ReactNode =>
    mask === null || pieces.mask === null ? null : (
      <AlignedPicture {...sharedProps} picture={mask} pieces={pieces.mask} stencil={color} />
    );
  return {
    before: <AlignedPicture {...sharedProps} picture={before} pieces={pieces.before} />,
    after: <AlignedPicture {...sharedProps} picture={after} pieces={pieces.after} />,
    tint: <div className={styles["tint"]}>{stencil("#e6005c")}</div>,
    heat: stencil("#ff5a1f"),
    white: stencil("#ffffff"),
  };
}
