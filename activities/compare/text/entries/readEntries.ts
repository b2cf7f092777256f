import { type EntryLines, entryLines, jsonNaming, TooManyEntries } from "./entryLines.ts";
import { feedLines, parseFeed } from "./feedLines.ts";
import { parseJsonLines } from "./parseJsonLines.ts";
import { parseTable } from "./parseTable.ts";
import { tableLines } from "./tableLines.ts";

/** Kinds of data whose pages look like others, so that the reply must say them. JSON is a block of code alone. */
export type DataKind = "feed" | "table";

/** Two Markdown texts of pages of data. `kind` is null if the reply does not say it. */
export type DataTexts = { before: string; after: string; kind: DataKind | null; ignoreOrder: boolean };

/** The entries of two texts of data, a line each. Null for other texts, and for data that a page shows in part. */
export function readEntries({ before, after, kind, ignoreOrder }: DataTexts): EntryLines | null {
  const [old, now] = [before, after].map((text) => text.trim().split("\n"));
  if (old === undefined || now === undefined) return null;
  try {
    const json = parseBoth([jsonLinesOf(old), jsonLinesOf(now)], parseJsonLines);
    if (json !== null) return entryLines(json, jsonNaming, ignoreOrder);
    if (kind === "table") return tablesOf(parseBoth([old, now], parseTable), ignoreOrder);
    const feeds = kind === "feed" ? parseBoth([old, now], parseFeed) : null;
    return feeds === null ? null : feedLines(feeds);
  } catch (err) {
    if (err instanceof TooManyEntries) return null;
    throw err;
  }
}

function tablesOf(tables: Parameters<typeof tableLines>[0] | null, ignoreOrder: boolean): EntryLines | null {
  return tables === null ? null : tableLines(tables, ignoreOrder);
}

type Lines = readonly string[];

function parseBoth<Parsed>(
  [old, now]: readonly [Lines | null, Lines | null],
  parse: (lines: Lines) => Parsed | null,
): { before: Parsed; after: Parsed } | null {
  const before = old === null ? null : parse(old);
  const after = before === null || now === null ? null : parse(now);
  return before === null || after === null ? null : { before, after };
}

/** The lines of a text that is a block of JSON alone. */
function jsonLinesOf(lines: Lines): Lines | null {
  const [first = "", last = ""] = [lines[0], lines.at(-1)];
  const isFence = /^`{3,}json$/u.test(first) && last === first.slice(0, -"json".length);
  return isFence && lines.length > 2 ? lines.slice(1, -1) : null;
}
