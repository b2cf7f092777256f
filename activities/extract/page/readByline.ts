import { attribute, plainText, selectAll } from "./safeDom.ts";

/** A short line of the page; `says` is what its markup calls it, `when` the machine's form of a date in it. */
export type Line = { text: string; says: string; when: string };

/** Runs in the page: the lines that may name its author, those whose markup says so most clearly first. */
export function readBylines(): Line[] {
  const marked = "[itemprop~=author] [itemprop=name], [itemprop~=author], [rel~=author], .p-author, .vcard .fn";
  const names = ["byline", "author", "writtenby", "written-by", "dateline"];
  const named = names.flatMap((name) => [`[class*="${name}" i]`, `[id*="${name}" i]`, `[data-testid*="${name}" i]`]);
  const lines: Line[] = [];
  for (const selector of [marked, named.join(", ")]) {
    for (const element of selectAll(selector, 100)) {
      const line = isBeside(element) ? null : lineOf(element, 200);
      if (line !== null && lines.length < 20) lines.push(line);
    }
  }
  return lines;
}

/** Runs in the page: the short lines around its heading, those after it first. */
export function readNearTitle(heading: string): Line[] {
  const headings = selectAll("h1, h2", 50);
  const isTitle = (element: Element) => plainText(element.textContent, 2000) === heading;
  const title = headings.find(isTitle) ?? headings[0];
  if (title === undefined) return [];
  const lines = new Map<Element, Line>();
  for (const way of ["nextNode", "previousNode"] as const) {
    const walker = Document.prototype.createTreeWalker.call(document, document, NodeFilter.SHOW_TEXT);
    walker.currentNode = way === "nextNode" ? (title.lastChild ?? title) : title;
    const limit = way === "nextNode" ? 1500 : 400;
    let length = 0;
    for (let node = walker[way](); node !== null && length < limit && lines.size < 60; node = walker[way]()) {
      const parent = node.parentElement;
      const text = (node.nodeValue ?? "").trim();
      // What a form says of itself may be a control of that name.
      if (parent === null || parent instanceof HTMLFormElement || text === "") continue;
      if (parent.closest("script, style, noscript, template") !== null) continue;
      length += Math.min(text.length, 300);
      const element = lineAround(parent);
      const line = lines.has(element) || isBeside(element) ? null : lineOf(element, 160);
      if (line !== null) lines.set(element, line);
    }
  }
  return [...lines.values()];
}

/** Runs in the page: the largest element around another one whose text is still one short line. */
export function lineAround(element: Element): Element {
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

/** Runs in the page: an element as a line; null where it is none. */
export function lineOf(element: Element, limit: number): Line | null {
  const text = element instanceof HTMLFormElement ? "" : plainText(element.textContent, limit + 1);
  if (text === "" || text.length > limit) return null;
  const time = element.matches("time") ? element : element.querySelector("time[datetime]");
  const says = [element, element.firstElementChild, element.parentElement].flatMap((each) =>
    each === null ? [] : ["itemprop", "rel", "class", "id"].map((name) => attribute(each, name) ?? ""),
  );
  const when = time === null ? "" : plainText(attribute(time, "datetime"), 100);
  return { text, says: plainText(says.join(" "), 300), when };
}

/** Runs in the page: whether an element belongs to something beside what the page is about. */
export function isBeside(element: Element): boolean {
  const beside =
    "nav, footer, [role=contentinfo], [role=navigation], [class*=comment i], [id*=comment i], [class*=related i], [class*=sidebar i]";
  if (element instanceof HTMLFormElement) return true;
  const around = element.closest(beside);
  if (around instanceof HTMLFormElement) return true;
  // Some name the whole page so: its body has comments.
  return around !== null && around.querySelector("h1") === null;
}
