import type { PageFunction } from "../extractor.ts";
import type { CallToAction, Heading, Landmark, Section, Table } from "#schemas/extracts/structure.ts";
import { itemText } from "./itemText.ts";
import { readCallsToAction, readingCalls } from "./readCallsToAction.ts";
import { type FormRead, readForms, readingForms } from "./readForms.ts";
import { readingLandmarks, readLandmarks } from "./readLandmarks.ts";
import { shortAttribute } from "./readMetadata.ts";
import { readingSections, readSections } from "./readSections.ts";
import { readingTables, readTables } from "./readTables.ts";
import { attribute } from "./safeDom.ts";
import type { Shared } from "./shared.ts";
import type { PageItem } from "./survey.ts";

/** A heading and its element. */
export type HeadingItem = { heading: Heading; item: PageItem };

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
