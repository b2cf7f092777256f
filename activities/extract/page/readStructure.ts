import type { CallToAction, Heading, Landmark, Section, Table } from "#schemas/extracts/structure.ts";
import { itemText, statedName } from "./looks.ts";
import { type FormRead, readCallsToAction, readForms, readingCalls, readingForms } from "./readForms.ts";
import { explicitRole, readingLandmarks, readLandmarks } from "./readLandmarks.ts";
import { shortAttribute } from "./readMetadata.ts";
import { readingTables, readTables } from "./readTables.ts";
import { attribute, openRoots, ownGetter, type PageFunction, rootElement } from "./safeDom.ts";
import type { Shared } from "./shared.ts";
import type { PageItem } from "./survey.ts";

/** By item: where its descendants end in the list of all, and the visible characters of all items before it. */
type Extents = { ends: number[]; before: number[] };

/** Runs in the page: its sections and articles; where it has none, what stands under each of its top headings. */
function readSections(items: readonly PageItem[], headings: readonly HeadingItem[], limit: number): Section[] {
  const extents = extentsOf(items);
  const marked = items.filter((item) => item.style !== null && isSection(item));
  if (marked.length === 0) return sectionsByHeading(headings, extents).slice(0, limit);
  const headingOf = firstHeadings(headings);
  return marked.slice(0, limit).map((item) => {
    const heading = headingOf.get(item)?.heading ?? null;
    return sectionOf(item, heading, charactersIn(item.index, extents.ends[item.index] ?? 0, extents));
  });
}

/** Runs in the page: whether an element is a part of the page by its tag or role. */
function isSection({ element, tag }: PageItem): boolean {
  const role = explicitRole(element);
  return role === "" ? tag === "section" || tag === "article" : role === "region" || role === "article";
}

/** Runs in the page: where each item ends. */
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

/** Runs in the page: visible characters between two places of the list. */
function charactersIn(from: number, to: number, { before }: Extents): number {
  return (before[to] ?? 0) - (before[from] ?? 0);
}

/** Runs in the page: of each section the first heading that is in no section within it. */
function firstHeadings(headings: readonly HeadingItem[]): Map<PageItem, HeadingItem> {
  const found = new Map<PageItem, HeadingItem>();
  for (const heading of headings) {
    let around: PageItem | null = heading.item;
    while (around !== null && !isSection(around)) around = around.parent;
    if (around !== null && !found.has(around)) found.set(around, heading);
  }
  return found;
}

/** Runs in the page: a part of the page, with its heading. */
function sectionOf(item: PageItem, heading: HeadingItem["heading"] | null, characters: number): Section {
  return {
    element: item.tag,
    id: shortAttribute(item.element, "id", 200),
    label: statedName(item.element),
    heading: heading?.text ?? null,
    level: heading?.level ?? null,
    characters,
  };
}

/** Runs in the page: its parts by the headings of the highest level that it has several of, else of the highest. */
function sectionsByHeading(headings: readonly HeadingItem[], extents: Extents): Section[] {
  const levels = headings.map(({ heading }) => heading.level).toSorted((a, b) => a - b);
  const level = levels.find((each, index) => levels[index + 1] === each) ?? levels[0];
  const top = headings.filter(({ heading }) => heading.level === level);
  return top.map(({ heading, item }, place) => {
    const [last, next] = [top[place - 1]?.item.index ?? -1, top[place + 1]?.item.index ?? Infinity];
    // The largest element that holds this heading and no other of its level.
    let whole = item;
    for (let around = item.parent; around !== null; around = around.parent) {
      const end = extents.ends[around.index] ?? 0;
      if (around.index <= last || end > next || around.tag === "body" || around.tag === "html") break;
      whole = around;
    }
    return sectionOf(whole, heading, charactersIn(whole.index, sectionEnd(item, { whole, next }, extents), extents));
  });
}

/** Runs in the page: where a part ends: with its element, or with the next part where that holds its heading alone. */
function sectionEnd(heading: PageItem, { whole, next }: { whole: PageItem; next: number }, extents: Extents): number {
  const own = extents.ends[whole.index] ?? 0;
  const headingEnd = extents.ends[heading.index] ?? 0;
  const isMore = charactersIn(whole.index, own, extents) > charactersIn(heading.index, headingEnd, extents);
  return isMore ? own : Math.min(next, extents.ends[whole.parent?.index ?? whole.index] ?? 0);
}

/** The functions of this file. */
const readingSections: readonly PageFunction[] = [
  charactersIn,
  extentsOf,
  firstHeadings,
  isSection,
  readSections,
  sectionEnd,
  sectionOf,
  sectionsByHeading,
];

/** A heading and its element. */
type HeadingItem = { heading: Heading; item: PageItem };

/** What the page gives for `structure`. */
export type StructureRead = {
  headings: Heading[];
  landmarks: Landmark[];
  sections: Section[];
  forms: FormRead[];
  tables: Table[];
  callsToAction: CallToAction[];
  cut: string[];
};

/** Runs in the page: what it is made of, as assistive technology would tell it. */
export function readStructure(shared: Shared): StructureRead {
  const survey = shared.survey();
  const cut = survey.cut ? ["structure"] : [];
  // Each part is read one beyond its bound.
  const within = <Part>(name: string, limit: number, read: (limit: number) => Part[]): Part[] => {
    const parts = read(limit + 1);
    if (parts.length > limit) cut.push(name);
    return parts.slice(0, limit);
  };
  const told = toldItems(survey.items);
  const headings = within("headings", 1000, (limit) => readHeadings(told, limit));
  const forms = within("forms", 100, (limit) => readForms(survey.items, limit));
  return {
    headings: headings.map(({ heading }) => heading),
    landmarks: within("landmarks", 200, (limit) => readLandmarks(told, limit)),
    sections: within("sections", 500, (limit) => readSections(survey.items, headings, limit)),
    forms: forms.map((form) => ({ ...form, fields: within("fields", 200, () => form.fields) })),
    tables: within("tables", 200, (limit) => readTables(told, limit)),
    callsToAction: within("callsToAction", 200, (limit) => readCallsToAction(told, limit)),
    cut,
  };
}

/** Runs in the page: the items that assistive technology tells of, whether they show or not. */
function toldItems(items: readonly PageItem[]): PageItem[] {
  const isSilent: boolean[] = [];
  return items.filter(({ index, element, parent, style }) => {
    const silent = (parent !== null && isSilent[parent.index] === true) || attribute(element, "aria-hidden") === "true";
    isSilent[index] = silent;
    return !silent && style !== null && style.visibility === "visible";
  });
}

/** Runs in the page: its headings, but those without words. */
function readHeadings(told: readonly PageItem[], limit: number): HeadingItem[] {
  const found: HeadingItem[] = [];
  for (const item of told) {
    if (found.length >= limit) break;
    const level = headingLevel(item);
    const text = level === null ? "" : itemText(item.element, 500);
    if (level === null || text === "") continue;
    found.push({ heading: { level, text, id: shortAttribute(item.element, "id", 200) }, item });
  }
  return found;
}

/** Runs in the page: the level of a heading; null where an element is none. */
function headingLevel({ element, tag }: PageItem): number | null {
  const role = attribute(element, "role")?.trim().toLowerCase() ?? "";
  const own = /^h([1-6])$/u.exec(tag)?.[1];
  if (role !== "" && role !== "heading") return null;
  if (role === "" && own === undefined) return null;
  const stated = Number.parseInt(attribute(element, "aria-level") ?? "", 10);
  if (stated >= 1 && stated <= 9) return stated;
  return own === undefined ? 2 : Number(own);
}

/** What `readStructure` uses beyond what is shared. */
export const readingStructure: readonly PageFunction[] = [
  ...readingCalls,
  ...readingForms,
  ...readingLandmarks,
  ...readingSections,
  ...readingTables,
  headingLevel,
  readHeadings,
  shortAttribute,
  toldItems,
];

/** What the page gives for `html`. */
export type HtmlRead = { html: string; cut: boolean };

/** Runs in the page: its doctype and its DOM as it stands now, open shadow roots as declarative templates. */
export function readHtml(): HtmlRead {
  const limit = 10_000_000;
  const root = rootElement();
  if (root === null) return { html: "", cut: false };
  const shadowRoots = openRoots().filter((each) => each instanceof ShadowRoot);
  const inner = Element.prototype.getHTML.call(root, { serializableShadowRoots: true, shadowRoots });
  const shell = root.cloneNode(false);
  const tags = shell instanceof Element ? shell.outerHTML : "";
  const close = tags.lastIndexOf("</");
  const html = close === -1 ? `${doctype()}${tags}` : `${doctype()}${tags.slice(0, close)}${inner}${tags.slice(close)}`;
  return { html: html.slice(0, limit), cut: html.length > limit };
}

/** Runs in the page: the document type as it is written, or nothing. */
export function doctype(): string {
  const type = ownGetter(Document.prototype, "doctype", document);
  if (!(type instanceof DocumentType)) return "";
  const systemId = type.systemId === "" ? "" : ` "${type.systemId}"`;
  const publicId = type.publicId === "" ? "" : ` PUBLIC "${type.publicId}"`;
  const system = publicId === "" && systemId !== "" ? " SYSTEM" : "";
  return `<!DOCTYPE ${type.name}${publicId}${system}${systemId}>\n`;
}
