import { type EntryLines, entryLines, jsonNaming, TooManyEntries } from "./entryLines.ts";
import { parseJsonLines } from "./parseJsonLines.ts";

/** Two Markdown texts of pages of data. */
type DataTexts = { before: string; after: string; ignoreOrder: boolean };

/** The entries of two texts of data, a line each. Null for other texts, and for data that a page shows in part. */
export function readEntries({ before, after, ignoreOrder }: DataTexts): EntryLines | null {
  const [old, now] = [before, after].map((text) => jsonLinesOf(text.trim().split("\n")));
  const json = parseBoth([old ?? null, now ?? null], parseJsonLines);
  try {
    return json === null ? null : entryLines(json, jsonNaming, ignoreOrder);
  } catch (err) {
    if (err instanceof TooManyEntries) return null;
    throw err;
  }
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
