import { type ReactNode, useEffect, useRef, useState } from "react";
import { useHotkeys } from "../../../document/hotkeys.tsx";
import { Card } from "../../../ui/Page.tsx";
import { AreaList } from "./AreaList.tsx";
import { Marks } from "./Marks.tsx";
import { Minimap } from "./Minimap.tsx";
import type { ViewedComparison } from "./model.ts";
import { maskModes, type ViewMode, viewModes } from "./modes.ts";
import { Panes } from "./Panes.tsx";
import { Toolbar } from "./Toolbar.tsx";
import type { Place } from "./usePlace.ts";
import { useSize } from "./useSize.ts";
import { useView, type ViewControls } from "./useView.ts";
import type { Size, View } from "./view.ts";
import styles from "./Viewer.module.css";

type ViewerProps = {
  comparison: ViewedComparison;
  place: Place;
  onPlace: (place: Place) => void;
  /** Facts beside the pictures, below the list of changes. */
  children: ReactNode;
};

/** Milliseconds for which blink shows each picture. */
const blinkMs = 700;
const panStepPx = 80;

/** Two pictures of a page, in seven modes with one zoom, and the list of their changes. */
export function Viewer({ comparison, place, onPlace, children }: ViewerProps) {
  const { mode, change } = place;
  const stage = useRef<HTMLDivElement>(null);
  const size = useSize(stage);
  const pane: Size = mode === "side" ? { width: Math.max(0, (size.width - 1) / 2), height: size.height } : size;
  const { view, controls } = useView({ pane, content: { width: comparison.width, height: comparison.rows }, stage });
  const [share, setShare] = useState(0.5);
  const showsBefore = useBlink(mode === "blink");
  usePlacing({ comparison, change, pane, view, controls });
  const select = (index: number): void => {
    const area = comparison.areas[index];
    if (area === undefined) return;
    onPlace({ mode, change: index });
    controls.focus(area);
  };
  const count = comparison.areas.length;
  const step = (by: 1 | -1): void =>
    select(count === 0 ? -1 : (Math.max(change, by === 1 ? -1 : 0) + by + count) % count);
  useViewerHotkeys({
    controls,
    step,
    setMode: (next) => onPlace({ mode: next, change }),
    hasMask: comparison.mask !== null,
  });
  return (
    <div className={styles["columns"]}>
      <div className={styles["viewer"]}>
        <Toolbar
          mode={mode}
          onMode={(next) => onPlace({ mode: next, change })}
          hasMask={comparison.mask !== null}
          controls={controls}
          scale={view.k}
          changes={{ selected: change, count, step }}
        />
        <div className={styles["body"]}>
          <div ref={stage} className={styles["stage"]} data-mode={mode} data-testid="stage">
            {size.width > 0 && (
              <Panes
                comparison={comparison}
                mode={mode}
                view={view}
                pane={pane}
                share={share}
                onShare={setShare}
                showsBefore={showsBefore}
                marks={<Marks areas={comparison.areas} selectedIndex={change} view={view} paneHeight={pane.height} />}
              />
            )}
          </div>
          <Minimap
            comparison={comparison}
            view={view}
            pane={pane}
            selectedIndex={change}
            onShowRow={controls.showRow}
          />
        </div>
      </div>
      <div className="stack-4">
        {count > 0 && (
          <Card padded={false}>
            <AreaList areas={comparison.areas} selectedIndex={change} onSelect={select} />
          </Card>
        )}
        {children}
      </div>
    </div>
  );
}

type Placing = { comparison: ViewedComparison; change: number; pane: Size; view: View; controls: ViewControls };

/** Zooms to the change of the address, or fits the width without one. A resized pane keeps its place. */
function usePlacing({ comparison, change, pane, view, controls }: Placing): void {
  const placed = useRef<Size | null>(null);
  useEffect(() => {
    const before = placed.current;
    if (!controls.isReady || before?.width === pane.width) return;
    placed.current = pane;
    const area = comparison.areas[change];
    if (before !== null) controls.set(keepPlace(view, { before, after: pane, contentWidth: comparison.width }));
    else if (area === undefined) controls.fit("width");
    else controls.focus(area);
  });
}

type Resize = { before: Size; after: Size; contentWidth: number };

/** The view of a resized pane: the same middle, and the whole width if it was shown before. */
function keepPlace({ x, y, k }: View, { before, after, contentWidth }: Resize): View {
  const fitted = Math.abs(k * contentWidth - before.width) < 2;
  const scale = fitted ? after.width / contentWidth : k;
  const column = (before.width / 2 - x) / k;
  return {
    k: scale,
    x: fitted ? 0 : after.width / 2 - column * scale,
    y: y >= 0 ? y : after.height / 2 - ((before.height / 2 - y) / k) * scale,
  };
}

/** Whether blink shows the picture before now. */
function useBlink(isOn: boolean): boolean {
  const [showsBefore, setShowsBefore] = useState(true);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => setShowsBefore((shown) => !shown), blinkMs);
    return () => clearInterval(timer);
  }, [isOn]);
  return showsBefore;
}

type HotkeyParts = {
  controls: ViewControls;
  step: (by: 1 | -1) => void;
  setMode: (mode: ViewMode) => void;
  hasMask: boolean;
};

function useViewerHotkeys({ controls, step, setMode, hasMask }: HotkeyParts): void {
  useHotkeys("Comparison", [
    { keys: "j", label: "Next change", run: () => step(1) },
    { keys: "k", label: "Previous change", run: () => step(-1) },
    { keys: "w", label: "Fit the width", run: () => controls.fit("width") },
    { keys: "h", label: "Fit the height", run: () => controls.fit("height") },
    { keys: "0", label: "Actual size", run: () => controls.fit("actual") },
    { keys: "+", label: "Zoom in", run: () => controls.zoomBy(1.4) },
    { keys: "-", label: "Zoom out", run: () => controls.zoomBy(1 / 1.4) },
    { keys: "ArrowDown", label: "Scroll down", run: () => controls.panBy(0, -panStepPx) },
    { keys: "ArrowUp", label: "Scroll up", run: () => controls.panBy(0, panStepPx) },
    { keys: "ArrowRight", label: "Scroll right", run: () => controls.panBy(-panStepPx, 0) },
    { keys: "ArrowLeft", label: "Scroll left", run: () => controls.panBy(panStepPx, 0) },
  ]);
  useHotkeys(
    "Mode",
    viewModes.map(({ id, label, hotkey }) => ({
      keys: hotkey,
      label,
      run: () => {
        if (hasMask || !maskModes.has(id)) setMode(id);
      },
    })),
  );
}
