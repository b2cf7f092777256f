import { type PageFunction, selectAll } from "./safeDom.ts";
import { isOutsideContent, type TextLine, titleLineDependencies, toLine } from "./readTitleLines.ts";

/** The short lines of the content that their markup names as dates, as parts of a post, or as its author, in document order. */
export function readDateLines(): TextLine[] {
  const names = ["date", "publish", "posted", "timestamp", "post-meta", "postmeta", "author", "byline"];
  const selectors = names.flatMap((name) => [`[class*=${name} i]`, `[id*=${name} i]`]);
  const lines: TextLine[] = [];
  for (const element of selectAll(selectors.join(", "), 500)) {
    if (lines.length === 30) break;
    if (isOutsideContent(element)) continue;
    const [child] = element.children;
    const line = toLine(element, 90) ?? (child === undefined ? null : toLine(child, 90));
    if (line === null || !/\p{Nd}/u.test(line.text + line.datetime)) continue;
    // A visitor's review has a date of its own, and an editor's is no publication.
    if (!/review/iu.test(line.text + line.markup)) lines.push(line);
  }
  return lines;
}

/** Dependencies of `readDateLines`. */
export const dateLineDependencies: readonly PageFunction[] = [readDateLines, ...titleLineDependencies];
