import { findMainContent, type Model } from "#activities/extract/markdown/main/mainContent.ts";
import type { MarkdownTask } from "#activities/extract/page/flat/readFlatPage.ts";
import { tokensOf, wordF1 } from "../score.ts";
import { textOfHtml } from "../texts.ts";

/** F1 of the words of the main content that the product finds with a model, 0 to 1. */
export function scoreOf(page: MarkdownTask, expected: string, model: Model): number {
  const { content } = findMainContent(page, model);
  return wordF1(tokensOf(textOfHtml(content.innerHTML)), tokensOf(expected));
}
