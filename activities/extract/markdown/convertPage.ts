import { answerTasks } from "../../processTasks.ts";
import type { MarkdownTask } from "../page/flat/readFlatPage.ts";
import { entryIdOf } from "../../documents/entryIds.ts";
import { markFootnotes } from "./footnotes.ts";
import { parsePage } from "./main/dividePage.ts";
import { findMainContent } from "./main/mainContent.ts";
import { toHast } from "./toHast.ts";
import { toMarkdown } from "./toMarkdown.ts";

/**
 * A page to convert. Without addresses, pictures are their alternative texts, links are their words, and a comment says the id of each
 * entry of a feed. `whole` takes all of the page instead of its main content.
 */
export type Conversion = MarkdownTask & { withoutAddresses?: boolean; whole?: boolean };

// Entry point of the child process. Imported elsewhere, this file does nothing.
if (import.meta.main) answerTasks(convertPage);

/** The main content of a page as Markdown, under its title. */
export function convertPage(page: Conversion): string {
  const { whole = false } = page;
  const { content, title } = whole ? { content: parsePage(page.html).body, title: "" } : findMainContent(page);
  if (page.withoutAddresses === true) {
    removeAddresses(content);
    if (whole) markEntries(content);
  } else markFootnotes(content);
  return toMarkdown(toHast(content), { title, keepsAll: whole });
}

/** Puts the alternative texts of pictures in their place, and removes players and the targets of links. */
function removeAddresses(content: Element): void {
  for (const picture of content.querySelectorAll("img")) picture.replaceWith(` ${picture.getAttribute("alt") ?? ""} `);
  for (const player of content.querySelectorAll("video, iframe")) player.remove();
  for (const link of content.querySelectorAll("a")) link.removeAttribute("href");
}

/** Notes the id of each entry of a feed for the tree that is written. */
function markEntries(content: Element): void {
  for (const entry of content.querySelectorAll("article[id]")) {
    const id = entryIdOf(entry.id);
    if (id !== null) entry.setAttribute("data-entry", id);
  }
}
