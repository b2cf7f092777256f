import { plainLines } from "../plainLines.ts";
import type { EntryLine, EntryLines } from "./entryLines.ts";

/** A feed as its page shows it. `words` of an entry are its date and its summary. */
export type Feed = { title: string; entries: readonly FeedEntry[] };

/** An entry of a feed. */
type FeedEntry = { title: string; words: string };

/** Reads the Markdown of a feed's page. Null for another page, and for one that leaves entries out. */
export function parseFeed(lines: readonly string[]): Feed | null {
  const [head, ...rest] = lines.filter((line) => line.trim() !== "");
  if (head === undefined || !head.startsWith("# ")) return null;
  const blocks: string[][] = [];
  for (const line of rest) {
    if (line.startsWith("## ")) blocks.push([line]);
    else if (blocks.length === 0) return null;
    else blocks.at(-1)?.push(line);
  }
  return {
    title: plainOf([head]),
    entries: blocks.map(([title = "", ...words]) => ({ title: plainOf([title]), words: plainOf(words) })),
  };
}

function plainOf(lines: readonly string[]): string {
  return plainLines(lines.join("\n")).join(" · ");
}

/**
 * Two feeds as lines. The line of an entry has its title, its date and its words. A site may reorder
 * its feed, so the entries of both are sorted alike. A renamed entry keeps the place of the old one if its words are the same.
 */
export function feedLines({ before, after }: { before: Feed; after: Feed }): EntryLines {
  const left = byText(after.entries, ({ title }) => title);
  const places = before.entries.map((old) => ({ old, now: left.take(old.title) }));
  const renamed = byText(left.rest(), ({ words }) => words);
  const pairs = places.map(({ old, now }) => ({
    old,
    now: now ?? (old.words === "" ? undefined : renamed.take(old.words)),
  }));
  const added = pairs.flatMap(({ now }) => (now === undefined ? [] : [now]));
  const paired = new Set(added);
  const fresh = after.entries.filter((entry) => !paired.has(entry));
  const head = (feed: Feed): EntryLine => ({ path: "title", rest: `: ${feed.title}` });
  return {
    before: [head(before), ...before.entries.map(toLine)],
    after: [head(after), ...[...added, ...fresh].map(toLine)],
  };
}

function toLine({ title, words }: FeedEntry): EntryLine {
  return { path: title, rest: words === "" ? "" : title === "" ? words : ` · ${words}` };
}

/** Entries by a text of theirs, to be taken one after the other. */
function byText(entries: readonly FeedEntry[], textOf: (entry: FeedEntry) => string) {
  const lists = Map.groupBy(entries, textOf);
  const taken = new Set<FeedEntry>();
  return {
    take: (text: string): FeedEntry | undefined => {
      const entry = lists.get(text)?.shift();
      if (entry !== undefined) taken.add(entry);
      return entry;
    },
    rest: () => entries.filter((entry) => !taken.has(entry)),
  };
}
