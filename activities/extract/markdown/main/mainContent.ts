import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import type { MarkdownTask } from "../../page/flat/readFlatPage.ts";
import { prepareCode } from "../prepareCode.ts";
import { isLayoutTable } from "../tables.ts";
import { isElement } from "../toHast.ts";
import { type Block, blocksOf, keepOnly, type Part } from "./blocks.ts";
import { coefficients, intercept } from "./coefficients.ts";
import { articleShare, featuresOf, type PageFacts, type Signs } from "./features.ts";

/** Where the main content is, and what the page is called. */
export type MainContent = { content: Element; title: string };

/** An article shorter than this may be a teaser, a notice or a form. */
const minLength = 250;
/** Of the prose that can be content; an article with less of it is one of many things on the page. */
const minShare = { declared: 0.2, undeclared: 0.5 };
/** Log odds from which on a block is content. */
const threshold = -0.6;

/**
 * Finds the main content of a page: its article, where one is most of what the page has to say. Of a page that is none
 * (a list, a product, a discussion, an application), the blocks that look like content.
 */
export function findMainContent(page: MarkdownTask): MainContent {
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
  const least = page.declared ? minShare.declared : minShare.undeclared;
  if (article !== null && article.length >= minLength && articleShare(facts) >= least)
    return { content: article.content, title: page.heading || article.title || page.title };
  const signs = featuresOf(facts);
  const kept = blocks.map((block, index) => !isNever(block, facts) && isContent(signs[index] ?? {}));
  settleTables(blocks, kept);
  if (kept.includes(true)) keepOnly(document.body, blocks, kept);
  return { content: document.body, title: page.heading || page.title };
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

/** Ways through the site, whatever they look like: what calls itself one, and numbers of pages. */
function isNever({ part, text, linked }: Block, { hasMain }: PageFacts): boolean {
  const isIn = (...names: string[]) => names.some((name) => part.places.has(name));
  if (isIn("nav", "role=navigation")) return true;
  if (isOfSite(part) && (hasMain || text.length < 80)) return true;
  return linked >= text.replaceAll(" ", "").length && /^[\d\s.…‹›«»<>←→|-]+$/u.test(text);
}

/** Whether a part is in the site's header or footer, or beside the content; that of an article is in the article, and a header of the page has its title. */
function isOfSite(part: Part): boolean {
  if (["main", "role=main", "article"].some((name) => part.places.has(name))) return false;
  const frame = "header, footer, aside, [role=banner], [role=contentinfo], [role=complementary]";
  return part.element.closest(frame)?.querySelector("h1") === null;
}

function isContent(signs: Signs): boolean {
  let odds = intercept;
  for (const [name, weight] of Object.entries(coefficients)) odds += weight * (signs[name] ?? 0);
  return odds > threshold;
}

/** An article that Readability found, and which of the page's blocks are in it. */
type Article = { content: Element; title: string; length: number; has: boolean[] };

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

/** A table of data is kept or left out as a whole, by what most of its text is. */
function settleTables(blocks: readonly Block[], kept: boolean[]): void {
  const tables = new Map<Part, number[]>();
  const layout = new Map<Part, boolean>();
  for (const [index, { part }] of blocks.entries()) {
    const table = tableAround(part);
    if (table === null) continue;
    if (!layout.has(table)) layout.set(table, isLayoutTable(table.element));
    if (layout.get(table) === true) continue;
    const indices = tables.get(table);
    if (indices === undefined) tables.set(table, [index]);
    else indices.push(index);
  }
  for (const indices of tables.values()) {
    const length = (which: readonly number[]) =>
      which.reduce((sum, index) => sum + (blocks[index]?.text.length ?? 0), 0);
    const isKept = length(indices.filter((index) => kept[index])) * 2 >= length(indices);
    for (const index of indices) kept[index] = isKept;
  }
}

function tableAround(part: Part): Part | null {
  for (let at: Part | null = part; at !== null; at = at.parent) if (at.element.localName === "table") return at;
  return null;
}
