import { ownGetter, plainText, rootElement, selectAll } from "../safeDom.ts";
import { attributesFor, escapeText } from "./flatAttributes.ts";
import { flatContext } from "./flatHidden.ts";
import { flatChildren, type FlatWritten, writeFlat } from "./flatTree.ts";

/** What the page gives for `markdown`: what it shows, as plain HTML with absolute addresses; whether it calls itself an article. */
export type FlatPageRead = { html: string; title: string; heading: string; declared: boolean; cut: boolean };

/** Runs in the page: its composed tree (shadow roots in place, slots filled) without what is hidden or is no content. */
export function readFlatPage(): FlatPageRead {
  const root = rootElement();
  const title = plainText(String(ownGetter(Document.prototype, "title", document)), 1000);
  const headings = selectAll("h1", 2);
  const heading = headings.length === 1 ? plainText(headings[0]?.textContent ?? "", 1000) : "";
  const attributes = root === null ? "" : attributesFor(root, "html");
  const flat = root === null ? { html: "", cut: false } : writeShown(root);
  const head = `<head><title>${escapeText(title)}</title></head>`;
  const html = `<!DOCTYPE html><html${attributes}>${head}${flat.html}</html>`;
  return { html, title, heading, declared: declaresArticle(), cut: flat.cut };
}

/** Runs in the page: whether it says of itself, to other programs, that it is an article. */
export function declaresArticle(): boolean {
  const metas = "meta[property='og:type' i][content='article' i], meta[property*=published_time i]";
  if (selectAll(metas, 1).length > 0) return true;
  const blocks = selectAll("script[type^='application/ld+json' i]", 50);
  const type = /"@type"\s*:\s*\[?\s*"[A-Za-z]*(?:Article|BlogPosting|Report)"/u;
  return blocks.some((block) => type.test((block.textContent ?? "").slice(0, 200_000)));
}

/** Runs in the page: what it shows; where the script that was to show it never came, what it would. */
export function writeShown(root: Element): FlatWritten {
  const shown = writeFlat(flatChildren(root), flatContext("nothing"));
  // A few hidden parts are meant to be hidden; nearly all of a page is not.
  if (shown.hidden > shown.shown * 3) return writeFlat(flatChildren(root), flatContext("visibility"));
  if (shown.shown > 500) return shown;
  const spare = writeFlat(scriptless(), flatContext("all"));
  const all = writeFlat(flatChildren(root), flatContext("all"));
  const most = spare.shown > all.shown ? { ...spare, html: `<body>${spare.html}</body>` } : all;
  return most.shown > Math.max(500, shown.shown * 4) ? most : shown;
}

/** Runs in the page: what it has for browsers without scripts; in a browser with scripts that is unparsed text. */
export function scriptless(): Node[] {
  return selectAll("noscript", 100).flatMap((element) => {
    if (element.firstElementChild !== null) return [...element.childNodes];
    return [...new DOMParser().parseFromString(element.textContent ?? "", "text/html").body.childNodes];
  });
}

/** A flat page to be converted. */
export type MarkdownTask = Pick<FlatPageRead, "html" | "title" | "heading" | "declared">;
