import type { FlatPageRead } from "../page/readFlatPage.ts";
import { findMainContent } from "./main/mainContent.ts";
import { toHast } from "./toHast.ts";
import { toMarkdown } from "./toMarkdown.ts";

/** A flat page to be converted. */
export type MarkdownTask = Pick<FlatPageRead, "html" | "title" | "heading" | "declared">;

/** The main content of a page as Markdown, under its title. */
export function convertPage(page: MarkdownTask): string {
  const { content, title } = findMainContent(page);
  return toMarkdown(toHast(content), title);
}
