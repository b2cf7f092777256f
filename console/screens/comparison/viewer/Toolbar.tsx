import { ChevronDown, ChevronUp, Minus, MoveHorizontal, MoveVertical, Plus, Scan } from "lucide-react";
import {
  Slider,
  SliderThumb,
  SliderTrack,
  ToggleButton,
  ToggleButtonGroup,
  Toolbar as AriaToolbar,
} from "react-aria-components";
import { IconButton } from "../../../ui/Button.tsx";
import { isViewMode, maskModes, type ViewMode, viewModes } from "./modes.ts";
import styles from "./Toolbar.module.css";
import type { ViewControls } from "./useView.ts";

type ToolbarProps = {
  mode: ViewMode;
  onMode: (mode: ViewMode) => void;
  hasMask: boolean;
  share: number;
  onShare: (share: number) => void;
  controls: ViewControls;
  /** Screen pixels per pixel of the picture. */
  scale: number;
  changes: { selected: number; count: number; step: (by: 1 | -1) => void };
};

/** The modes, the steps from change to change, and the zoom. */
export function Toolbar(props: ToolbarProps) {
  const { mode, onMode, hasMask, share, onShare, controls, scale, changes } = props;
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
      {(mode === "swipe" || mode === "onion") && (
        <ShareSlider label={mode === "swipe" ? "Divider" : "Opacity of before"} share={share} onShare={onShare} />
      )}
      <div className={styles["group"]}>
        <IconButton size="small" label="Previous change" hotkey="K" onPress={() => changes.step(-1)}>
          <ChevronUp aria-hidden="true" />
        </IconButton>
        <span className={styles["count"]} aria-live="polite">
          {changes.selected < 0 ? `${changes.count} changes` : `${changes.selected + 1} of ${changes.count}`}
        </span>
        <IconButton size="small" label="Next change" hotkey="J" onPress={() => changes.step(1)}>
          <ChevronDown aria-hidden="true" />
        </IconButton>
      </div>
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

type ShareSliderProps = { label: string; share: number; onShare: (share: number) => void };

function ShareSlider({ label, share, onShare }: ShareSliderProps) {
  return (
    <Slider
      aria-label={label}
      value={share}
      onChange={onShare}
      minValue={0}
      maxValue={1}
      step={0.01}
      formatOptions={{ style: "percent" }}
      className={styles["slider"] ?? ""}
    >
      <SliderTrack className={styles["track"] ?? ""}>
        <SliderThumb className={styles["thumb"] ?? ""} />
      </SliderTrack>
    </Slider>
  );
}
