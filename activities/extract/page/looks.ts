import { flatChildren } from "./flat/readFlatPage.ts";
import { isTransparent } from "./paint.ts";
import { attribute, type PageFunction, plainText } from "./safeDom.ts";
import { hidesChildren, type PageItem } from "./survey.ts";

/** Runs in the page: whether an element is a link or a button. */
export function isControl({ element, tag }: PageItem): boolean {
  if (tag === "a") return attribute(element, "href") !== null;
  return isButton(element, tag) || attribute(element, "role") === "link";
}

/** Runs in the page: whether an element is a button. */
export function isButton(element: Element, tag: string): boolean {
  if (tag === "button" || attribute(element, "role") === "button") return true;
  return element instanceof HTMLInputElement && /^(?:submit|button|reset)$/u.test(element.type);
}

/** Runs in the page: whether an element is something to write into or choose from. */
export function isTextField(element: Element, tag: string): boolean {
  if (tag === "textarea" || tag === "select") return true;
  if (!(element instanceof HTMLInputElement)) return false;
  return !/^(?:submit|button|reset|image|hidden|checkbox|radio|range|color|file)$/u.test(element.type);
}

/** Runs in the page: whether an element has a background of its own. */
export function isFilled(style: CSSStyleDeclaration): boolean {
  return style.backgroundImage.includes("gradient(") || !isTransparent(style.backgroundColor);
}

/** Runs in the page: whether an element has a border on all sides. */
export function isFramed(style: CSSStyleDeclaration): boolean {
  return !/(?:^| )0px(?: |$)/u.test(style.borderWidth);
}

/** Runs in the page: whether a link looks like a button: a filled or framed box with room around its words. */
export function looksLikeButton({ style, box }: PageItem): boolean {
  if (style === null || !(isFilled(style) || isFramed(style))) return false;
  const isRoomy = Number.parseFloat(style.paddingLeft) > 0 && Number.parseFloat(style.paddingRight) > 0;
  // Whole cards are links too.
  return (isRoomy || style.textAlign === "center") && box.bottom - box.top <= 100 && style.display !== "inline";
}

/** The functions of this file. */
export const judgingLooks: readonly PageFunction[] = [
  isButton,
  isControl,
  isFilled,
  isFramed,
  isTextField,
  looksLikeButton,
];

/** Runs in the page: the words that an element shows, shadow roots and slots included, blocks parted by spaces. */
export function itemText(root: Element, limit: number): string {
  const stack = [{ nodes: flatChildren(root), next: 0, after: "", mute: false }];
  let text = "";
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const node = text.length > limit * 8 ? undefined : frame.nodes[frame.next];
    frame.next += 1;
    if (node === undefined) {
      text += frame.after;
      stack.pop();
    } else if (node instanceof Element) {
      const shown = shownPart(node);
      text += shown.before;
      if (shown.nodes !== null) stack.push({ nodes: shown.nodes, next: 0, after: shown.before, mute: shown.mute });
    } else if (node.nodeType === 3 && !frame.mute) text += node.nodeValue ?? "";
  }
  return plainText(text, limit);
}

/** Runs in the page: what of an element belongs to the words around it. */
export function shownPart(element: Element): { before: string; nodes: ArrayLike<Node> | null; mute: boolean } {
  const tag = element instanceof HTMLFormElement ? "form" : element.localName.toLowerCase();
  if (tag === "br") return { before: " ", nodes: null, mute: false };
  if (tag === "img") return { before: ` ${attribute(element, "alt") ?? ""} `, nodes: null, mute: false };
  const style = getComputedStyle(element);
  const isRendered = style.display === "contents" || Element.prototype.checkVisibility.call(element);
  const isSilent = hidesChildren(tag) || attribute(element, "aria-hidden") === "true" || isPermalink(element, tag);
  if (!isRendered || isSilent) return { before: "", nodes: null, mute: false };
  const before = /^(?:inline|contents|ruby)/u.test(style.display) ? "" : " ";
  return { before, nodes: flatChildren(element), mute: style.visibility !== "visible" };
}

/** Runs in the page: whether an element is the sign beside a heading that links to the heading itself. */
export function isPermalink(element: Element, tag: string): boolean {
  if (tag !== "a" || !(attribute(element, "href") ?? "").includes("#")) return false;
  if (element.querySelector("img") !== null) return false;
  return !/[\p{L}\p{N}]/u.test((element.textContent ?? "").slice(0, 100));
}

/** Runs in the page: the name that an element's author states for assistive technology; null where there is none. */
export function statedName(element: Element): string | null {
  const limit = 300;
  const ids = (attribute(element, "aria-labelledby") ?? "").split(/\s+/u).slice(0, 10);
  const root = Node.prototype.getRootNode.call(element);
  const getById =
    root instanceof Document ? Document.prototype.getElementById : DocumentFragment.prototype.getElementById;
  const isRoot = root instanceof Document || root instanceof DocumentFragment;
  const named = ids.map((id) => (id === "" || !isRoot ? null : getById.call(root, id)));
  const words = named.map((each) => (each === null ? "" : itemText(each, limit))).join(" ");
  const candidates = [words, attribute(element, "aria-label"), attribute(element, "title")];
  return candidates.map((each) => plainText(each, limit)).find((each) => each !== "") ?? null;
}
