import { flatChildren } from "./flat/writeFlat.ts";
import { ownGetter, type PageFunction, rootElement, selectAll } from "./safeDom.ts";

/** A rectangle in CSS pixels from the page's top left corner. */
export type Area = { left: number; top: number; right: number; bottom: number };

/** An element as the page shows it. */
export type PageItem = {
  /** Index in `Survey.items`. */
  index: number;
  element: Element;
  /** In lower case. A form's controls cannot shadow it. */
  tag: string;
  /** The parent in the composed tree. */
  parent: PageItem | null;
  /** Null if the element is not rendered. */
  style: CSSStyleDeclaration | null;
  box: Area;
  /** The part of the box that ancestors do not clip, at any scroll position. */
  shownArea: Area;
  /** Whether the element has no box of its own (`display: contents`). Its areas are then those of its parent. */
  boxless: boolean;
  visible: boolean;
  /** The product of its own and all ancestors' opacities. */
  opacity: number;
  /** Characters of its own text nodes, with collapsed white space. */
  characters: number;
};

/** The page's elements in the order of the composed tree: open shadow roots in place, slots filled. */
export type Survey = { items: PageItem[]; page: Area; cut: boolean };

/** An element while its children are read, and the area that clips them. */
type SurveyFrame = {
  item: PageItem | null;
  nodes: ArrayLike<Node>;
  next: number;
  clip: Area;
  /**
   * The clip for children with `position: absolute`. Elements between them and their containing block do not clip them.
   */
  positionedClip: Area;
};

/** Runs in the page. Visits every element once, with a stack of its own so that deep nesting cannot overflow. */
export function surveyPage(): Survey {
  const maxElements = 50_000;
  const maxMs = 2000;
  const startMs = performance.now();
  const root = rootElement();
  const page = pageArea(root);
  const items: PageItem[] = [];
  const top = { item: null, nodes: root === null ? [] : [root], next: 0, clip: page, positionedClip: page };
  const stack: SurveyFrame[] = [top];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const node = frame.nodes[frame.next];
    frame.next += 1;
    if (node === undefined) stack.pop();
    else if (node instanceof Element) {
      const isLate = items.length % 512 === 511 && performance.now() - startMs > maxMs;
      if (items.length >= maxElements || isLate) return { items, page, cut: true };
      const item = surveyElement(node, { index: items.length, frame, page });
      items.push(item);
      if (!hidesChildren(item.tag)) stack.push(childFrame(item, frame, page));
    } else if (node.nodeType === 3 && frame.item !== null) {
      frame.item.characters += characterCount(node.nodeValue ?? "");
    }
  }
  return { items, page, cut: false };
}

/** The whole area of the page. Content that overflows sideways is left out if the page cannot scroll there. */
function pageArea(root: Element | null): Area {
  const scroller = ownGetter(Document.prototype, "scrollingElement", document);
  const measured = scroller instanceof Element ? scroller : root;
  if (root === null || measured === null) return { left: 0, top: 0, right: 0, bottom: 0 };
  const size = (name: string) => Number(ownGetter(Element.prototype, name, measured));
  const [body] = selectAll("body", 1);
  // The viewport uses the root's `overflow`, else the body's.
  const overflows = [root, ...(body === undefined ? [] : [body])].map((each) => getComputedStyle(each).overflowX);
  const isClipped = /^(?:hidden|clip)$/u.test(overflows.find((each) => each !== "visible") ?? "");
  return { left: 0, top: 0, right: isClipped ? window.innerWidth : size("scrollWidth"), bottom: size("scrollHeight") };
}

/** Measures one element. `frame` belongs to its parent. */
function surveyElement(
  element: Element,
  { index, frame, page }: { index: number; frame: SurveyFrame; page: Area },
): PageItem {
  const parent = frame.item;
  const tag = element instanceof HTMLFormElement ? "form" : element.localName.toLowerCase();
  const emptyArea = { left: 0, top: 0, right: 0, bottom: 0 };
  const base = { index, element, tag, parent, characters: 0 };
  const notRendered = { style: null, box: emptyArea, shownArea: emptyArea, boxless: false, visible: false, opacity: 0 };
  if (parent !== null && parent.style === null) return { ...base, ...notRendered };
  const style = getComputedStyle(element);
  const boxless = style.display === "contents";
  // False for `display: none` and inside a closed `<details>`.
  if (!boxless && !Element.prototype.checkVisibility.call(element)) return { ...base, ...notRendered };
  const opacity = Number(style.opacity) * (parent?.opacity ?? 1);
  const hasVisibleStyle = style.visibility === "visible" && opacity > 0;
  if (boxless && parent !== null) {
    const { box, shownArea } = parent;
    return { ...base, style, box, shownArea, boxless, visible: hasVisibleStyle && areaOf(shownArea) > 1, opacity };
  }
  const box = pageBoxOf(element);
  const clip = style.position === "fixed" ? page : style.position === "absolute" ? frame.positionedClip : frame.clip;
  const shownArea = intersect(box, clip);
  // One pixel is a tracking pixel, or text for screen readers only.
  return { ...base, style, box, shownArea, boxless, visible: hasVisibleStyle && areaOf(shownArea) > 1, opacity };
}

/** The frame of an element's children. */
function childFrame(item: PageItem, parentFrame: SurveyFrame, page: Area): SurveyFrame {
  const { element, style } = item;
  const frame = { item, nodes: flatChildren(element), next: 0 };
  const { clip, positionedClip: clipOfPositioned } = parentFrame;
  // `overflow` of the root and the body applies to the viewport, not to their boxes.
  if (style === null || item.boxless || item.tag === "html" || item.tag === "body")
    return { ...frame, clip, positionedClip: clipOfPositioned };
  const { position } = style;
  const outer = position === "fixed" ? page : position === "absolute" ? clipOfPositioned : clip;
  const clips = style.overflow !== "visible" && style.display !== "inline";
  const inner = clips ? intersect(item.box, outer) : outer;
  return { ...frame, clip: inner, positionedClip: position === "static" ? clipOfPositioned : inner };
}

/** Whether an element's children are fallback content, options or drawing commands. */
export function hidesChildren(tag: string): boolean {
  return /^(?:svg|video|audio|canvas|iframe|object|select|textarea|noscript|script|style|template|head)$/u.test(tag);
}

/** An element's box in page coordinates. */
function pageBoxOf(element: Element): Area {
  const { left, top, width, height } = Element.prototype.getBoundingClientRect.call(element);
  const x = left + window.scrollX;
  const y = top + window.scrollY;
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** The intersection of two rectangles; its area is 0 if they do not overlap. */
export function intersect(one: Area, other: Area): Area {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.max(left, Math.min(one.right, other.right));
  return { left, top, right, bottom: Math.max(top, Math.min(one.bottom, other.bottom)) };
}

/** Square pixels. */
export function areaOf({ left, top, right, bottom }: Area): number {
  return (right - left) * (bottom - top);
}

/** Characters of a text with collapsed white space. */
function characterCount(text: string): number {
  // Normalizing megabytes would take longer than the rest of the page.
  return text.length > 100_000 ? text.length : text.replaceAll(/\s+/gu, " ").trim().length;
}

/** Dependencies of `surveyPage`, and geometry that other readers use. */
export const surveyDependencies: readonly PageFunction[] = [
  areaOf,
  pageBoxOf,
  characterCount,
  childFrame,
  hidesChildren,
  intersect,
  pageArea,
  surveyElement,
  surveyPage,
];
