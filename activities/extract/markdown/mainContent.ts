import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import type { MarkdownTask } from "./convertPage.ts";
import { isElement } from "./isElement.ts";
import { prepareCode } from "./prepareCode.ts";

/** Where the main content is, and what the page is called. */
export type MainContent = { content: Element; title: string };

/** An article shorter than this may be a teaser, a notice or a form. */
const minLength = 250;
/** Of the text outside links and navigation; an article with less of it is one of many things on the page. */
const minShare = 0.25;
/** A text this long is an article whatever stands below it: comments outgrow what they are about. */
const longLength = 1500;
const minShareOfLong = 0.12;

/** Finds the article of a page; a page that is none (a list, a product, an application) is taken whole, without its frame. */
export function findMainContent(page: MarkdownTask): MainContent {
  const whole = withoutFrame(parse(page.html));
  const article = textLength(whole) < minLength ? null : findArticle(page.html);
  if (article !== null && isMost(textLength(article.content), proseLength(whole))) {
    return { content: article.content, title: page.heading || article.title || page.title };
  }
  return { content: whole, title: page.heading || page.title };
}

function findArticle(html: string): MainContent | null {
  const options = { keepClasses: true, disableJSONLD: true, serializer: asElement };
  const article = new Readability(parse(html), options).parse();
  return article?.content ? { content: article.content, title: article.title ?? "" } : null;
}

function isMost(length: number, prose: number): boolean {
  if (length < minLength) return false;
  return length >= prose * (length >= longLength ? minShareOfLong : minShare);
}

function proseLength(content: Element): number {
  const links = [...content.querySelectorAll("a")];
  return textLength(content) - links.reduce((sum, link) => sum + textLength(link), 0);
}

function asElement(node: Node): Element {
  if (!isElement(node)) throw new TypeError(`expected an element of Readability, got a node of type ${node.nodeType}`);
  return node;
}

function parse(html: string): Document {
  const { document } = parseHTML(html);
  prepareCode(document);
  prepareTasks(document);
  prepareHeadings(document);
  return document;
}

/** Readability drops every control; a list item then has to remember that it had a box. */
function prepareTasks(document: Document): void {
  for (const box of document.querySelectorAll("input")) {
    const item = box.closest("li");
    if (item !== null && item.textContent?.trim() !== "" && isLeading(box, item))
      item.setAttribute("data-task", box.hasAttribute("checked") ? "done" : "open");
    box.remove();
  }
}

function isLeading(box: Element, item: Element): boolean {
  for (let at: Node = box; at !== item && at.parentNode !== null; at = at.parentNode) {
    for (let before = at.previousSibling; before !== null; before = before.previousSibling) {
      if (before.textContent?.trim() !== "") return false;
    }
  }
  return true;
}

/** Signs that link a heading to itself are no part of it. */
function prepareHeadings(document: Document): void {
  for (const link of document.querySelectorAll("h1 a, h2 a, h3 a, h4 a, h5 a, h6 a")) {
    if (/^\s*[#¶§🔗]?\s*$/u.test(link.textContent ?? "") && link.querySelector("img") === null) link.remove();
  }
}

/** The part of a page between its header and its footer. */
function withoutFrame(document: Document): Element {
  const frame =
    "nav, [role=navigation], [role=banner], [role=contentinfo], [role=complementary], [role=search], [role=dialog], [aria-modal=true], dialog, form [role=search]";
  const content = onlyMain(document) ?? document.body;
  for (const part of content.querySelectorAll(frame)) if (!holdsMost(part, content)) part.remove();
  for (const part of content.querySelectorAll("header, footer, aside")) {
    // The header of an article holds its title; the one of the page holds its logo and menu.
    const ofPage = part.closest("main, article, section") === null || part.localName === "aside";
    if (ofPage && part.querySelector("h1") === null && !holdsMost(part, content)) part.remove();
  }
  return content;
}

function onlyMain(document: Document): Element | null {
  const mains = document.querySelectorAll("main, [role=main]");
  const main = mains.length === 1 ? mains[0] : undefined;
  return main !== undefined && holdsMost(main, document.body, 0.3) ? main : null;
}

function holdsMost(part: Element, content: Element, share = 0.6): boolean {
  const all = textLength(content);
  return all > 0 && textLength(part) > all * share;
}

function textLength(element: Element): number {
  return (element.textContent ?? "").replaceAll(/\s+/gu, " ").trim().length;
}
