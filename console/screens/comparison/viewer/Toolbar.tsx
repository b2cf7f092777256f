import { ChevronDown, ChevronUp, Minus, MoveHorizontal, MoveVertical, Plus, Scan } from "lucide-react";
import { ToggleButton, ToggleButtonGroup, Toolbar as AriaToolbar } from "react-aria-components";
import { countOf } from "../../../format/words.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { isViewMode, maskModes, type ViewMode, viewModes } from "./modes.ts";
import styles from "./Toolbar.module.css";
import type { ViewControls } from "./useView.ts";

type ToolbarProps = {
  mode: ViewMode;
  onMode: (mode: ViewMode) => void;
  hasMask: boolean;
  controls: ViewControls;
  /** Screen pixels per pixel of the picture. */
  scale: number;
  changes: { selected: number; count: number; step: (by: 1 | -1) => void };
};

/** The modes, the steps from change to change if there are any, and the zoom. */
export function Toolbar(props: ToolbarProps) {
  const { mode, onMode, hasMask, controls, scale, changes } = props;
  return (
    <AriaToolbar aria-label="View" className={styles["toolbar"] ?? ""}>
      <ToggleButtonGroup
        aria-label="Mode"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[mode]}
        onSelectionChange={(keys) => {
          const [key] = keys;
          if (isViewMode(key)) onMode(key);
        }}
        className={styles["modes"] ?? ""}
      >
        {viewModes
          .filter(({ id }) => hasMask || !maskModes.has(id))
          .map(({ id, label }) => (
            <ToggleButton key={id} id={id} className={styles["mode"] ?? ""}>
              {label}
            </ToggleButton>
          ))}
      </ToggleButtonGroup>
      {changes.count > 0 && (
        <div className={styles["group"]}>
          <IconButton size="small" label="Previous change" hotkey="K" onPress={() => changes.step(-1)}>
            <ChevronUp aria-hidden="true" />
          </IconButton>
          <span className={styles["count"]} aria-live="polite">
            {changes.selected < 0 ? countOf(changes.count, "change") : `${changes.selected + 1} of ${changes.count}`}
          </span>
          <IconButton size="small" label="Next change" hotkey="J" onPress={() => changes.step(1)}>
            <ChevronDown aria-hidden="true" />
          </IconButton>
        </div>
      )}
      <div className={styles["group"]}>
        <IconButton size="small" label="Zoom out" hotkey="-" onPress={() => controls.zoomBy(1 / 1.4)}>
          <Minus aria-hidden="true" />
        </IconButton>
        <span className={styles["count"]}>{Math.round(scale * 100)} %</span>
        <IconButton size="small" label="Zoom in" hotkey="+" onPress={() => controls.zoomBy(1.4)}>
          <Plus aria-hidden="true" />
        </IconButton>
        <IconButton size="small" label="Fit the width" hotkey="W" onPress={() => controls.fit("width")}>
          <MoveHorizontal aria-hidden="true" />
        </IconButton>
        <IconButton size="small" label="Fit the height" hotkey="H" onPress={() => controls.fit("height")}>
          <MoveVertical aria-hidden="true" />
        </IconButton>
        <IconButton size="small" label="Actual size" hotkey="0" onPress={() => controls.fit("actual")}>
          <Scan aria-hidden="true" />
        </IconButton>
      </div>
    </AriaToolbar>
  );
}
