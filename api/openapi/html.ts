import { escapeHtml } from "#markup/html.ts";

/** Paragraphs of the little Markdown that descriptions use: blank lines and `code`. */
export function prose(text: string): string {
  return text
    .split("\n\n")
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join("");
}

/** One line of the same. */
export function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

/** A name as part of an anchor. */
export function anchor(...parts: string[]): string {
  return parts
    .join("-")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .toLowerCase();
}
