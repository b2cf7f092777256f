import { textChangeLimits, type WordChange } from "#schemas/monitor/text.ts";
import { cutChars } from "../../../cut.ts";
import { commonLength } from "#rules/commonLength.ts";
import type { EntryLine } from "./entryLines.ts";

/** Characters before the first difference of two long values that are listed with it. */
const leadChars = 40;
/** Maximum characters of a path beside a long value. */
const maxPathChars = 100;

type Change = EntryLine & { change: WordChange["change"] };

/**
 * The first changed entries of the hunks of a unified difference, each with its path. An entry that has another value is
 * listed twice: as it was, and then as it is. `entryOf` gives the entry of a line.
 */
export function listEntries(
  hunks: readonly { lines: readonly string[] }[],
  entryOf: (line: string) => EntryLine,
  only?: WordChange["change"],
): WordChange[] {
  const entries: WordChange[] = [];
  for (const block of hunks.flatMap(({ lines }) => blocksOf(lines, entryOf))) {
    for (const { entry, other } of inPairs(block)) {
      if (only !== undefined && entry.change !== only) continue;
      entries.push({ change: entry.change, words: wordsOf(entry, other) });
      if (entries.length === textChangeLimits.entries) return entries;
    }
  }
  return entries;
}

/** Lines that were removed and added in one place. */
function blocksOf(lines: readonly string[], entryOf: (line: string) => EntryLine): Change[][] {
  const blocks: Change[][] = [[]];
  for (const line of lines) {
    const change = line.startsWith("-") ? "removed" : line.startsWith("+") ? "added" : null;
    if (change === null) blocks.push([]);
    else blocks.at(-1)?.push({ ...entryOf(line.slice(1)), change });
  }
  return blocks;
}

type Paired = { entry: Change; other: Change | null };

function inPairs(block: readonly Change[]): Paired[] {
  const addedByPath = Map.groupBy(
    block.filter(({ change }) => change === "added"),
    ({ path }) => path,
  );
  const removed = block.filter(({ change }) => change === "removed");
  const pairs = removed.flatMap((entry): Paired[] => {
    const other = addedByPath.get(entry.path)?.shift() ?? null;
    return other === null
      ? [{ entry, other }]
      : [
          { entry, other },
          { entry: other, other: entry },
        ];
  });
  return [...pairs, ...[...addedByPath.values()].flat().map((entry) => ({ entry, other: null }))];
}

/** The entry in as many characters as are listed. Of a long value, the part with the first difference is shown. */
function wordsOf({ path, rest }: EntryLine, other: EntryLine | null): string {
  const { chars } = textChangeLimits;
  const start = other === null ? 0 : Math.max(0, commonLength(rest, other.rest) - leadChars);
  if (path.length + rest.length <= chars || start === 0) return cutChars(`${path}${rest}`, chars);
  return cutChars(`${cutChars(path, maxPathChars)}: …${rest.slice(start).toWellFormed()}`, chars);
}
