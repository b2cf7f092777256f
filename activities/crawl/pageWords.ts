import { createHash } from "node:crypto";
import { Parser } from "htmlparser2";

/** Elements without words that a visitor reads, and the parts around a page's content. */
const skippedTags: ReadonlySet<string> = new Set(["script", "style", "noscript", "template", "nav", "aside"]);
/** Characters of a document that are read. */
const maxChars = 5_000_000;

/**
 * A hash of the words of an HTML document, with its title, in any order. Two pages with the same words show the same, as a list
 * that is sorted in another way does. It takes linear time.
 */
export function hashWords(html: string): string {
  const words: string[] = [];
  let hiddenDepth = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (skippedTags.has(name)) hiddenDepth += 1;
    },
    ontext(data) {
      if (hiddenDepth === 0) words.push(...data.split(/\s+/).filter((word) => word !== ""));
    },
    onclosetag(name) {
      if (skippedTags.has(name)) hiddenDepth -= 1;
    },
  });
  parser.end(html.slice(0, maxChars));
  return createHash("sha256").update(words.toSorted().join(" ")).digest("base64url").slice(0, 22);
}
