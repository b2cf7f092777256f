import { select } from "d3-selection";
import { zoom, zoomIdentity } from "d3-zoom";
import { type RefObject, useEffect, useState } from "react";
import { clamp, type Size, type View } from "./view.ts";

type Fit = "width" | "height" | "actual";

const maxScale = 8;
/** Share of the pane that a change fills when it is zoomed to, and the largest scale for it. */
const focusShare = 0.6;
const maxFocusScale = 1.5;

/** Moves of the view. Coordinates are pixels of the comparison. */
export type ViewControls = {
  /** Whether the panes have a size, so that the view can move. */
  isReady: boolean;
  fit(fit: Fit): void;
  focus(box: { x: number; top: number; width: number; height: number }): void;
  showRow(row: number): void;
  zoomBy(factor: number): void;
  panBy(dx: number, dy: number): void;
  set(view: View): void;
};

type UseView = { pane: Size; content: Size; stage: RefObject<HTMLDivElement | null> };

/** One view that all panes share. The wheel scrolls; the wheel with Ctrl and two fingers zoom; dragging pans. */
export function useView({ pane, content, stage }: UseView): { view: View; controls: ViewControls } {
  const [view, setView] = useState<View>({ x: 0, y: 0, k: 1 });
  const [move, setMove] = useState<{ to: (view: View) => void } | null>(null);

  const { width: paneWidth, height: paneHeight } = pane;
  const { width: contentWidth, height: contentHeight } = content;

  useEffect(() => {
    const element = stage.current;
    if (element === null || paneWidth === 0) return undefined;
    const sizes = {
      pane: { width: paneWidth, height: paneHeight },
      content: { width: contentWidth, height: contentHeight },
    };
    const minScale = Math.min(paneWidth / contentWidth, paneHeight / contentHeight, 1) * 0.9;
    const created = zoom<HTMLDivElement, unknown>()
      .scaleExtent([minScale, maxScale])
      .extent([
        [0, 0],
        [paneWidth, paneHeight],
      ])
      .constrain((transform) => {
        const { x, y, k } = clamp(transform, sizes);
        return zoomIdentity.translate(x, y).scale(k);
      })
      .filter(isForView)
      .on("zoom", ({ transform: { x, y, k } }: { transform: View }) => setView({ x, y, k }));
    const selection = select(element);
    selection.call(created).on("dblclick.zoom", null);
    const scroll = (event: WheelEvent): void => {
      event.preventDefault();
      if (event.ctrlKey) return;
      const { k } = readView(element);
      selection.call(created.translateBy, -event.deltaX / k, -event.deltaY / k);
    };
    element.addEventListener("wheel", scroll, { passive: false });
    setMove({ to: ({ x, y, k }) => selection.call(created.transform, zoomIdentity.translate(x, y).scale(k)) });
    return () => {
      selection.on(".zoom", null);
      element.removeEventListener("wheel", scroll);
    };
  }, [stage, paneWidth, paneHeight, contentWidth, contentHeight]);

  const set = (next: View): void => move?.to(clamp(next, { pane, content }));
  return { view, controls: { ...controlsOf({ view, set, pane, content }), isReady: move !== null } };
}

/** Attribute of what moves by itself on the pictures: a press on it does not pan. */
export const heldAttribute = "data-held";

function isForView(event: MouseEvent | TouchEvent | WheelEvent): boolean {
  if (event.type === "wheel") return event.ctrlKey;
  const isHeld = event.target instanceof Element && event.target.closest(`[${heldAttribute}]`) !== null;
  return !isHeld && (!("button" in event) || event.button === 0);
}

/** d3-zoom keeps the view on the element. */
function readView(element: HTMLDivElement & { __zoom?: View }): View {
  return element.__zoom ?? { x: 0, y: 0, k: 1 };
}

type Parts = { view: View; set: (view: View) => void; pane: Size; content: Size };

function controlsOf({ view, set, pane, content }: Parts): Omit<ViewControls, "isReady"> {
  const centerAt = (x: number, y: number, k: number) =>
    set({ k, x: pane.width / 2 - x * k, y: pane.height / 2 - y * k });
  return {
    set,
    fit(fit) {
      const k = { width: pane.width / content.width, height: pane.height / content.height, actual: 1 }[fit];
      set({ k, x: 0, y: 0 });
    },
    focus({ x, top, width, height }) {
      const wanted = Math.min((pane.width * focusShare) / width, (pane.height * focusShare) / height, maxFocusScale);
      // Never smaller than the whole width, so that the place stays clear.
      const k = Math.max(wanted, pane.width / content.width);
      centerAt(k * content.width <= pane.width ? content.width / 2 : x + width / 2, top + height / 2, k);
    },
    showRow: (row) => centerAt((pane.width / 2 - view.x) / view.k, row, view.k),
    zoomBy(factor) {
      const k = Math.min(maxScale, view.k * factor);
      centerAt((pane.width / 2 - view.x) / view.k, (pane.height / 2 - view.y) / view.k, k);
    },
    panBy: (dx, dy) => set({ ...view, x: view.x + dx, y: view.y + dy }),
  };
}
