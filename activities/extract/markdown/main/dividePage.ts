import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import type { MarkdownTask } from "../../page/flat/readFlatPage.ts";
import { isElement, normalizeCode } from "../toHast.ts";
import { type Block, blocksOf, type Part } from "./blocks.ts";
import type { PageFacts } from "./features.ts";
import { removeAsides } from "./removeAsides.ts";

/** A page divided into blocks, its heading, and the article that Readability found. */
export type DividedPage = { document: Document; heading: string; article: Article | null; facts: PageFacts };

/** Divides a page into blocks of text. */
export function dividePage(page: MarkdownTask): DividedPage {
  const document = parsePage(page.html);
  const ownHeading = page.declared ? removeNextArticles(document, page.title) : "";
  const all = removeRepeatedCaptions(blocksOf(document.body));
  const blocks = removeAsides(all) ? blocksOf(document.body) : all;
  const article = findArticle(document, blocks);
  const facts: PageFacts = {
    blocks,
    inArticle: article?.isBlockInside ?? blocks.map(() => false),
    declared: page.declared,
    hasMain: document.querySelector("main, [role=main]") !== null,
    articles: document.querySelectorAll("article").length,
    statements: {
      title: page.heading || page.title,
      description: page.description ?? "",
      articleBody: page.articleBody ?? "",
    },
  };
  return { document, heading: page.heading || ownHeading, article, facts };
}

/** A flat page as a document with tidy code, tasks and headings. */
export function parsePage(html: string): Document {
  const { document } = parseHTML(html);
  normalizeCode(document);
  markTasks(document);
  removeHeadingAnchors(document);
  return document;
}

/**
 * Removes the articles that a page without end loads after its own, whose heading is in the page's title. Returns that
 * heading, or an empty text.
 */
function removeNextArticles(document: Document, title: string): string {
  const articles = [...document.querySelectorAll("article")].flatMap((element) => {
    const heading = element.querySelector("h1")?.textContent?.trim() ?? "";
    return heading === "" ? [] : [{ element, heading }];
  });
  const own = articles.findIndex(({ heading }) => title.includes(heading));
  for (const { element } of own === -1 ? [] : articles.slice(own + 1))
    if (articles[own]?.element.contains(element) === false) element.remove();
  return articles[own]?.heading ?? "";
}

/** Removes repeated captions: pages repeat them for every window size and slide. Limits by eye. */
function removeRepeatedCaptions(blocks: readonly Block[]): Block[] {
  const seen = new Set<string>();
  return blocks.filter(({ text, part, nodes }) => {
    if (text.length < 60 || !isCaption(part)) return true;
    if (!seen.has(text)) return seen.add(text).size > 0;
    for (const node of nodes) node.remove();
    return false;
  });
}

function isCaption(part: Part): boolean {
  let ancestor: Part | null = part;
  for (let level = 0; level < 4 && ancestor !== null; level += 1) {
    const names = `${ancestor.element.getAttribute("class") ?? ""} ${ancestor.element.getAttribute("id") ?? ""}`;
    if (ancestor.element.localName === "figcaption" || /caption|gallery|slide/iu.test(names)) return true;
    ancestor = ancestor.parent;
  }
  return false;
}

/** An article that Readability found. `isBlockInside` is parallel to the page's blocks. */
type Article = { content: Element; title: string; textLength: number; isBlockInside: boolean[] };

/** Runs Readability on a copy of the document; null without an article. `blocks` are those of the document. */
function findArticle(document: Document, blocks: readonly Block[]): Article | null {
  for (const [index, { part }] of blocks.entries()) part.element.setAttribute(blockAttribute, String(index));
  const copy = document.cloneNode(true);
  // A flat page has only frames of known players and posts.
  const options = {
    keepClasses: true,
    disableJSONLD: true,
    serializer: requireElement,
    allowedVideoRegex: /^https?:/u,
  };
  const article = isDocument(copy) ? new Readability(copy, options).parse() : null;
  if (!article?.content) return null;
  const { content, title } = article;
  return { content, title: title ?? "", textLength: article.length ?? 0, isBlockInside: blocksInside(content, blocks) };
}

const blockAttribute = "data-block";

/**
 * Whether each block is in the article: by the mark on its element, or by its text if Readability replaced the element.
 */
function blocksInside(content: Element, blocks: readonly Block[]): boolean[] {
  const marks = new Set(
    [content, ...content.querySelectorAll(`[${blockAttribute}]`)].map((each) => each.getAttribute(blockAttribute)),
  );
  const texts = new Map<string, number>();
  for (const { text } of blocksOf(content)) texts.set(text, (texts.get(text) ?? 0) + 1);
  return blocks.map(({ part, text }) => {
    const remaining = texts.get(text) ?? 0;
    const isIn = marks.has(part.element.getAttribute(blockAttribute)) || (remaining > 0 && text.length > 30);
    if (isIn && remaining > 0) texts.set(text, remaining - 1);
    return isIn;
  });
}

function requireElement(node: Node): Element {
  if (!isElement(node)) throw new TypeError(`expected an element of Readability, got a node of type ${node.nodeType}`);
  return node;
}

function isDocument(node: Node): node is Document {
  return node.nodeType === 9;
}

/** Records checkboxes on their list items, because Readability removes all controls. */
function markTasks(document: Document): void {
  for (const checkbox of document.querySelectorAll("input")) {
    const item = checkbox.closest("li");
    if (item !== null && item.textContent?.trim() !== "" && isLeading(checkbox, item))
      item.setAttribute("data-task", checkbox.hasAttribute("checked") ? "done" : "open");
    checkbox.remove();
  }
}

function isLeading(checkbox: Element, item: Element): boolean {
  for (let at: Node = checkbox; at !== item && at.parentNode !== null; at = at.parentNode) {
    for (let before = at.previousSibling; before !== null; before = before.previousSibling) {
      if (before.textContent?.trim() !== "") return false;
    }
  }
  return true;
}

/** Removes the signs with which a heading links to itself. */
function removeHeadingAnchors(document: Document): void {
  for (const link of document.querySelectorAll("h1 a, h2 a, h3 a, h4 a, h5 a, h6 a")) {
    if (/^[#¶§🔗]?$/u.test((link.textContent ?? "").trim()) && link.querySelector("img") === null) link.remove();
  }
}
