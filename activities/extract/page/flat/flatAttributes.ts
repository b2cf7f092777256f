import {
  absoluteUrl,
  attribute,
  baseAddress,
  faithfulText,
  type PageFunction,
  plainText,
  selectAll,
} from "../safeDom.ts";

import { embedAddress, embedDependencies, playerAddress } from "./embeds.ts";
import type { Formula } from "./formulas.ts";

/** Text escaped for HTML. */
export function escapeText(text: string): string {
  return faithfulText(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\u00a0", "&nbsp;");
}

/** The attributes worth keeping, as written in an opening tag. Addresses are absolute. */
export function attributesFor(element: Element, tag: string): string {
  if (!Element.prototype.hasAttributes.call(element) && tag !== "h1" && tag !== "input") return "";
  const values: Record<string, string | null> = {};
  for (const name of ["id", "class", "role", "lang", "dir", "aria-modal", "aria-label", "data-lang", "data-language"])
    values[name] = attribute(element, name);
  if (tag === "html") values["class"] = null;
  if (tag === "a") Object.assign(values, linkAttributes(element));
  if (tag === "img") Object.assign(values, imageAttributes(element));
  if (tag === "video" || tag === "iframe") Object.assign(values, mediaAttributes(element));
  if (tag === "td" || tag === "th") Object.assign(values, cellAttributes(element));
  if (tag === "ol") values["start"] = attribute(element, "start");
  if (tag === "time") values["datetime"] = attribute(element, "datetime");
  if (tag === "input")
    Object.assign(values, {
      type: "checkbox",
      checked: element instanceof HTMLInputElement && element.checked ? "" : null,
    });
  // Readability turns every h1 into an h2.
  if (tag === "h1") values["data-level"] = "1";
  return Object.entries(values)
    .map(([name, value]) => (value === null ? "" : writtenAttribute(name, value.slice(0, 4096))))
    .join("");
}

/** The attributes of the `code` that stands for a formula. */
export function formulaAttributes({ display, mathml }: Formula): string {
  return `${writtenAttribute("data-tex", display)}${mathml === null ? "" : writtenAttribute("data-mathml", mathml)}`;
}

function writtenAttribute(name: string, value: string): string {
  return ` ${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}"`;
}

/** The attributes of a link. */
function linkAttributes(element: Element): Record<string, string | null> {
  const href = absoluteUrl(attribute(element, "href"), baseAddress());
  const isUsable = href !== null && href.length <= 4096 && /^(?:https?|mailto|tel):/u.test(href);
  return { href: isUsable ? href : null, rel: attribute(element, "rel"), title: attribute(element, "title") };
}

/** The attributes of an image. Its address is the one that was loaded, or that a script will load. */
function imageAttributes(element: Element): Record<string, string | null> {
  const base = baseAddress();
  const loadedUrl = element instanceof HTMLImageElement ? element.currentSrc : "";
  const deferred = ["data-src", "data-original", "data-lazy-src", "data-lazy"].map((name) => attribute(element, name));
  const candidates = [loadedUrl, attribute(element, "src"), ...deferred].map((address) => absoluteUrl(address, base));
  const src =
    candidates.find((address) => address !== null && /^https?:/u.test(address) && address.length <= 4096) ?? null;
  const isTrackingPixel =
    element instanceof HTMLImageElement && element.naturalWidth === 1 && element.naturalHeight === 1;
  return {
    src: isTrackingPixel && src === loadedUrl ? null : src,
    alt: plainText(attribute(element, "alt"), 1000),
    title: attribute(element, "title"),
  };
}

/** The attributes of a video, or of an embedded player or post. */
function mediaAttributes(element: Element): Record<string, string | null> {
  const base = baseAddress();
  const target = element instanceof HTMLVideoElement ? videoAddress(element, base) : embedAddress(element);
  const isPost = !/^(?:video|lite-.*)$/u.test(element.localName) && playerAddress(element) === null;
  const title = attribute(element, "title") ?? attribute(element, "aria-label") ?? (isPost ? "Post" : null);
  return {
    src: target !== null && /^https?:/u.test(target) ? target : null,
    poster: absoluteUrl(attribute(element, "poster"), base),
    title,
  };
}

/** The address of a video file, from the element or its first source; null if there is none. */
function videoAddress(element: HTMLVideoElement, base: string): string | null {
  const source = Element.prototype.querySelector.call(element, "source[src]");
  const stated = [element.currentSrc, attribute(element, "src"), source && attribute(source, "src")];
  return stated.map((address) => absoluteUrl(address, base)).find((address) => address !== null) ?? null;
}

/** The attributes of a table cell. */
function cellAttributes(element: Element): Record<string, string | null> {
  const cell = element instanceof HTMLTableCellElement ? element : null;
  const align = attribute(element, "align") ?? cell?.style.textAlign ?? "";
  return {
    colspan: spanOf(cell?.colSpan),
    rowspan: spanOf(cell?.rowSpan),
    "data-align": /^(?:left|right|center)$/u.test(align) ? align : null,
  };
}

/** A span of more than one cell, at most 50; null otherwise. */
function spanOf(cells: number | undefined): string | null {
  return cells === undefined || cells === 1 ? null : String(Math.min(cells, 50));
}

/** Facts about the whole page that decide whether an element is shown. */
export type FlatContext = {
  /** Ids of elements that a control of the content opens and closes. */
  panels: Set<string>;
  /** Content that React streamed before the script that moves it into place, by id. Each is used once. */
  segments: Map<string, Element>;
  /** Properties that hide elements but are ignored: `visibility`, or `all` (`visibility` and `display`). */
  ignore: "nothing" | "visibility" | "all";
  /** Whether the words of controls are content. */
  controls: boolean;
};

/** The context of the current page. */
export function flatContext(ignore: FlatContext["ignore"], withControls = false): FlatContext {
  const panels = new Set<string>();
  const controls =
    "[aria-controls]:not([aria-haspopup]), [data-target^='#'], [data-bs-target^='#'], [role=tab][href^='#']";
  for (const control of selectAll(controls, 2000)) {
    if (isInBoilerplate(control)) continue;
    const targets = ["aria-controls", "data-target", "data-bs-target", "href"].map((name) => attribute(control, name));
    for (const id of targets.flatMap((target) => (target ?? "").split(/\s+/u))) panels.add(id.replace(/^#/u, ""));
  }
  const segments = selectAll("[hidden][id^='S:']", 2000).map((each): [string, Element] => [each.id, each]);
  return { panels, segments: new Map(segments), ignore, controls: withControls };
}

/** Whether an element is shown, apart from `visibility`, which its children may override. */
export function isShown(
  element: Element,
  style: CSSStyleDeclaration,
  context: FlatContext,
): "now" | "on click" | "never" {
  const isAriaHidden = attribute(element, "aria-hidden") === "true";
  if ((isAriaHidden || style.display === "none") && opensOnClick(element, context)) return "on click";
  if (style.display === "none" && context.ignore === "all" && !isAuxiliary(element)) return "on click";
  if (style.display === "none" || isClippedAway(element, style) || isOverlay(element, style)) return "never";
  // Hidden from screen readers means decorative or repeated, except pictures and code that a script drew.
  const isPicture = element.localName === "img" || Element.prototype.querySelector.call(element, "img, pre") !== null;
  return isAriaHidden && !isPicture ? "never" : "now";
}

/** Whether an element is in a part that surrounds or covers the content. */
function isInBoilerplate(element: Element): boolean {
  const selector =
    "nav, header, footer, aside, dialog, [role=navigation], [role=banner], [role=contentinfo], [role=dialog], [role=menu], [role=search]";
  return Element.prototype.closest.call(element, selector) !== null;
}

/** Whether a click on a tab or question shows this hidden element. It is then content. */
function opensOnClick(element: Element, { panels }: FlatContext): boolean {
  const id = attribute(element, "id") ?? "";
  const names = `${id} ${attribute(element, "class") ?? ""}`;
  const isPanel =
    attribute(element, "role") === "tabpanel" ||
    (id !== "" && panels.has(id)) ||
    /accordion|collaps|\bfaq|tab-?(?:pane|content)|toggle-?content/iu.test(names);
  return isPanel && !isAuxiliary(element) && (element.textContent ?? "").trim().length > 40;
}

/** Whether a hidden element is a menu, a form or a notice. */
function isAuxiliary(element: Element): boolean {
  if (element instanceof HTMLFormElement || isInBoilerplate(element)) return true;
  const names = `${attribute(element, "id") ?? ""} ${attribute(element, "class") ?? ""}`;
  return /modal|popup|menu|dropdown|drawer|cookie|consent|login|search|\bnav/iu.test(names);
}

/** Whether a button is the heading of a panel that it opens. */
export function opensPanel(element: Element, { panels }: FlatContext): boolean {
  const target = attribute(element, "aria-controls") ?? "";
  return target !== "" && panels.has(target) && (element.textContent ?? "").trim() !== "";
}

/** The nodes that replace a template which React left until a script runs. */
export function streamedNodes(template: Element, { segments }: FlatContext): ArrayLike<Node> | null {
  const id = /^[BP]:(?<part>.*)$/u.exec(attribute(template, "id") ?? "")?.groups?.["part"];
  const segment = id === undefined ? undefined : segments.get(`S:${id}`);
  if (segment === undefined) return null;
  segments.delete(segment.id);
  return segment.childNodes;
}

/** Whether an element is for screen readers only. */
function isClippedAway(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.position !== "absolute" && style.position !== "fixed") return false;
  const isTiny =
    Number.parseFloat(style.width) <= 1 && Number.parseFloat(style.height) <= 1 && style.overflow !== "visible";
  // The readable form of a formula is such an element.
  return isTiny && Element.prototype.querySelector.call(element, "math") === null;
}

/** Whether an element floats over a part of the window, such as a notice or a chat. */
function isOverlay(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.position !== "fixed") return false;
  const { width, height } = element.getBoundingClientRect();
  const isSmall = width * height < (innerWidth * innerHeight) / 2;
  return isSmall && Element.prototype.querySelector.call(element, "h1, main, article") === null;
}

/** The functions of this file. */
export const flatAttributeDependencies: readonly PageFunction[] = [
  attributesFor,
  cellAttributes,
  escapeText,
  flatContext,
  formulaAttributes,
  imageAttributes,
  isAuxiliary,
  isClippedAway,
  isInBoilerplate,
  isOverlay,
  isShown,
  linkAttributes,
  mediaAttributes,
  opensOnClick,
  opensPanel,
  ...embedDependencies,
  spanOf,
  streamedNodes,
  videoAddress,
  writtenAttribute,
];
