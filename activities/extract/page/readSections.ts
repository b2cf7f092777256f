import type { PageFunction } from "../extractor.ts";
import type { Section } from "#schemas/extracts/structure.ts";
import { statedName } from "./itemText.ts";
import { explicitRole } from "./readLandmarks.ts";
import { shortAttribute } from "./readMetadata.ts";
import type { HeadingItem } from "./readStructure.ts";
import type { PageItem } from "./survey.ts";

/** By item: where its descendants end in the list of all, and the visible characters of all items before it. */
type Extents = { ends: number[]; before: number[] };

/** Runs in the page: its sections and articles; where it has none, what stands under each of its top headings. */
export function readSections(items: readonly PageItem[], headings: readonly HeadingItem[], limit: number): Section[] {
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
export const readingSections: readonly PageFunction[] = [
  charactersIn,
  extentsOf,
  firstHeadings,
  isSection,
  readSections,
  sectionEnd,
  sectionOf,
  sectionsByHeading,
];
