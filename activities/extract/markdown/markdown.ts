import { createProcessPool, type PoolOutcome, type ProcessPool, type RunOptions } from "../../processPool.ts";
import { answerTasks } from "../../processTasks.ts";
import { defineExtractor, truncateUtf8, truncation } from "../extractor.ts";
import { flatPageDependencies, type MarkdownTask, readFlatPage } from "../page/flat/readFlatPage.ts";
import { markFootnotes } from "./footnotes.ts";
import { parsePage } from "./main/dividePage.ts";
import { findMainContent } from "./main/mainContent.ts";
import { toHast } from "./toHast.ts";
import { toMarkdown } from "./toMarkdown.ts";

const maxBytes = 10_000_000;
const converterBounds = { size: 2, timeoutMs: 10_000, heapMb: 512, stackKb: 4000 };

/**
 * A page to convert. Without addresses, pictures are their alternative texts, and links are their words. `whole` takes all of the page
 * instead of its main content.
 */
type Conversion = MarkdownTask & { withoutAddresses?: boolean; whole?: boolean };

let converters: ProcessPool<Conversion, string> | null = null;

/**
 * `markdown`: the main content as GitHub Flavored Markdown. Converted in a child process: a long page takes a second of
 * CPU.
 */
export const markdown = defineExtractor({
  contentType: "text/markdown; charset=utf-8",
  read: readFlatPage,
  dependencies: flatPageDependencies,
  async finish(read, { owner, isDocument = false }) {
    const { cut: isCut, ...task } = read;
    const outcome = await convertInProcess({ ...task, whole: isDocument }, { owner });
    // Without the converter's result, give the text and report the missing formatting.
    const { bytes, cut } = truncateUtf8(outcome.done ? outcome.value : plainTextOf(task.html), maxBytes);
    const cutParts = [...(isCut || cut ? ["markdown"] : []), ...(outcome.done ? [] : ["markdown.formatting"])];
    return { bytes, ...truncation(cutParts), ...(outcome.done ? {} : { warning: outcome.reason }) };
  },
});

/** Converts a page in a child process. Owners of waiting pages take turns. */
export function convertInProcess(task: Conversion, options: RunOptions): Promise<PoolOutcome<string>> {
  converters ??= createProcessPool(new URL("./markdown.ts", import.meta.url), converterBounds);
  return converters.run(task, options);
}

const separators = new Set(
  "div section article p h1 h2 h3 h4 h5 h6 li tr ul ol table pre blockquote dl dt dd br hr header footer main figure".split(
    " ",
  ),
);

/** The text of a flat page, one paragraph per block, in linear time. */
export function plainTextOf(html: string): string {
  const body = html.slice(Math.max(0, html.indexOf("<body")));
  const text = withoutTags(body)
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&");
  const paragraphs = text.split(/\n\s*\n/u).map((paragraph) => paragraph.replaceAll(/\s{2,}|[^\S ]/gu, " ").trim());
  return `${paragraphs.filter((paragraph) => paragraph !== "").join("\n\n")}\n`;
}

/** Longer than each of `separators`. */
const maxNameChars = 12;

/** Whether a code is a small letter of ASCII or a digit. */
function isNameChar(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

/** HTML with each tag replaced by nothing, or by a blank line if it parts paragraphs. It reads each character once. */
function withoutTags(html: string): string {
  const parts: string[] = [];
  let end = 0;
  let textFrom = 0;
  for (let open = html.indexOf("<"); open !== -1;) {
    const nextOpen = html.indexOf("<", open + 1);
    if (end <= open) end = html.indexOf(">", open);
    if (end === -1) break;
    if (nextOpen === -1 || end < nextOpen) {
      if (open > textFrom) parts.push(html.slice(textFrom, open));
      const from = html[open + 1] === "/" ? open + 2 : open + 1;
      let to = from;
      while (to < end && to - from < maxNameChars && isNameChar(html.charCodeAt(to))) to += 1;
      if (separators.has(html.slice(from, to))) parts.push("\n\n");
      textFrom = end + 1;
    }
    open = nextOpen;
  }
  return parts.join("") + html.slice(textFrom);
}

// Entry point of the child process. Imported elsewhere, this file does nothing.
if (import.meta.main) answerTasks(convertPage);

/** The main content of a page as Markdown, under its title. */
export function convertPage(page: Conversion): string {
  const { whole = false } = page;
  const { content, title } = whole ? { content: parsePage(page.html).body, title: "" } : findMainContent(page);
  if (page.withoutAddresses === true) removeAddresses(content);
  else markFootnotes(content);
  return toMarkdown(toHast(content), { title, keepsAll: whole });
}

/** Puts the alternative texts of pictures in their place, and removes players and the targets of links. */
function removeAddresses(content: Element): void {
  for (const picture of content.querySelectorAll("img")) picture.replaceWith(` ${picture.getAttribute("alt") ?? ""} `);
  for (const player of content.querySelectorAll("video, iframe")) player.remove();
  for (const link of content.querySelectorAll("a")) link.removeAttribute("href");
}
