import { type PointerEvent, useMemo, useRef } from "react";
import { piecesOf, type ViewedComparison } from "./model.ts";
import { stripsInView } from "./slices.ts";
import { useSize } from "./useSize.ts";
import type { Size, View } from "./view.ts";
import styles from "./Viewer.module.css";

type MinimapProps = {
  comparison: ViewedComparison;
  view: View;
  pane: Size;
  selectedIndex: number;
  onShowRow: (row: number) => void;
};

/** The whole page in a narrow column, with the changes and the shown part. A press moves there. */
export function Minimap({ comparison, view, pane, selectedIndex, onShowRow }: MinimapProps) {
  const element = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(element);
  const { after, blocks, rows, areas } = comparison;
  const scale = Math.min(width / comparison.width, height / rows);
  const strips = useMemo(
    () =>
      scale === 0
        ? []
        : stripsInView({
            picture: after,
            pieces: piecesOf(blocks, "after"),
            scale,
            view: { from: 0, to: rows },
            format: "webp",
          }),
    [after, blocks, rows, scale],
  );
  const move = ({ currentTarget, clientY, buttons, type }: PointerEvent<HTMLDivElement>): void => {
    if (type === "pointermove" && buttons === 0) return;
    onShowRow((clientY - currentTarget.getBoundingClientRect().top) / scale);
  };
  return (
    // The change list and the arrow keys do the same by keyboard.
    <div ref={element} className={styles["minimap"]} aria-hidden="true" onPointerDown={move} onPointerMove={move}>
      <div className={styles["layer"]} style={{ width: after.width, transform: `scale(${scale})` }}>
        {strips.map(({ key, url, top, height: shown, sliceTop, sliceHeight }) => (
          <div key={key} className={styles["strip"]} style={{ top, height: shown }}>
            <img src={url} alt="" draggable={false} style={{ top: sliceTop, height: sliceHeight }} />
          </div>
        ))}
      </div>
      {areas.map((area, index) => (
        <span
          key={area.id}
          className={styles["tick"]}
          data-status={area.status}
          data-selected={index === selectedIndex}
          style={{ top: area.top * scale, height: Math.max(3, area.height * scale) }}
        />
      ))}
      <span
        className={styles["window"]}
        style={{ top: (-view.y / view.k) * scale, height: (pane.height / view.k) * scale }}
      />
    </div>
  );
}
