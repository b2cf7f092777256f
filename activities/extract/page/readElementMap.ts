import type { MappedElement, PageElements } from "#schemas/extracts/elements.ts";
import { accessibleName, isButton, isTextField, itemText } from "./looks.ts";
import { formDependencies, labelOf, labelsByControl } from "./readForms.ts";
import { explicitRole } from "./readLandmarks.ts";
import { shortAttribute } from "./readMetadata.ts";
import { attribute, type PageFunction, plainText, selectAll } from "./safeDom.ts";
import type { Shared } from "./shared.ts";
import { openSelectors, selectorDependencies } from "./stableSelectors.ts";
import type { PageItem } from "./survey.ts";

/** The page's data for `elements`. */
export type ElementMapRead = { map: PageElements; cut: boolean };

/** The labels of fields and the editable elements, which the words of an element are read with. */
type WordSources = { labels: Map<Element, Element[]>; editors: readonly Element[] };

/**
 * Runs in the page. Lists the elements of the document that a visitor sees. Those of shadow trees and frames are left out,
 * as most selectors do not reach them.
 */
export function readElementMap(shared: Shared): ElementMapRead {
  // `elementLimits` has the same numbers for callers.
  const limits = { elements: 3_000, chars: 400_000, selector: 300, ms: 1_500 };
  const started = performance.now();
  const { items, cut: isSurveyCut } = shared.survey();
  const selectors = openSelectors(limits.selector);
  const sources = { labels: labelsByControl(items), editors: selectAll("[contenteditable]", 200) };
  const elements: MappedElement[] = [];
  const mapWith = (cut: boolean): ElementMapRead => ({
    map: { scale: window.devicePixelRatio, view: shownView(), elements },
    cut,
  });
  const indexes = new Map<PageItem, number>();
  let chars = 0;
  for (const item of items) {
    const { element, tag, visible, boxless } = item;
    if (!visible || boxless || tag === "html" || tag === "body") continue;
    if (Node.prototype.getRootNode.call(element) !== document) continue;
    const selector = selectors.of(element);
    if (selector === null) continue;
    const alike = selectors.alike(element);
    const entry = {
      ...mappedElement(item, selector, sources),
      ...(alike !== null && { alike }),
      parent: mappedParent(item, indexes),
    };
    chars += JSON.stringify(entry).length;
    const isLate = performance.now() - started > limits.ms;
    if (isLate || elements.length >= limits.elements || chars > limits.chars) return mapWith(true);
    indexes.set(item, elements.length);
    elements.push(entry);
  }
  return mapWith(isSurveyCut);
}

/** The part of the page that the viewport shows, in whole pixels. */
function shownView(): PageElements["view"] {
  const [x, y] = [Math.round(window.scrollX), Math.round(window.scrollY)];
  return { x, y, width: Math.round(window.innerWidth), height: Math.round(window.innerHeight) };
}

/** The index of the nearest element around an item that the map has; -1 without one. */
function mappedParent(item: PageItem, indexes: ReadonlyMap<PageItem, number>): number {
  for (let each = item.parent; each !== null; each = each.parent) {
    const index = indexes.get(each);
    if (index !== undefined) return index;
  }
  return -1;
}

/** An element of the map, without its parent. */
function mappedElement(item: PageItem, selector: string, sources: WordSources): Omit<MappedElement, "parent"> {
  const { element, tag, shown } = item;
  const [x, y] = [Math.round(shown.left), Math.round(shown.top)];
  const place = { x, y, width: Math.round(shown.right) - x, height: Math.round(shown.bottom) - y };
  const role = roleOf(element, tag);
  const takes = takenBy(element, tag, role);
  const label = takes === null ? "" : plainText(labelOf(element, null, sources.labels.get(element) ?? []), 80);
  const isRead = takes === null && (item.characters > 0 || role !== "");
  const text = isRead && !showsEntries(element, sources.editors) ? itemText(element, 80) : "";
  const ofContent = /^(?:button|link|heading|tab|menuitem|option)$/u.test(role) ? text : "";
  const ofImage = tag === "img" ? (shortAttribute(element, "alt", 80) ?? "") : "";
  const name = plainText(accessibleName(element), 80) || label || ofImage || ofContent;
  return {
    selector,
    ...place,
    tag: tag.slice(0, 64),
    ...(role !== "" && { role: role.slice(0, 64) }),
    ...(name !== "" && { name }),
    ...(label !== "" && { label }),
    ...(text !== "" && { text }),
    ...(takes !== null && { takes }),
  };
}

/** Whether a visitor may have written the text of an element, or of a part of it. */
function showsEntries(element: Element, editors: readonly Element[]): boolean {
  if (element instanceof HTMLElement && element.isContentEditable) return true;
  return editors.some((editor) => Node.prototype.contains.call(element, editor));
}

/** The role of an element, or an empty string. */
function roleOf(element: Element, tag: string): string {
  const explicit = explicitRole(element);
  if (explicit !== "") return explicit;
  if (tag === "a") return attribute(element, "href") === null ? "" : "link";
  if (/^h[1-6]$/u.test(tag)) return "heading";
  if (tag === "img") return "img";
  if (isButton(element, tag)) return "button";
  if (tag === "select") return "combobox";
  if (tag === "textarea") return "textbox";
  if (!(element instanceof HTMLInputElement)) return "";
  if (element.type === "image") return "button";
  if (element.type === "checkbox" || element.type === "radio") return element.type;
  return element.type === "search" ? "searchbox" : isTextField(element, tag) ? "textbox" : "";
}

/** The kind of entry that a visitor makes in an element; null if it is no field. */
function takenBy(element: Element, tag: string, role: string): NonNullable<MappedElement["takes"]> | null {
  if (tag === "select") return "option";
  if (/^(?:checkbox|radio|switch)$/u.test(role)) return "check";
  const isEditor = element instanceof HTMLElement && element.isContentEditable && role === "textbox";
  return isEditor || isTextField(element, tag) ? "text" : null;
}

/** Dependencies of `readElementMap` beyond `sharedDependencies`. */
export const elementMapDependencies: readonly PageFunction[] = [
  ...formDependencies,
  ...selectorDependencies,
  explicitRole,
  isButton,
  isTextField,
  mappedElement,
  mappedParent,
  readElementMap,
  roleOf,
  shortAttribute,
  showsEntries,
  shownView,
  takenBy,
];
