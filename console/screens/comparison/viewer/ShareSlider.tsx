import { Slider, SliderThumb, SliderTrack } from "react-aria-components";
import styles from "./ShareSlider.module.css";
import { heldAttribute } from "./useView.ts";

type ShareSliderProps = {
  /** `line` moves a line over the pictures, and `bar` a knob between the names of both pictures. */
  look: "line" | "bar";
  label: string;
  value: number;
  onChange: (value: number) => void;
};

/** A slider on the pictures, from 0 to 1. It is no part of the toolbar, whose arrow keys move the focus. */
export function ShareSlider({ look, label, value, onChange }: ShareSliderProps) {
  return (
    <Slider
      aria-label={label}
      value={value}
      onChange={onChange}
      minValue={0}
      maxValue={1}
      step={0.01}
      formatOptions={{ style: "percent" }}
      className={styles[look] ?? ""}
    >
      {look === "bar" && <span aria-hidden="true">Before</span>}
      <SliderTrack className={styles["track"] ?? ""} {...(look === "bar" && held)}>
        <SliderThumb className={styles["thumb"] ?? ""} {...held} />
      </SliderTrack>
      {look === "bar" && <span aria-hidden="true">After</span>}
    </Slider>
  );
}

const held = { [heldAttribute]: true };
