import type { PageFunction } from "../extractor.ts";
import { attribute } from "./safeDom.ts";
import type { PageItem } from "./survey.ts";
import { isTransparent } from "./paint.ts";

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
