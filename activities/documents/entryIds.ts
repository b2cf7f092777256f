/** Begin of the `id` of an element that shows an entry. The rest is the entry's own id, encoded. */
const prefix = "entry:";

/** Characters of an entry's id. Each may take nine when it is encoded, and an attribute keeps 4,096. */
const maxIdChars = 400;

/** The `id` of the element that shows an entry. It has no space, quote, `>` or `--`, so it may stand in a comment. */
export function elementIdOf(entryId: string): string {
  return `${prefix}${encodeURI(entryId.slice(0, maxIdChars).toWellFormed()).replaceAll("--", "%2D%2D")}`;
}

/** The id of the entry that an element shows, encoded. Null for an element that shows none. */
export function entryIdOf(elementId: string): string | null {
  return elementId.startsWith(prefix) ? elementId.slice(prefix.length) : null;
}

/** The inside of a comment that says an entry's id. */
export function commentOf(entryId: string): string {
  return ` ${entryId} `;
}

/** The id of the entry below a line of Markdown. The line is a comment, which readers do not see. Null for another line. */
export function readEntryMark(line: string): string | null {
  return /^<!-- (\S*) -->$/u.exec(line)?.[1] ?? null;
}
