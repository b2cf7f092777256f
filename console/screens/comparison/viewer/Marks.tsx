import type { ViewedArea } from "./model.ts";
import type { View } from "./view.ts";
import styles from "./Viewer.module.css";

/** Minimum size of a mark in screen pixels, so that a few changed pixels stay visible on a tall page. */
const minMarkPx = 12;
const paddingPx = 4;

type MarksProps = { areas: readonly ViewedArea[]; selectedIndex: number; view: View; paneHeight: number };

/** Frames around the changed areas in view. They have the same thickness at every scale. */
export function Marks({ areas, selectedIndex, view, paneHeight }: MarksProps) {
  return (
    <div className={styles["marks"]} aria-hidden="true">
      {areas.map((area, index) => {
        const box = toScreen(area, view);
        if (box.top > paneHeight || box.top + box.height < 0) return null;
        return (
          <span
            key={area.id}
            className={styles["mark"]}
            data-status={area.status}
            data-selected={index === selectedIndex}
            style={box}
          />
        );
      })}
    </div>
  );
}

function toScreen({ x, top, width, height }: ViewedArea, view: View) {
  const size = { width: width * view.k + 2 * paddingPx, height: height * view.k + 2 * paddingPx };
  const grown = { width: Math.max(minMarkPx, size.width), height: Math.max(minMarkPx, size.height) };
  return {
    left: view.x + x * view.k - paddingPx - (grown.width - size.width) / 2,
    top: view.y + top * view.k - paddingPx - (grown.height - size.height) / 2,
    ...grown,
  };
}
