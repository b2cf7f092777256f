import { flatChildren } from "./flat/writeFlat.ts";
import { isTransparent } from "./paint.ts";
import { attribute, type PageFunction, plainText } from "./safeDom.ts";
import { hidesChildren, type PageItem } from "./survey.ts";

/** Whether an element is a link or a button. */
export function isControl({ element, tag }: PageItem): boolean {
  if (tag === "a") return attribute(element, "href") !== null;
  return isButton(element, tag) || attribute(element, "role") === "link";
}

/** Whether an element is a button. */
export function isButton(element: Element, tag: string): boolean {
  if (tag === "button" || attribute(element, "role") === "button") return true;
  return element instanceof HTMLInputElement && /^(?:submit|button|reset)$/u.test(element.type);
}

/** Whether an element is a text field or a select. */
export function isTextField(element: Element, tag: string): boolean {
  if (tag === "textarea" || tag === "select") return true;
  if (!(element instanceof HTMLInputElement)) return false;
  return !/^(?:submit|button|reset|image|hidden|checkbox|radio|range|color|file)$/u.test(element.type);
}

/** Whether an element has a background of its own. */
export function isFilled(style: CSSStyleDeclaration): boolean {
  return style.backgroundImage.includes("gradient(") || !isTransparent(style.backgroundColor);
}

/** Whether an element has a border on all sides. */
export function isFramed(style: CSSStyleDeclaration): boolean {
  return !/(?:^| )0px(?: |$)/u.test(style.borderWidth);
}

/** Whether a link looks like a button: a filled or framed box with padding. */
export function looksLikeButton({ style, box }: PageItem): boolean {
  if (style === null || !(isFilled(style) || isFramed(style))) return false;
  const isPadded = Number.parseFloat(style.paddingLeft) > 0 && Number.parseFloat(style.paddingRight) > 0;
  // A taller link is a card. The limit was chosen by eye.
  return (isPadded || style.textAlign === "center") && box.bottom - box.top <= 100 && style.display !== "inline";
}

/** Dependencies of the predicates in this file. */
export const lookDependencies: readonly PageFunction[] = [
  isButton,
  isControl,
  isFilled,
  isFramed,
  isTextField,
  looksLikeButton,
];

/** The visible text of an element, with open shadow roots and slots. Blocks are separated by spaces. */
export function itemText(root: Element, limit: number): string {
  const stack = [{ nodes: flatChildren(root), next: 0, after: "", textHidden: false }];
  let text = "";
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const node = text.length > limit * 8 ? undefined : frame.nodes[frame.next];
    frame.next += 1;
    if (node === undefined) {
      text += frame.after;
      stack.pop();
    } else if (node instanceof Element) {
      const part = renderedPart(node);
      text += part.before;
      if (part.nodes !== null)
        stack.push({ nodes: part.nodes, next: 0, after: part.before, textHidden: part.textHidden });
    } else if (node.nodeType === 3 && !frame.textHidden) text += node.nodeValue ?? "";
  }
  return plainText(text, limit);
}

/** The children of an element that belong to its text, and the space before it. */
export function renderedPart(element: Element): { before: string; nodes: ArrayLike<Node> | null; textHidden: boolean } {
  const tag = element instanceof HTMLFormElement ? "form" : element.localName.toLowerCase();
  if (tag === "br") return { before: " ", nodes: null, textHidden: false };
  if (tag === "img") return { before: ` ${attribute(element, "alt") ?? ""} `, nodes: null, textHidden: false };
  const style = getComputedStyle(element);
  const isRendered = style.display === "contents" || Element.prototype.checkVisibility.call(element);
  const isIgnored = hidesChildren(tag) || attribute(element, "aria-hidden") === "true" || isPermalink(element, tag);
  if (!isRendered || isIgnored) return { before: "", nodes: null, textHidden: false };
  const before = /^(?:inline|contents|ruby)/u.test(style.display) ? "" : " ";
  return { before, nodes: flatChildren(element), textHidden: style.visibility !== "visible" };
}

/** Whether an element is a sign beside a heading that links to the heading. */
export function isPermalink(element: Element, tag: string): boolean {
  if (tag !== "a" || !(attribute(element, "href") ?? "").includes("#")) return false;
  if (element.querySelector("img") !== null) return false;
  return !/[\p{L}\p{N}]/u.test((element.textContent ?? "").slice(0, 100));
}

/** The name that `aria-labelledby`, `aria-label` or `title` states; null without one. */
export function accessibleName(element: Element): string | null {
  const limit = 300;
  const labelIds = (attribute(element, "aria-labelledby") ?? "").split(/\s+/u).slice(0, 10);
  const root = Node.prototype.getRootNode.call(element);
  const getById =
    root instanceof Document ? Document.prototype.getElementById : DocumentFragment.prototype.getElementById;
  const isRoot = root instanceof Document || root instanceof DocumentFragment;
  const labels = labelIds.map((id) => (id === "" || !isRoot ? null : getById.call(root, id)));
  const labelledBy = labels.map((each) => (each === null ? "" : itemText(each, limit))).join(" ");
  const candidates = [labelledBy, attribute(element, "aria-label"), attribute(element, "title")];
  return candidates.map((each) => plainText(each, limit)).find((each) => each !== "") ?? null;
}
