import { attribute, type PageFunction, plainText, selectAll, textDependencies } from "./safeDom.ts";

/** A date on the page, and the role that its markup states. */
export type TimeTag = { value: string; role: "published" | "modified" | null };

/** The dates in `<time>` tags that belong to the page itself, not to an entry of a list, a comment or a teaser. */
export function readTimes(): TimeTag[] {
  const times: TimeTag[] = [];
  const articles = selectAll("article", 200).filter((article) => !isOutsideContent(article));
  for (const time of selectAll("time[datetime]", 50)) {
    const value = plainText(attribute(time, "datetime"), 100);
    const names = [
      attribute(time, "itemprop"),
      attribute(time, "class"),
      attribute(time, "pubdate") === null ? "" : "published",
    ].join(" ");
    const markedRole = /dateModified|updated|modified/iu.test(names)
      ? "modified"
      : /datePublished|published|entry-date/iu.test(names)
        ? "published"
        : null;
    // An unmarked date in the only article is the page's. Several articles are a list, so their dates are left out.
    const isOwn = articles.length === 1 && time.closest("article") === articles[0];
    const isOfPage = isOwn || (markedRole !== null && articles.length < 2);
    if (value !== "" && isOfPage && !isOutsideContent(time)) times.push({ value, role: markedRole });
  }
  return times;
}

/** A short line of the page. `markup` is its class, id and the like; `datetime` is the machine-readable date in it. */
export type TextLine = { text: string; markup: string; datetime: string };

/** The lines that may name the author, those with explicit markup first. */
export function readBylines(): TextLine[] {
  const selectorByRole = "[itemprop~=author] [itemprop=name], [itemprop~=author], [rel~=author], .p-author, .vcard .fn";
  const names = ["byline", "author", "writtenby", "written-by", "dateline"];
  const nameSelectors = names.flatMap((name) => [
    `[class*="${name}" i]`,
    `[id*="${name}" i]`,
    `[data-testid*="${name}" i]`,
  ]);
  const lines: TextLine[] = [];
  for (const selector of [selectorByRole, nameSelectors.join(", ")]) {
    for (const element of selectAll(selector, 100)) {
      const line = isOutsideContent(element) ? null : toLine(element, 200);
      if (line !== null && lines.length < 20) lines.push(line);
    }
  }
  return lines;
}

/** The short lines around a heading, those after it first. */
export function readNearHeading(heading: string): TextLine[] {
  const headings = selectAll("h1, h2", 50);
  const isTitle = (element: Element) => plainText(element.textContent, 2000) === heading;
  const titleHeading = headings.find(isTitle) ?? headings[0];
  if (titleHeading === undefined) return [];
  const lines = new Map<Element, TextLine>();
  for (const step of ["nextNode", "previousNode"] as const) {
    const walker = Document.prototype.createTreeWalker.call(document, document, NodeFilter.SHOW_TEXT);
    walker.currentNode = step === "nextNode" ? (titleHeading.lastChild ?? titleHeading) : titleHeading;
    const limit = step === "nextNode" ? 1500 : 400;
    let characters = 0;
    for (let node = walker[step](); node !== null && characters < limit && lines.size < 60; node = walker[step]()) {
      const parent = node.parentElement;
      const text = (node.nodeValue ?? "").trim();
      // A form's controls shadow its properties, so forms are skipped.
      if (parent === null || parent instanceof HTMLFormElement || text === "") continue;
      if (parent.closest("script, style, noscript, template") !== null) continue;
      characters += Math.min(text.length, 300);
      const element = enclosingLine(parent);
      const line = lines.has(element) || isOutsideContent(element) ? null : toLine(element, 160);
      if (line !== null) lines.set(element, line);
    }
  }
  return [...lines.values()];
}

/** The largest element around another one that has only one short line of text. */
function enclosingLine(element: Element): Element {
  let line = element;
  for (let level = 0; level < 3; level += 1) {
    const parent = line.parentElement;
    if (parent === null || parent instanceof HTMLFormElement) break;
    if ((parent.textContent ?? "").trim().length > 120) break;
    if (parent.querySelector("h1, h2") !== null || parent.childElementCount > 8) break;
    line = parent;
  }
  return line;
}

/** An element as a line; null if it is empty or too long. */
export function toLine(element: Element, limit: number): TextLine | null {
  const text = element instanceof HTMLFormElement ? "" : plainText(spacedText(element, limit * 8), limit + 1);
  if (text === "" || text.length > limit) return null;
  const time = element.matches("time") ? element : element.querySelector("time[datetime]");
  const names = [element, element.firstElementChild, element.parentElement].flatMap((each) =>
    each === null ? [] : ["itemprop", "rel", "class", "id"].map((name) => attribute(each, name) ?? ""),
  );
  const when = time === null ? "" : plainText(attribute(time, "datetime"), 100);
  return { text, markup: plainText(names.join(" "), 300), datetime: when };
}

/** The text of an element, about `limit` characters of it. Words of elements that stand side by side are apart. */
function spacedText(element: Element, limit: number): string {
  const walker = Document.prototype.createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let node = walker.nextNode(); node !== null && text.length < limit; node = walker.nextNode()) {
    const part = node.nodeValue ?? "";
    const parent = node.parentElement?.localName ?? "";
    const isInWord = /^(?:b|em|font|i|mark|small|strong|su[bp]|u)$/u.test(parent);
    const isGlued = /[\p{L}\p{N}]$/u.test(text) && /^[\p{L}\p{N}]/u.test(part);
    text += isGlued && !isInWord ? ` ${part}` : part;
  }
  return text;
}

/** Whether an element is in navigation, comments, a teaser, a sidebar or the like. */
export function isOutsideContent(element: Element): boolean {
  const names = ["comment", "reply", "replies", "disqus", "related", "teaser", "recommend", "sidebar"];
  const named = names.flatMap((name) => [`[class*=${name} i]`, `[id*=${name} i]`]);
  // An article may state its author and date at its end.
  const roles =
    "nav, footer:not(article footer), [role=contentinfo], [role=navigation], [itemprop~=comment], [itemtype$='/Comment' i]";
  if (element instanceof HTMLFormElement) return true;
  const container = Element.prototype.closest.call(element, [roles, ...named].join(", "));
  if (container === null || container instanceof HTMLFormElement) return container !== null;
  // Some pages name their body so, for example if it contains comments.
  return Element.prototype.querySelector.call(container, "h1") === null;
}

/** The functions of this file. */
export const titleLineDependencies: readonly PageFunction[] = [
  ...textDependencies,
  attribute,
  enclosingLine,
  isOutsideContent,
  readBylines,
  readNearHeading,
  readTimes,
  selectAll,
  spacedText,
  toLine,
];
