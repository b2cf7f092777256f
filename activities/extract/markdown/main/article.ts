import { Readability } from "@mozilla/readability";
import { isElement } from "../isElement.ts";
import { type Block, blocksOf } from "./blocks.ts";

/** An article that Readability found, and which of the page's blocks are in it. */
export type Article = { content: Element; title: string; length: number; has: boolean[] };

/** Looks for an article in a copy of the document, whose blocks these are; null where there is none. */
export function findArticle(document: Document, blocks: readonly Block[]): Article | null {
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
