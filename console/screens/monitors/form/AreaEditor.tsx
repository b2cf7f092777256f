import { PenLine, Plus, Trash2 } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { Box } from "#schemas/diff.ts";
import { Button, IconButton, ToggleButton } from "../../../ui/Button.tsx";
import { Slices } from "../../../ui/Slices.tsx";
import styles from "./AreaEditor.module.css";
import { areaBetween, describeArea, freeArea, minSidePx, moveArea, type Point, resizeArea } from "./areas.ts";

const maxAreas = 50;

type EditedPicture = { path: string; width: number; height: number };

type AreaEditorProps = {
  picture: EditedPicture;
  areas: readonly Box[];
  onChange: (areas: readonly Box[]) => void;
};

/** A picture on which a person draws areas by mouse, pen, touch or keyboard, and the list of the areas. */
export function AreaEditor({ picture, areas, onChange }: AreaEditorProps) {
  const stage = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState<{ from: Point; area: Box } | null>(null);
  // A finger scrolls, except for the next area.
  const [isTouchDrawing, setTouchDrawing] = useState(false);
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const box = stage.current?.getBoundingClientRect();
    const scale = picture.width / (box?.width ?? picture.width);
    return { x: (clientX - (box?.left ?? 0)) * scale, y: (clientY - (box?.top ?? 0)) * scale };
  };
  const replace = (index: number, area: Box): void => onChange(areas.with(index, area));
  const remove = (index: number): void => {
    onChange(areas.toSpliced(index, 1));
    stage.current?.focus();
  };
  const add = (area: Box): void => {
    if (areas.length < maxAreas) onChange([...areas, area]);
  };
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    // The keys that the help names work on the area with the focus.
    const added = [...(stage.current?.querySelectorAll("button") ?? [])].at(-1);
    added?.focus();
  });
  const addByButton = (): void => {
    wantsFocus.current = true;
    add(freeArea(startArea(stage.current, picture), areas, picture));
  };
  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.pointerType === "touch" && !isTouchDrawing) return;
    if (event.button !== 0 || event.target !== event.currentTarget) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = pointOf(event);
    setDraft({ from, area: areaBetween(from, from, picture) });
  };
  const draw = (event: PointerEvent): void => {
    if (draft !== null) setDraft({ ...draft, area: areaBetween(draft.from, pointOf(event), picture) });
  };
  const end = (event: PointerEvent): void => {
    if (draft === null) return;
    // The last move may not be drawn yet.
    const area = areaBetween(draft.from, pointOf(event), picture);
    if (area.width >= minSidePx && area.height >= minSidePx) {
      add(area);
      setTouchDrawing(false);
    }
    setDraft(null);
  };
  return (
    <div className={styles["editor"]}>
      {/* The box scrolls, so a person must be able to reach it by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles["scroll"]} role="region" aria-label="Picture of the page" tabIndex={0}>
        <div
          ref={stage}
          className={styles["stage"]}
          style={{ aspectRatio: `${picture.width} / ${picture.height}` }}
          tabIndex={-1}
          data-testid="areas"
          data-touch-draws={isTouchDrawing || undefined}
          onPointerDown={begin}
          onPointerMove={draw}
          onPointerUp={end}
          onPointerCancel={() => setDraft(null)}
        >
          <Slices {...picture} />
          {areas.map((area, index) => (
            <EditedArea
              // Areas have no other identity, and a moved area must keep its focus.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              index={index}
              area={area}
              picture={picture}
              pointOf={pointOf}
              onChange={(changed) => replace(index, changed)}
              onRemove={() => remove(index)}
            />
          ))}
          {draft !== null && <div className={styles["area"]} data-draft style={placeOf(draft.area, picture)} />}
        </div>
      </div>
      <div className={styles["aside"]}>
        <div className={styles["touch"]}>
          <ToggleButton isSelected={isTouchDrawing} onChange={setTouchDrawing} isDisabled={areas.length >= maxAreas}>
            <PenLine aria-hidden="true" /> Draw with a finger
          </ToggleButton>
        </div>
        <Button onPress={addByButton} isDisabled={areas.length >= maxAreas}>
          <Plus aria-hidden="true" /> Add an area
        </Button>
        <p className="small-print">
          Drag on the picture, or add an area. Arrow keys move the chosen area by 10 pixels, with Shift they resize it,
          and Delete removes it.
        </p>
        <p className={`small-print ${styles["touch"]}`}>
          {isTouchDrawing
            ? "Now drag over the picture. After that, a finger scrolls again."
            : "Drag an area to move it, and its corner to resize it."}
        </p>
        {areas.length === 0 && <p className="small-print">Nothing is ignored yet.</p>}
        <ul aria-label="Ignored areas" className={styles["list"]}>
          {areas.map((area, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <span>
                {index + 1}. {describeArea(area)}
              </span>
              <IconButton label={`Remove area ${index + 1}`} onPress={() => remove(index)}>
                <Trash2 aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

type EditedAreaProps = {
  index: number;
  area: Box;
  picture: EditedPicture;
  pointOf: (event: PointerEvent) => Point;
  onChange: (area: Box) => void;
  onRemove: () => void;
};

const keyStepPx = 10;
const keySteps: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: -keyStepPx },
  ArrowDown: { x: 0, y: keyStepPx },
  ArrowLeft: { x: -keyStepPx, y: 0 },
  ArrowRight: { x: keyStepPx, y: 0 },
};

/** One area on the picture. It moves by drag or arrow keys, and resizes by its corner or with Shift. */
function EditedArea({ index, area, picture, pointOf, onChange, onRemove }: EditedAreaProps) {
  const drag = useRef<{ from: Point; area: Box; change: typeof moveArea } | null>(null);
  const begin = (event: PointerEvent<HTMLElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const isCorner = event.target instanceof Element && event.target.hasAttribute("data-corner");
    drag.current = { from: pointOf(event), area, change: isCorner ? resizeArea : moveArea };
  };
  const move = (event: PointerEvent): void => {
    if (drag.current === null) return;
    const { from, area: before, change } = drag.current;
    const { x, y } = pointOf(event);
    onChange(change(before, { x: x - from.x, y: y - from.y }, picture));
  };
  const press = (event: KeyboardEvent): void => {
    const step = keySteps[event.key];
    if (step !== undefined) onChange((event.shiftKey ? resizeArea : moveArea)(area, step, picture));
    else if (event.key === "Delete" || event.key === "Backspace") onRemove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = (): void => {
    drag.current = null;
  };
  return (
    <button
      type="button"
      className={styles["area"]}
      style={placeOf(area, picture)}
      aria-label={`Ignored area ${index + 1}: ${describeArea(area)}`}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={stop}
      onPointerCancel={stop}
      onKeyDown={press}
    >
      <span className={styles["number"]}>{index + 1}</span>
      <span className={styles["corner"]} data-corner />
    </button>
  );
}

function placeOf({ x, y, width, height }: Box, picture: EditedPicture) {
  return {
    left: `${(100 * x) / picture.width}%`,
    top: `${(100 * y) / picture.height}%`,
    width: `${(100 * width) / picture.width}%`,
    height: `${(100 * height) / picture.height}%`,
  };
}

/** An area in the middle of what is in view. */
function startArea(stage: HTMLElement | null, picture: EditedPicture): Box {
  const view = stage?.parentElement;
  const scale = picture.width / (stage?.clientWidth ?? picture.width);
  const middle = ((view?.scrollTop ?? 0) + (view?.clientHeight ?? 0) / 2) * scale;
  const [width, height] = [Math.min(240, picture.width), Math.min(120, picture.height)];
  return moveArea({ x: 0, y: 0, width, height }, { x: (picture.width - width) / 2, y: middle - height / 2 }, picture);
}
