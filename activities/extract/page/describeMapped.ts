import type { MappedElement } from "#schemas/extracts/elements.ts";
import { accessibleName, isButton, isTextField, itemText } from "./looks.ts";
import { labelOf, labelsByControl } from "./readForms.ts";
import { explicitRole } from "./readLandmarks.ts";
import { shortAttribute } from "./readMetadata.ts";
import { attribute, type PageFunction, plainText, selectAll } from "./safeDom.ts";
import type { PageItem } from "./survey.ts";

/** The labels of fields and the editable elements, which the words of an element are read with. */
export type WordSources = { labels: Map<Element, Element[]>; editors: readonly Element[] };

/** Runs in the page. */
export function wordSources(items: readonly PageItem[]): WordSources {
  return { labels: labelsByControl(items), editors: selectAll("[contenteditable]", 200) };
}

/** An element of the map, without its selector and its parent. */
export function describeMapped(item: PageItem, sources: WordSources): Omit<MappedElement, "parent" | "selector"> {
  const { element, tag, shownArea } = item;
  const [x, y] = [Math.round(shownArea.left), Math.round(shownArea.top)];
  const place = { x, y, width: Math.round(shownArea.right) - x, height: Math.round(shownArea.bottom) - y };
  const role = roleOf(element, tag);
  const takes = takenBy(element, tag, role);
  const label = takes === null ? "" : plainText(labelOf(element, null, sources.labels.get(element) ?? []), 80);
  const isRead = takes === null && (item.characters > 0 || role !== "");
  const text = isRead && !showsEntries(element, sources.editors) ? itemText(element, 80) : "";
  const ofContent = /^(?:button|link|heading|tab|menuitem|option)$/u.test(role) ? text : "";
  const ofImage = tag === "img" ? (shortAttribute(element, "alt", 80) ?? "") : "";
  const name = plainText(accessibleName(element), 80) || label || ofImage || ofContent;
  return {
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

/** Functions that `describeMapped` and `wordSources` use, beside those of forms, with themselves. */
export const mappedDependencies: readonly PageFunction[] = [
  describeMapped,
  explicitRole,
  isButton,
  isTextField,
  roleOf,
  shortAttribute,
  showsEntries,
  takenBy,
  wordSources,
];
