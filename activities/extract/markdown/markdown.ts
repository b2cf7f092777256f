import { createProcessPool, type PoolOutcome, type ProcessPool } from "../../processPool.ts";
import { defineExtractor, truncateUtf8, truncation } from "../extractor.ts";
import { flatPageDependencies, type MarkdownTask, readFlatPage } from "../page/flat/readFlatPage.ts";
import { parsePage } from "./main/dividePage.ts";
import { findMainContent } from "./main/mainContent.ts";
import { toHast } from "./toHast.ts";
import { toMarkdown } from "./toMarkdown.ts";

const maxBytes = 10_000_000;
const converterBounds = { size: 2, timeoutMs: 10_000, heapMb: 512, stackKb: 4000 };

/**
 * A page to convert. Without addresses, pictures are left out, and links are their words. `whole` takes all of the page
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
  async finish(read) {
    const { cut: isCut, ...task } = read;
    const outcome = await convertInProcess(task);
    // Without the converter's result, give the text and report the missing formatting.
    const { bytes, cut } = truncateUtf8(outcome.done ? outcome.value : plainTextOf(task.html), maxBytes);
    const cutParts = [...(isCut || cut ? ["markdown"] : []), ...(outcome.done ? [] : ["markdown.formatting"])];
    return { bytes, ...truncation(cutParts), ...(outcome.done ? {} : { warning: outcome.reason }) };
  },
});

/** Converts a page in a child process. */
export function convertInProcess(task: Conversion): Promise<PoolOutcome<string>> {
  converters ??= createProcessPool(new URL("./markdown.ts", import.meta.url), converterBounds);
  return converters.run(task);
}

/** The text of a flat page, one paragraph per block, in linear time. */
export function plainTextOf(html: string): string {
  const body = html.slice(Math.max(0, html.indexOf("<body")));
  const text = body
    .replaceAll(
      /<\/?(?:div|section|article|p|h[1-6]|li|tr|ul|ol|table|pre|blockquote|dl|dt|dd|br|hr|header|footer|main|figure)\b[^>]*>/gu,
      "\n\n",
    )
    .replaceAll(/<[^>]*>/gu, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&");
  const paragraphs = text.split(/\n\s*\n/u).map((paragraph) => paragraph.replaceAll(/\s+/gu, " ").trim());
  return `${paragraphs.filter((paragraph) => paragraph !== "").join("\n\n")}\n`;
}

/** Converts one page in the child process. */
export function runTask(task: Conversion): PoolOutcome<string> {
  try {
    return { done: true, value: convertPage(task) };
  } catch (error) {
    return { done: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

// Entry point of the child process. Imported elsewhere, this file does nothing.
if (import.meta.main) {
  // Ctrl-C in a terminal reaches the child too. The parent still needs its answer; the child ends with the parent.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
  process.on("message", (task: Conversion) => process.send?.(runTask(task)));
}

/** The main content of a page as Markdown, under its title. */
export function convertPage(page: Conversion): string {
  const { content, title } =
    page.whole === true ? { content: parsePage(page.html).body, title: "" } : findMainContent(page);
  if (page.withoutAddresses === true) removeAddresses(content);
  return toMarkdown(toHast(content), title);
}

/** Removes pictures and the targets of links. */
function removeAddresses(content: Element): void {
  for (const picture of content.querySelectorAll("img, video, iframe")) picture.remove();
  for (const link of content.querySelectorAll("a")) link.removeAttribute("href");
}
