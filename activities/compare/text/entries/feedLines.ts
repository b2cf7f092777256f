import { readEntryMark } from "../../../documents/entryIds.ts";
import { plainLines } from "../plainLines.ts";
import type { EntryLine, EntryLines } from "./entryLines.ts";

/** A feed as its page shows it. `words` of an entry are its date and its summary. */
export type Feed = { title: string; entries: readonly FeedEntry[] };

/** An entry of a feed. `id` is null if the text does not say it. */
type FeedEntry = { id: string | null; title: string; words: string };

/** Reads the Markdown of a feed's page. Null for another page, and for one that leaves entries out. */
export function parseFeed(lines: readonly string[]): Feed | null {
  const [head, ...rest] = lines.filter((line) => line.trim() !== "");
  if (head === undefined || !head.startsWith("# ")) return null;
  const blocks: { id: string | null; lines: string[] }[] = [];
  let id: string | null = null;
  for (const line of rest) {
    const mark = readEntryMark(line);
    if (mark !== null) id = mark;
    else if (line.startsWith("## ")) {
      blocks.push({ id, lines: [line] });
      id = null;
    } else if (blocks.length === 0) return null;
    else blocks.at(-1)?.lines.push(line);
  }
  return {
    title: plainOf([head]),
    entries: blocks.map(({ id: entryId, lines: [title = "", ...words] }) => ({
      id: entryId,
      title: plainOf([title]),
      words: plainOf(words),
    })),
  };
}

function plainOf(lines: readonly string[]): string {
  return plainLines(lines.join("\n")).join(" · ");
}

/**
 * Two feeds as lines. The line of an entry has its title, its date and its words. A site may reorder its feed, so an entry of
 * `after` keeps the place of the same entry of `before`.
 */
export function feedLines({ before, after }: { before: Feed; after: Feed }): EntryLines {
  const pairs = pairEntries(before.entries, after.entries);
  const same = before.entries.flatMap((old) => pairs.get(old) ?? []);
  const paired = new Set(same);
  const fresh = after.entries.filter((entry) => !paired.has(entry));
  const head = (feed: Feed): EntryLine => ({ path: "title", rest: `: ${feed.title}` });
  return {
    before: [head(before), ...before.entries.map(toLine)],
    after: [head(after), ...[...same, ...fresh].map(toLine)],
  };
}

/**
 * The entry of `after` that is the same as one of `before`. Entries are the same by their ids. Some sites write other ids each time:
 * if the feeds share none, entries are the same by their titles, else by their words.
 */
function pairEntries(before: readonly FeedEntry[], after: readonly FeedEntry[]): Map<FeedEntry, FeedEntry> {
  const pairs = new Map<FeedEntry, FeedEntry>();
  const pairBy = (textOf: (entry: FeedEntry) => string | null): void => {
    const taken = new Set(pairs.values());
    const leftEntries = Map.groupBy(
      after.filter((entry) => !taken.has(entry)),
      textOf,
    );
    for (const old of before) {
      const text = textOf(old);
      if (pairs.has(old) || text === null || text === "") continue;
      const now = leftEntries.get(text)?.shift();
      if (now !== undefined) pairs.set(old, now);
    }
  };
  pairBy(({ id }) => id);
  const hasIds = pairs.size > 0;
  // An entry that reads the same is no news, whatever its id.
  pairBy(lineOf);
  if (hasIds) return pairs;
  pairBy(({ title }) => title);
  pairBy(({ words }) => words);
  return pairs;
}

function lineOf(entry: FeedEntry): string {
  const { path, rest } = toLine(entry);
  return `${path}${rest}`;
}

function toLine({ title, words }: FeedEntry): EntryLine {
  return { path: title, rest: words === "" ? "" : title === "" ? words : ` · ${words}` };
}
