import type { CallToAction, Heading, Landmark, Section, Table } from "#schemas/extracts/structure.ts";
import { itemText, accessibleName } from "./looks.ts";
import {
  type FormRead,
  readCallsToAction,
  readForms,
  callToActionDependencies,
  formDependencies,
} from "./readForms.ts";
import { explicitRole, landmarkDependencies, readLandmarks } from "./readLandmarks.ts";
import { shortAttribute } from "./readMetadata.ts";
import { tableDependencies, readTables } from "./readTables.ts";
import { attribute, openRoots, ownGetter, type PageFunction, rootElement } from "./safeDom.ts";
import type { Shared } from "./shared.ts";
import type { PageItem } from "./survey.ts";

/** The page's data for `structure`. */
export type StructureRead = {
  headings: Heading[];
  landmarks: Landmark[];
  sections: Section[];
  forms: FormRead[];
  tables: Table[];
  callsToAction: CallToAction[];
  cut: string[];
};

/** Runs in the page. Reads its structure as assistive technology presents it. */
export function readStructure(shared: Shared): StructureRead {
  const survey = shared.survey();
  const cutLists = survey.cut ? ["structure"] : [];
  // Read one beyond the limit to notice a cut.
  const readBounded = <Part>(name: string, limit: number, read: (limit: number) => Part[]): Part[] => {
    const parts = read(limit + 1);
    if (parts.length > limit) cutLists.push(name);
    return parts.slice(0, limit);
  };
  const exposedParts = exposedItems(survey.items);
  const headings = readBounded("headings", 1000, (limit) => readHeadings(exposedParts, limit));
  const forms = readBounded("forms", 100, (limit) => readForms(survey.items, limit));
  return {
    headings: headings.map(({ heading }) => heading),
    landmarks: readBounded("landmarks", 200, (limit) => readLandmarks(exposedParts, limit)),
    sections: readBounded("sections", 500, (limit) => readSections(survey.items, headings, limit)),
    forms: forms.map((form) => ({ ...form, fields: readBounded("fields", 200, () => form.fields) })),
    tables: readBounded("tables", 200, (limit) => readTables(exposedParts, limit)),
    callsToAction: readBounded("callsToAction", 200, (limit) => readCallsToAction(exposedParts, limit)),
    cut: cutLists,
  };
}

/** The items exposed to assistive technology, on screen or not. */
function exposedItems(items: readonly PageItem[]): PageItem[] {
  const hiddenByIndex: boolean[] = [];
  return items.filter(({ index, element, parent, style }) => {
    const isHidden =
      (parent !== null && hiddenByIndex[parent.index] === true) || attribute(element, "aria-hidden") === "true";
    hiddenByIndex[index] = isHidden;
    return !isHidden && style !== null && style.visibility === "visible";
  });
}

/** A heading and its element. */
type HeadingItem = { heading: Heading; item: PageItem };

/** The headings with text. */
function readHeadings(exposed: readonly PageItem[], limit: number): HeadingItem[] {
  const headings: HeadingItem[] = [];
  for (const item of exposed) {
    if (headings.length >= limit) break;
    const level = headingLevel(item);
    const text = level === null ? "" : itemText(item.element, 500);
    if (level === null || text === "") continue;
    headings.push({ heading: { level, text, id: shortAttribute(item.element, "id", 200) }, item });
  }
  return headings;
}

/** The level of a heading; null if the element is not one. */
function headingLevel({ element, tag }: PageItem): number | null {
  const role = attribute(element, "role")?.trim().toLowerCase() ?? "";
  const implicit = /^h([1-6])$/u.exec(tag)?.[1];
  if (role !== "" && role !== "heading") return null;
  if (role === "" && implicit === undefined) return null;
  const explicit = Number.parseInt(attribute(element, "aria-level") ?? "", 10);
  if (explicit >= 1 && explicit <= 9) return explicit;
  return implicit === undefined ? 2 : Number(implicit);
}

/**
 * For each item, the index after its last descendant (`ends`) and the visible characters of all earlier items
 * (`before`).
 */
type Extents = { ends: number[]; before: number[] };

/** Sections and articles. Without any, the content below each top heading. */
function readSections(items: readonly PageItem[], headings: readonly HeadingItem[], limit: number): Section[] {
  const extents = extentsOf(items);
  const sections = items.filter((item) => item.style !== null && isSection(item));
  if (sections.length === 0) return sectionsByHeading(headings, extents).slice(0, limit);
  const headingOf = firstHeadings(headings);
  return sections.slice(0, limit).map((item) => {
    const heading = headingOf.get(item)?.heading ?? null;
    return sectionOf(item, heading, charactersIn(item.index, extents.ends[item.index] ?? 0, extents));
  });
}

/** Whether an element is a section or article by its tag or role. */
function isSection({ element, tag }: PageItem): boolean {
  const role = explicitRole(element);
  return role === "" ? tag === "section" || tag === "article" : role === "region" || role === "article";
}

/** The extents of all items. */
function extentsOf(items: readonly PageItem[]): Extents {
  const ends = items.map(({ index }) => index + 1);
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const parent = items[index]?.parent?.index;
    if (parent !== undefined) ends[parent] = Math.max(ends[parent] ?? 0, ends[index] ?? 0);
  }
  const before = [0];
  for (const { visible, characters } of items) before.push((before.at(-1) ?? 0) + (visible ? characters : 0));
  return { ends, before };
}

/** Visible characters of the items from `from` up to, not including, `to`. */
function charactersIn(from: number, to: number, { before }: Extents): number {
  return (before[to] ?? 0) - (before[from] ?? 0);
}

/** For each section, the first heading that is not in a nested section. */
function firstHeadings(headings: readonly HeadingItem[]): Map<PageItem, HeadingItem> {
  const found = new Map<PageItem, HeadingItem>();
  for (const heading of headings) {
    let ancestor: PageItem | null = heading.item;
    while (ancestor !== null && !isSection(ancestor)) ancestor = ancestor.parent;
    if (ancestor !== null && !found.has(ancestor)) found.set(ancestor, heading);
  }
  return found;
}

/** A section with its heading. */
function sectionOf(item: PageItem, heading: HeadingItem["heading"] | null, characters: number): Section {
  return {
    element: item.tag,
    id: shortAttribute(item.element, "id", 200),
    label: accessibleName(item.element),
    heading: heading?.text ?? null,
    level: heading?.level ?? null,
    characters,
  };
}

/** Sections by the headings of the highest level that occurs twice, else of the highest level. */
function sectionsByHeading(headings: readonly HeadingItem[], extents: Extents): Section[] {
  const levels = headings.map(({ heading }) => heading.level).toSorted((a, b) => a - b);
  const level = levels.find((each, index) => levels[index + 1] === each) ?? levels[0];
  const top = headings.filter(({ heading }) => heading.level === level);
  return top.map(({ heading, item }, position) => {
    const [last, next] = [top[position - 1]?.item.index ?? -1, top[position + 1]?.item.index ?? Infinity];
    // The largest element that contains this heading and no other of its level.
    let container = item;
    for (let ancestor = item.parent; ancestor !== null; ancestor = ancestor.parent) {
      const end = extents.ends[ancestor.index] ?? 0;
      if (ancestor.index <= last || end > next || ancestor.tag === "body" || ancestor.tag === "html") break;
      container = ancestor;
    }
    return sectionOf(
      container,
      heading,
      charactersIn(container.index, sectionEnd(item, { whole: container, next }, extents), extents),
    );
  });
}

/** The end of a section: of its element, or the next section's start if the element contains only the heading. */
function sectionEnd(
  heading: PageItem,
  { whole: container, next }: { whole: PageItem; next: number },
  extents: Extents,
): number {
  const containerEnd = extents.ends[container.index] ?? 0;
  const headingEnd = extents.ends[heading.index] ?? 0;
  const hasContent =
    charactersIn(container.index, containerEnd, extents) > charactersIn(heading.index, headingEnd, extents);
  return hasContent ? containerEnd : Math.min(next, extents.ends[container.parent?.index ?? container.index] ?? 0);
}

/** Dependencies of `readSections`. */
const sectionDependencies: readonly PageFunction[] = [
  charactersIn,
  extentsOf,
  firstHeadings,
  isSection,
  readSections,
  sectionEnd,
  sectionOf,
  sectionsByHeading,
];

/** Dependencies of `readStructure` beyond `sharedDependencies`. */
export const structureDependencies: readonly PageFunction[] = [
  ...callToActionDependencies,
  ...formDependencies,
  ...landmarkDependencies,
  ...sectionDependencies,
  ...tableDependencies,
  headingLevel,
  readHeadings,
  shortAttribute,
  exposedItems,
];

/** The page's data for `html`. */
export type HtmlRead = { html: string; cut: boolean };

/** Runs in the page. Serializes the doctype and the current DOM, with open shadow roots as declarative templates. */
export function readHtml(): HtmlRead {
  const limit = 10_000_000;
  const root = rootElement();
  if (root === null) return { html: "", cut: false };
  const shadowRoots = openRoots().filter((each) => each instanceof ShadowRoot);
  const content = Element.prototype.getHTML.call(root, { serializableShadowRoots: true, shadowRoots });
  const emptyRoot = root.cloneNode(false);
  const tags = emptyRoot instanceof Element ? emptyRoot.outerHTML : "";
  const close = tags.lastIndexOf("</");
  const html =
    close === -1 ? `${doctype()}${tags}` : `${doctype()}${tags.slice(0, close)}${content}${tags.slice(close)}`;
  return { html: html.slice(0, limit), cut: html.length > limit };
}

/** The document type as written, or an empty string. */
export function doctype(): string {
  const type = ownGetter(Document.prototype, "doctype", document);
  if (!(type instanceof DocumentType)) return "";
  const systemId = type.systemId === "" ? "" : ` "${type.systemId}"`;
  const publicId = type.publicId === "" ? "" : ` PUBLIC "${type.publicId}"`;
  const system = publicId === "" && systemId !== "" ? " SYSTEM" : "";
  return `<!DOCTYPE ${type.name}${publicId}${system}${systemId}>\n`;
}
