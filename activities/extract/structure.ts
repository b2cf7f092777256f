import type { Heading, OutlineEntry, Structure } from "#schemas/extracts/structure.ts";
import { defineExtractor, utf8Within, whatWasCut } from "./extractor.ts";
import { doctype, readHtml, readingStructure, readStructure } from "./page/readStructure.ts";
import { openRoots, ownGetter, rootElement } from "./page/safeDom.ts";
import { sharing } from "./page/shared.ts";

const limitBytes = 10_000_000;

/** `html`: the rendered DOM, serialised. */
export const html = defineExtractor({
  contentType: "text/html; charset=utf-8",
  read: readHtml,
  uses: [doctype, openRoots, ownGetter, rootElement],
  finish(read) {
    const { bytes, cut } = utf8Within(read.html, limitBytes);
    return { bytes, ...whatWasCut(read.cut || cut ? ["html"] : []) };
  },
});

/** `structure`: what the page is made of. */
export const structure = defineExtractor({
  contentType: "application/json",
  read: readStructure,
  uses: [...sharing, ...readingStructure],
  finish({ cut, headings, ...parts }) {
    const value: Structure = { headings, outline: outlineOf(headings), ...parts };
    return { bytes: Buffer.from(JSON.stringify(value)), ...whatWasCut(cut) };
  },
});

/** Headings as a tree: each under the nearest before it of a higher level, levels that are left out notwithstanding. */
function outlineOf(headings: readonly Heading[]): OutlineEntry[] {
  const outline: OutlineEntry[] = [];
  const open: OutlineEntry[] = [];
  for (const heading of headings) {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    const entry: OutlineEntry = { ...heading, children: [] };
    (open.at(-1)?.children ?? outline).push(entry);
    open.push(entry);
  }
  return outline;
}
