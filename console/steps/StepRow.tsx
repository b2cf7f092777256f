import { ChevronDown, GripVertical, Trash2 } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useId, useRef } from "react";
import { IconButton } from "../ui/Button.tsx";
import type { StepDraft, StepModel } from "./model.ts";
import { describeStep } from "./stepList.ts";
import { StepFields } from "./StepFields.tsx";
import styles from "./Steps.module.css";

type StepRowProps = {
  model: StepModel;
  step: StepDraft;
  index: number;
  before: readonly StepDraft[];
  hasTotp: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onChange: (step: StepDraft) => void;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
};

/** One step of a list: what it does, and its fields while it is open. */
export function StepRow({
  model,
  step,
  index,
  before,
  hasTotp,
  isOpen,
  onToggle,
  onChange,
  onMove,
  onRemove,
}: StepRowProps) {
  const fields = useId();
  const words = describeStep(model, step);
  return (
    <li className={styles["row"]} data-step>
      <div className={styles["head"]}>
        <Handle name={`Move step ${index + 1}: ${words}`} index={index} onMove={onMove} />
        <button
          type="button"
          className={styles["summary"]}
          aria-expanded={isOpen}
          aria-controls={isOpen ? fields : undefined}
          onClick={onToggle}
        >
          <span className={styles["number"]}>{index + 1}</span>
          <span className={styles["words"]} dir="auto">
            {words}
          </span>
          <ChevronDown aria-hidden="true" />
        </button>
        <IconButton label={`Remove step ${index + 1}`} onPress={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      {isOpen && (
        <div id={fields} role="group" aria-label={`Step ${index + 1}`}>
          <StepFields model={model} step={step} onChange={onChange} before={before} hasTotp={hasTotp} />
        </div>
      )}
    </li>
  );
}

const keyMoves: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** A handle that moves a step by drag or by arrow keys. */
function Handle({ name, index, onMove }: { name: string; index: number; onMove: StepRowProps["onMove"] }) {
  // The present place of the dragged step. The pressed handle keeps the pointer, whatever step its row shows.
  const place = useRef<number | null>(null);
  const begin = (event: PointerEvent<HTMLElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    place.current = index;
  };
  const drag = ({ currentTarget, clientY }: PointerEvent<HTMLElement>): void => {
    const from = place.current;
    if (from === null) return;
    const rows = [...(currentTarget.closest("ol")?.children ?? [])];
    const middles = rows.map((row) => row.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
    const above = middles.filter((middle, at) => at < from && middle > clientY).length;
    const below = middles.filter((middle, at) => at > from && middle < clientY).length;
    const to = from - above + below;
    if (to === from) return;
    place.current = to;
    onMove(from, to);
  };
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const by = keyMoves[event.key];
    if (by === undefined) return;
    event.preventDefault();
    focusHandle(event.currentTarget, index + by);
    onMove(index, index + by);
  };
  const stop = (): void => {
    place.current = null;
  };
  return (
    <button
      type="button"
      className={styles["handle"]}
      aria-label={name}
      title="Drag, or use the arrow keys"
      data-handle
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={stop}
      onPointerCancel={stop}
      onKeyDown={press}
    >
      <GripVertical aria-hidden="true" />
    </button>
  );
}

/** Gives the focus to the handle of another row, because the step moves there. */
function focusHandle(handle: Element, to: number): void {
  const row = handle.closest("ol")?.children[to];
  const target = row?.querySelector("[data-handle]");
  if (target instanceof HTMLElement) target.focus();
}
