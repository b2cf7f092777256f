import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { Slices } from "../ui/Slices.tsx";
import {
  describeElement,
  elementAt,
  goFrom,
  type PickMap,
  type PictureBox,
  type PicturePoint,
  type Way,
} from "./map.ts";
import styles from "./Picker.module.css";

const waysByKey: Readonly<Record<string, Way>> = {
  ArrowUp: "parent",
  ArrowDown: "child",
  ArrowLeft: "previous",
  ArrowRight: "next",
};

type PickStageProps = {
  map: PickMap;
  /** The index of the chosen element. -1 without one. */
  chosenIndex: number;
  onChoose: (index: number) => void;
  /** Selected elements, the chosen one among them. */
  markedBoxes: readonly PictureBox[];
  /** Takes the chosen element, as its first button does. */
  onTake: () => void;
  /** Whether the picture has the focus at first. Default: true. */
  takesFocus?: boolean;
};

/** The picture of a page, on which a click or the arrow keys choose an element. */
export function PickStage({ map, chosenIndex, onChoose, markedBoxes, onTake, takesFocus = true }: PickStageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState(-1);
  useEffect(() => {
    if (takesFocus) stage.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useEffect(() => {
    if (chosenIndex !== -1) mark.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [chosenIndex]);
  const indexAt = ({ clientX, clientY, currentTarget }: MouseEvent): number =>
    elementAt(map, pointIn(currentTarget, clientX, clientY));
  const press = (event: KeyboardEvent): void => {
    const way = waysByKey[event.key];
    if (way !== undefined) onChoose(goFrom(map.elements, chosenIndex, way));
    else if (event.key === "Enter" && chosenIndex !== -1) onTake();
    else return;
    event.preventDefault();
  };
  const { picture, elements, toBox } = map;
  const [over, element] = [elements[pointed], elements[chosenIndex]];
  return (
    <div className={styles["scroll"]}>
      {/* Arrow keys must reach the picture, not the reading cursor of a screen reader. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={stage}
        role="application"
        aria-label="Picture of the page"
        aria-describedby="pick-help"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={styles["stage"]}
        style={{ aspectRatio: `${picture.width} / ${picture.height}` }}
        data-testid="pick-stage"
        onClick={(event) => {
          const index = indexAt(event);
          if (index !== -1) onChoose(index);
        }}
        onPointerMove={(event) => setPointed(event.pointerType === "mouse" ? indexAt(event) : -1)}
        onPointerLeave={() => setPointed(-1)}
        onKeyDown={press}
      >
        <Slices path={picture.path} width={picture.width} height={picture.height} />
        {over !== undefined && pointed !== chosenIndex && (
          <div className={styles["pointed"]} style={styleOf(toBox(over))}>
            <span>{describeElement(over)}</span>
          </div>
        )}
        {markedBoxes.map((box, index) => (
          // Boxes have no other identity, and no state.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={styles["alike"]} style={styleOf(box)} />
        ))}
        {element !== undefined && <div ref={mark} className={styles["chosen"]} style={styleOf(toBox(element))} />}
      </div>
    </div>
  );
}

function pointIn(stage: Element, clientX: number, clientY: number): PicturePoint {
  const { left, top, width, height } = stage.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}

const percent = (share: number): string => `${Math.max(0, share) * 100}%`;

/** A box in the picture. Parts outside of the picture are cut. */
function styleOf({ x, y, width, height }: PictureBox) {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const [right, bottom] = [Math.min(1, x + width), Math.min(1, y + height)];
  return { left: percent(left), top: percent(top), width: percent(right - left), height: percent(bottom - top) };
}
