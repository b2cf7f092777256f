import type { Heading, OutlineEntry, Structure } from "#schemas/extracts/structure.ts";
import { defineExtractor, truncateUtf8, truncation } from "./extractor.ts";
import { doctype, readHtml, structureDependencies, readStructure } from "./page/readStructure.ts";
import { openRoots, ownGetter, rootElement } from "./page/safeDom.ts";
import { sharedDependencies } from "./page/shared.ts";

/** The same limit applies in the page (`readHtml`), in characters. */
const maxBytes = 10_000_000;

/** `html`: the current DOM, serialized. */
export const html = defineExtractor({
  contentType: "text/html; charset=utf-8",
  read: readHtml,
  dependencies: [doctype, openRoots, ownGetter, rootElement],
  finish(read) {
    const { bytes, cut } = truncateUtf8(read.html, maxBytes);
    return { bytes, ...truncation(read.cut || cut ? ["html"] : []) };
  },
});

/** `structure`: headings, landmarks, sections, forms, tables and calls to action. */
export const structure = defineExtractor({
  contentType: "application/json",
  read: readStructure,
  dependencies: [...sharedDependencies, ...structureDependencies],
  finish({ cut, headings, ...parts }) {
    const value: Structure = { headings, outline: outlineOf(headings), ...parts };
    return { bytes: Buffer.from(JSON.stringify(value)), ...truncation(cut) };
  },
});

/** The headings as a tree. Each is a child of the nearest earlier heading of a higher level. Levels may be skipped. */
function outlineOf(headings: readonly Heading[]): OutlineEntry[] {
  const outline: OutlineEntry[] = [];
  const openEntries: OutlineEntry[] = [];
  for (const heading of headings) {
    while ((openEntries.at(-1)?.level ?? 0) >= heading.level) openEntries.pop();
    const entry: OutlineEntry = { ...heading, children: [] };
    (openEntries.at(-1)?.children ?? outline).push(entry);
    openEntries.push(entry);
  }
  return outline;
}
