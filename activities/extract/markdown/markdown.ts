import { createProcessPool, type PoolOutcome, type ProcessPool } from "../../processPool.ts";
import { defineExtractor, utf8Within, whatWasCut } from "../extractor.ts";
import {
  attributesFor,
  cellAttributes,
  escapeText,
  flatContext,
  imageAttributes,
  isClippedAway,
  isExtra,
  isInFrame,
  isOverlay,
  isShown,
  linkAttributes,
  mediaAttributes,
  opensOnClick,
  opensPanel,
  spanOf,
  streamedNodes,
} from "../page/flat/flatAttributes.ts";
import {
  declaresArticle,
  flatChildren,
  flatTag,
  formula,
  isNoContent,
  isSemantic,
  type MarkdownTask,
  openElement,
  readFlatPage,
  scriptless,
  tagFor,
  writeFlat,
  writeShown,
} from "../page/flat/readFlatPage.ts";
import { absoluteUrl, attribute, baseAddress, ownGetter, plainText, rootElement, selectAll } from "../page/safeDom.ts";
import { findMainContent } from "./main/mainContent.ts";
import { toHast } from "./toHast.ts";
import { toMarkdown } from "./toMarkdown.ts";

const limitBytes = 10_000_000;
const converterBounds = { size: 2, timeoutMs: 10_000, heapMb: 512, stackKb: 4000 };

let converters: ProcessPool<MarkdownTask, string> | null = null;

/** `markdown`: the main content as GitHub Flavored Markdown. Converted in a process of its own: a long page takes a second of CPU. */
export const markdown = defineExtractor({
  contentType: "text/markdown; charset=utf-8",
  read: readFlatPage,
  uses: [
    absoluteUrl,
    attribute,
    attributesFor,
    baseAddress,
    cellAttributes,
    declaresArticle,
    escapeText,
    flatChildren,
    flatContext,
    flatTag,
    formula,
    imageAttributes,
    isClippedAway,
    isExtra,
    isInFrame,
    isNoContent,
    isOverlay,
    isSemantic,
    isShown,
    linkAttributes,
    mediaAttributes,
    openElement,
    opensOnClick,
    opensPanel,
    ownGetter,
    plainText,
    rootElement,
    scriptless,
    selectAll,
    spanOf,
    streamedNodes,
    tagFor,
    writeFlat,
    writeShown,
  ],
  async finish(read) {
    converters ??= createProcessPool(new URL("./markdown.ts", import.meta.url), converterBounds);
    const { html, title, heading, declared } = read;
    const answer = await converters.run({ html, title, heading, declared });
    // Too much for the converter: the words at least, with a note of what is missing.
    const { bytes, cut } = utf8Within(answer.done ? answer.value : textOnly(html), limitBytes);
    const missing = [...(read.cut || cut ? ["markdown"] : []), ...(answer.done ? [] : ["markdown.formatting"])];
    return { bytes, ...whatWasCut(missing), ...(answer.done ? {} : { trouble: answer.reason }) };
  },
});

/** The words of a flat page (readFlatPage), a paragraph per block, in time linear in its length. */
export function textOnly(html: string): string {
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

/** What a converter's process does for a task: a page in, its Markdown out. */
export function attempt(task: MarkdownTask): PoolOutcome<string> {
  try {
    return { done: true, value: convertPage(task) };
  } catch (error) {
    return { done: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

// The entry of a process of its own; imported anywhere else, this file does nothing.
if (import.meta.main) {
  // A terminal's Ctrl-C reaches the whole family; the parent still wants its answer, and this ends when the parent does.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
  process.on("message", (task: MarkdownTask) => process.send?.(attempt(task)));
}

/** The main content of a page as Markdown, under its title. */
export function convertPage(page: MarkdownTask): string {
  const { content, title } = findMainContent(page);
  return toMarkdown(toHast(content), title);
}
