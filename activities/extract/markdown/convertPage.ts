import type { MarkdownTask } from "../page/flat/readFlatPage.ts";
import { findMainContent } from "./main/mainContent.ts";
import { toHast } from "./toHast.ts";
import { toMarkdown } from "./toMarkdown.ts";

/** The main content of a page as Markdown, under its title. */
export function convertPage(page: MarkdownTask): string {
  const { content, title } = findMainContent(page);
  return toMarkdown(toHast(content), title);
}
