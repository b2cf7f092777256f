import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";
import { RE2JS } from "re2js";
import type { TextChange, WordChange } from "#schemas/monitor/text.ts";
import { inOrderOf } from "./inOrderOf.ts";
import { collapse, plainLines } from "./plainLines.ts";
import type { EntryLine } from "./entries/entryLines.ts";
import { listEntries } from "./entries/listEntries.ts";
import { type DataKind, readEntries } from "./entries/readEntries.ts";
import { blocksOf, countWords, listChanges } from "./wordChanges.ts";

/**
 * Two Markdown texts, and the RE2 patterns of what to leave out of both. With `ignoreOrder`, moved lines are no change. With
 * `only`, words of that kind alone are one. `kind` is that of data, if its reply says it.
 */
export type TextTask = {
  before: string;
  after: string;
  ignore: readonly string[];
  ignoreOrder?: boolean;
  only?: WordChange["change"];
  kind?: DataKind | null;
};

/** How two texts differ. `diff` is empty if no word changed. */
export type TextDifference = Omit<TextChange, "diff" | "diffOutput"> & { diff: string };

/** Maximum added and removed lines that are aligned. Beyond it, all lines count as replaced. */
const maxLineEdits = 2_000;

/**
 * Compares two texts by their words, and data by its entries. Space, line breaks and marks of Markdown do not count. The result is
 * deterministic.
 */
export function compareTexts({ ignore, ignoreOrder = false, only, kind = null, ...texts }: TextTask): TextDifference {
  const patterns = ignore.map((pattern) => RE2JS.compile(pattern, RE2JS.MULTILINE));
  const [before, after] = [without(patterns, texts.before), without(patterns, texts.after)];
  const entries = readEntries({ before, after, kind, ignoreOrder });
  const [old, found] =
    entries === null
      ? [plainLines(before), plainLines(after)]
      : [entries.before.map(textOfEntry), entries.after.map(textOfEntry)];
  const now = ignoreOrder ? inOrderOf(old, found) : found;
  if (old.join(" ") === now.join(" ")) return unchanged;
  const patch = patchOf(old, now);
  const blocks = patch.hunks.flatMap(({ lines }) => blocksOf(lines));
  const [addedWords, removedWords] = [countWords(blocks, "added"), countWords(blocks, "removed")];
  return {
    changed: only === undefined || (only === "added" ? addedWords : removedWords) > 0,
    addedWords,
    removedWords,
    changes:
      entries === null
        ? listChanges(blocks, only)
        : listEntries(patch.hunks, findEntry([...entries.before, ...entries.after]), only),
    diff: formatPatch(patch, FILE_HEADERS_ONLY),
  };
}

const unchanged: TextDifference = { changed: false, addedWords: 0, removedWords: 0, changes: [], diff: "" };

function without(patterns: readonly RE2JS[], text: string): string {
  return patterns.reduce((rest, pattern) => pattern.matcher(rest).replaceAll(""), text);
}

function textOfEntry({ path, rest }: EntryLine): string {
  return collapse(`${path}${rest}`);
}

/** Finds the entry of a line, to tell its path from its value. */
function findEntry(entries: readonly EntryLine[]): (line: string) => EntryLine {
  const byLine = new Map(entries.map((entry) => [textOfEntry(entry), entry]));
  return (line) => byLine.get(line) ?? { path: "", rest: line };
}

type Patch = ReturnType<typeof structuredPatch>;

function patchOf(old: readonly string[], now: readonly string[]): Patch {
  const [before, after] = [old, now].map((lines) => lines.map((line) => `${line}\n`).join(""));
  const options = { context: 3, maxEditLength: maxLineEdits };
  const patch = structuredPatch("baseline", "run", before ?? "", after ?? "", undefined, undefined, options);
  return patch ?? replaced(old, now);
}

/** All lines replaced, except those that both texts begin or end with. */
function replaced(old: readonly string[], now: readonly string[]): Patch {
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const [removed, added] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const hunk = {
    oldStart: start + 1,
    oldLines: removed.length,
    newStart: start + 1,
    newLines: added.length,
    lines: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)],
  };
  const files = { oldFileName: "baseline", newFileName: "run", oldHeader: undefined, newHeader: undefined };
  return { ...files, hunks: [hunk] };
}
