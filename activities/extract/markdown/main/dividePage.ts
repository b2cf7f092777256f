import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import type { MarkdownTask } from "../../page/flat/readFlatPage.ts";
import { isElement, prepareCode } from "../toHast.ts";
import { type Block, blocksOf, type Part } from "./blocks.ts";
import type { PageFacts } from "./features.ts";

/** A page divided into blocks, and the article that Readability found on it. */
export type DividedPage = { document: Document; article: Article | null; facts: PageFacts };

/** Divides a page into blocks of text. */
export function dividePage(page: MarkdownTask): DividedPage {
  const { document } = parseHTML(page.html);
  prepareCode(document);
  prepareTasks(document);
  prepareHeadings(document);
  const blocks = withoutRepeats(blocksOf(document.body));
  const article = findArticle(document, blocks);
  const facts: PageFacts = {
    blocks,
    inArticle: article?.has ?? blocks.map(() => false),
    declared: page.declared,
    hasMain: document.querySelector("main, [role=main]") !== null,
    articles: document.querySelectorAll("article").length,
  };
  return { document, article, facts };
}

/** Pages repeat a picture's caption for every size of the window and in every slide. */
function withoutRepeats(blocks: readonly Block[]): Block[] {
  const known = new Set<string>();
  return blocks.filter(({ text, part, nodes }) => {
    if (text.length < 60 || !isCaption(part)) return true;
    if (!known.has(text)) return known.add(text).size > 0;
    for (const node of nodes) node.remove();
    return false;
  });
}

function isCaption(part: Part): boolean {
  let at: Part | null = part;
  for (let level = 0; level < 4 && at !== null; level += 1) {
    const names = `${at.element.getAttribute("class") ?? ""} ${at.element.getAttribute("id") ?? ""}`;
    if (at.element.localName === "figcaption" || /caption|gallery|slide/iu.test(names)) return true;
    at = at.parent;
  }
  return false;
}

/** An article that Readability found, and which of the page's blocks are in it. */
export type Article = { content: Element; title: string; length: number; has: boolean[] };

/** Looks for an article in a copy of the document, whose blocks these are; null where there is none. */
function findArticle(document: Document, blocks: readonly Block[]): Article | null {
  for (const [index, { part }] of blocks.entries()) part.element.setAttribute(mark, String(index));
  const copy = document.cloneNode(true);
  const options = { keepClasses: true, disableJSONLD: true, serializer: asElement };
  const article = isDocument(copy) ? new Readability(copy, options).parse() : null;
  if (!article?.content) return null;
  const { content, title } = article;
  return { content, title: title ?? "", length: article.length ?? 0, has: membership(content, blocks) };
}

const mark = "data-block";

/** By the mark on their element; where Readability made another of it, by their text. */
function membership(content: Element, blocks: readonly Block[]): boolean[] {
  const marks = new Set([content, ...content.querySelectorAll(`[${mark}]`)].map((each) => each.getAttribute(mark)));
  const texts = new Map<string, number>();
  for (const { text } of blocksOf(content)) texts.set(text, (texts.get(text) ?? 0) + 1);
  return blocks.map(({ part, text }) => {
    const left = texts.get(text) ?? 0;
    const isIn = marks.has(part.element.getAttribute(mark)) || (left > 0 && text.length > 30);
    if (isIn && left > 0) texts.set(text, left - 1);
    return isIn;
  });
}

function asElement(node: Node): Element {
  if (!isElement(node)) throw new TypeError(`expected an element of Readability, got a node of type ${node.nodeType}`);
  return node;
}

function isDocument(node: Node): node is Document {
  return node.nodeType === 9;
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
