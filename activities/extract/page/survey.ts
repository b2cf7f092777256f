import { flatChildren } from "./flat/readFlatPage.ts";
import { ownGetter, type PageFunction, rootElement, selectAll } from "./safeDom.ts";

/** A rectangle in CSS pixels from the page's top left corner. */
export type Area = { left: number; top: number; right: number; bottom: number };

/** An element as the page shows it. */
export type PageItem = {
  /** Its place in the list of all. */
  index: number;
  element: Element;
  /** In lower case; a form's controls can't shadow it. */
  tag: string;
  /** The element around it in the composed tree. */
  parent: PageItem | null;
  /** Null where it is not rendered. */
  style: CSSStyleDeclaration | null;
  box: Area;
  /** What its ancestors leave to be seen of it, wherever one scrolls. */
  shown: Area;
  /** Without a box of its own (`display: contents`): the areas are those of the element around it. */
  boxless: boolean;
  visible: boolean;
  /** Its own and that of everything around it. */
  opacity: number;
  /** Of the text right in it, white space collapsed. */
  characters: number;
};

/** The page's elements in the order of the composed tree: shadow roots in place, slots filled. */
export type Survey = { items: PageItem[]; page: Area; cut: boolean };

/** The children of an element, and where they can be seen. */
type SurveyFrame = {
  item: PageItem | null;
  nodes: ArrayLike<Node>;
  next: number;
  clip: Area;
  /** The same for children whose `position` is absolute: what is between them and their container clips nothing. */
  clipOfPositioned: Area;
};

/** Runs in the page: looks at every element once. Its stack is its own, so that no nesting is too deep for it. */
export function surveyPage(): Survey {
  const limit = 50_000;
  const patienceMs = 2000;
  const started = performance.now();
  const root = rootElement();
  const page = pageArea(root);
  const items: PageItem[] = [];
  const top = { item: null, nodes: root === null ? [] : [root], next: 0, clip: page, clipOfPositioned: page };
  const stack: SurveyFrame[] = [top];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const node = frame.nodes[frame.next];
    frame.next += 1;
    if (node === undefined) stack.pop();
    else if (node instanceof Element) {
      const isLate = items.length % 512 === 511 && performance.now() - started > patienceMs;
      if (items.length >= limit || isLate) return { items, page, cut: true };
      const item = surveyElement(node, { index: items.length, frame, page });
      items.push(item);
      if (!hidesChildren(item.tag)) stack.push(childFrame(item, frame, page));
    } else if (node.nodeType === 3 && frame.item !== null) {
      frame.item.characters += characterCount(node.nodeValue ?? "");
    }
  }
  return { items, page, cut: false };
}

/** Runs in the page: its whole area. What hangs out sideways of a page that can't be scrolled there is no part of it. */
function pageArea(root: Element | null): Area {
  const scroller = ownGetter(Document.prototype, "scrollingElement", document);
  const measured = scroller instanceof Element ? scroller : root;
  if (root === null || measured === null) return { left: 0, top: 0, right: 0, bottom: 0 };
  const size = (name: string) => Number(ownGetter(Element.prototype, name, measured));
  const [body] = selectAll("body", 1);
  // The window takes over what the root says, else what the body does.
  const overflows = [root, ...(body === undefined ? [] : [body])].map((each) => getComputedStyle(each).overflowX);
  const isClipped = /^(?:hidden|clip)$/u.test(overflows.find((each) => each !== "visible") ?? "");
  return { left: 0, top: 0, right: isClipped ? window.innerWidth : size("scrollWidth"), bottom: size("scrollHeight") };
}

/** Runs in the page: what is to be known of an element; `frame` is of its parent. */
function surveyElement(
  element: Element,
  { index, frame, page }: { index: number; frame: SurveyFrame; page: Area },
): PageItem {
  const parent = frame.item;
  const tag = element instanceof HTMLFormElement ? "form" : element.localName.toLowerCase();
  const nowhere = { left: 0, top: 0, right: 0, bottom: 0 };
  const known = { index, element, tag, parent, characters: 0 };
  const unseen = { style: null, box: nowhere, shown: nowhere, boxless: false, visible: false, opacity: 0 };
  if (parent !== null && parent.style === null) return { ...known, ...unseen };
  const style = getComputedStyle(element);
  const boxless = style.display === "contents";
  // Says no for `display: none` and for what a closed `<details>` holds.
  if (!boxless && !Element.prototype.checkVisibility.call(element)) return { ...known, ...unseen };
  const opacity = Number(style.opacity) * (parent?.opacity ?? 1);
  const shows = style.visibility === "visible" && opacity > 0;
  if (boxless && parent !== null) {
    const { box, shown } = parent;
    return { ...known, style, box, shown, boxless, visible: shows && areaOf(shown) > 1, opacity };
  }
  const box = boxOf(element);
  const clip = style.position === "fixed" ? page : style.position === "absolute" ? frame.clipOfPositioned : frame.clip;
  const shown = overlap(box, clip);
  // One pixel is a beacon, or words for screen readers alone.
  return { ...known, style, box, shown, boxless, visible: shows && areaOf(shown) > 1, opacity };
}

/** Runs in the page: where an element's children stand. */
function childFrame(item: PageItem, around: SurveyFrame, page: Area): SurveyFrame {
  const { element, style } = item;
  const frame = { item, nodes: flatChildren(element), next: 0 };
  const { clip, clipOfPositioned } = around;
  // What the root and the body clip is clipped by the page's own edges.
  if (style === null || item.boxless || item.tag === "html" || item.tag === "body")
    return { ...frame, clip, clipOfPositioned };
  const { position } = style;
  const outer = position === "fixed" ? page : position === "absolute" ? clipOfPositioned : clip;
  const clips = style.overflow !== "visible" && style.display !== "inline";
  const inner = clips ? overlap(item.box, outer) : outer;
  return { ...frame, clip: inner, clipOfPositioned: position === "static" ? clipOfPositioned : inner };
}

/** Runs in the page: whether what is in an element is a fall-back, a choice or a drawing rather than part of the page. */
export function hidesChildren(tag: string): boolean {
  return /^(?:svg|video|audio|canvas|iframe|object|select|textarea|noscript|script|style|template|head)$/u.test(tag);
}

/** Runs in the page: an element's box. */
function boxOf(element: Element): Area {
  const { left, top, width, height } = Element.prototype.getBoundingClientRect.call(element);
  const x = left + window.scrollX;
  const y = top + window.scrollY;
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** Runs in the page: what two rectangles share; without area where they share nothing. */
export function overlap(one: Area, other: Area): Area {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.max(left, Math.min(one.right, other.right));
  return { left, top, right, bottom: Math.max(top, Math.min(one.bottom, other.bottom)) };
}

/** Runs in the page: square pixels. */
export function areaOf({ left, top, right, bottom }: Area): number {
  return (right - left) * (bottom - top);
}

/** Runs in the page: characters of a text as it is read. */
function characterCount(text: string): number {
  // Normalising megabytes would take longer than the rest of the page.
  return text.length > 100_000 ? text.length : text.replaceAll(/\s+/gu, " ").trim().length;
}

/** What `surveyPage` uses, and the geometry that readers share. */
export const surveying: readonly PageFunction[] = [
  areaOf,
  boxOf,
  characterCount,
  childFrame,
  hidesChildren,
  overlap,
  pageArea,
  surveyElement,
  surveyPage,
];
