import {
  absoluteUrl,
  attribute,
  baseAddress,
  ownGetter,
  type PageFunction,
  plainText,
  rootElement,
  selectAll,
  textDependencies,
} from "./safeDom.ts";

/** A `<link>` of the page. `rel` has one or more tokens in lower case. */
export type LinkTag = {
  rel: string;
  href: string;
  type: string | null;
  sizes: string | null;
  title: string | null;
  hreflang: string | null;
};
/** A date on the page, and the role that its markup states. */
export type TimeTag = { value: string; role: "published" | "modified" | null };

/** The page's declarations about itself. */
export type MetadataRead = {
  base: string;
  title: string;
  heading: string;
  lang: string | null;
  charset: string;
  /**
   * Pairs of name and content. The name is in lower case: `name`, `property`, `itemprop`, or `http-equiv:` with its
   * value.
   */
  metas: [name: string, content: string][];
  links: LinkTag[];
  jsonLd: string[];
  times: TimeTag[];
  /** Lines that may name the author. */
  bylines: TextLine[];
  /** Lines around the main heading. */
  nearHeading: TextLine[];
  cut: string[];
};

/** Runs in the page. Reads everything that `metadata` is made of. */
export function readMetadata(): MetadataRead {
  const root = rootElement();
  const { blocks, cut } = readJsonLd();
  const title = plainText(String(ownGetter(Document.prototype, "title", document)), 2000);
  const heading = mainHeading(title);
  return {
    base: baseAddress(),
    title,
    heading,
    lang: root === null ? null : (attribute(root, "lang") ?? attribute(root, "xml:lang")),
    charset: String(ownGetter(Document.prototype, "characterSet", document)),
    metas: readMetas(),
    links: readLinkTags(),
    jsonLd: blocks,
    times: readTimes(),
    bylines: readBylines(),
    nearHeading: readNearHeading(heading),
    cut: cut ? ["jsonLd"] : [],
  };
}

/** The main `<h1>`: the first that the title contains, else the first. */
function mainHeading(title: string): string {
  const headings = selectAll("h1", 10).map((element) => plainText(element.textContent, 2000));
  const nonEmpty = headings.filter((heading) => heading !== "");
  return nonEmpty.find((heading) => title.toLowerCase().includes(heading.toLowerCase())) ?? nonEmpty[0] ?? "";
}

/** The `<meta>` tags with a name and a content. */
export function readMetas(): [name: string, content: string][] {
  const found: [string, string][] = [];
  for (const meta of selectAll("meta[content]", 1000)) {
    const content = plainText(attribute(meta, "content"), 4000);
    const directive = attribute(meta, "http-equiv");
    // In RDFa, one tag may state several properties.
    const properties = (attribute(meta, "property") ?? "").split(/\s+/u).slice(0, 10);
    const named = [...properties, attribute(meta, "name"), attribute(meta, "itemprop")];
    const names = directive === null ? named : [...named, `http-equiv:${directive}`];
    for (const name of new Set(names))
      if (name !== null && name !== "" && content !== "") found.push([plainText(name, 200).toLowerCase(), content]);
  }
  return found;
}

/** The `<link>` tags of the kinds that metadata shows. */
function readLinkTags(): LinkTag[] {
  const base = baseAddress();
  const found: LinkTag[] = [];
  for (const link of selectAll("link[rel][href]", 2000)) {
    const rel = plainText(attribute(link, "rel"), 100).toLowerCase();
    const href = absoluteUrl(attribute(link, "href"), base);
    if (href === null || !/icon|canonical|alternate/u.test(rel)) continue;
    const sizes = shortAttribute(link, "sizes", 100);
    found.push({
      rel,
      href,
      type: shortAttribute(link, "type", 100),
      sizes,
      title: shortAttribute(link, "title", 300),
      hreflang: shortAttribute(link, "hreflang", 50),
    });
  }
  return found;
}

/** An attribute as plain text; null if it is empty. */
export function shortAttribute(element: Element, name: string, limit: number): string | null {
  return plainText(attribute(element, name), limit) || null;
}

/** The JSON-LD blocks, up to 200,000 characters together. */
export function readJsonLd(): { blocks: string[]; cut: boolean } {
  const blocks: string[] = [];
  let charactersLeft = 200_000;
  let cut = false;
  for (const script of selectAll("script[type^='application/ld+json' i]", 200)) {
    const text = script.textContent ?? "";
    // Half a block is not JSON, so a block is read as a whole or not at all.
    if (text.length > charactersLeft) cut = true;
    else if (text.trim() !== "") blocks.push(text);
    charactersLeft -= Math.min(charactersLeft, text.length);
  }
  return { blocks, cut };
}

/** The dates in `<time>` tags that belong to the page itself, not to an entry of a list. */
function readTimes(): TimeTag[] {
  const found: TimeTag[] = [];
  const articles = selectAll("article", 2);
  for (const time of selectAll("time[datetime]", 50)) {
    const value = plainText(attribute(time, "datetime"), 100);
    const names = [
      attribute(time, "itemprop"),
      attribute(time, "class"),
      attribute(time, "pubdate") === null ? "" : "published",
    ].join(" ");
    const marked = /dateModified|updated|modified/iu.test(names)
      ? "modified"
      : /datePublished|published|entry-date/iu.test(names)
        ? "published"
        : null;
    // An unmarked date in the only article is the page's. Several articles are a list, so their dates are left out.
    const isOwn = articles.length === 1 && time.closest("article") === articles[0];
    if (value !== "" && (isOwn || (marked !== null && articles.length < 2))) found.push({ value, role: marked });
  }
  return found;
}

/** A short line of the page. `markup` is its class, id and the like; `datetime` is the machine-readable date in it. */
export type TextLine = { text: string; markup: string; datetime: string };

/** The lines that may name the author, those with explicit markup first. */
function readBylines(): TextLine[] {
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
function readNearHeading(heading: string): TextLine[] {
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
function toLine(element: Element, limit: number): TextLine | null {
  const text = element instanceof HTMLFormElement ? "" : plainText(element.textContent, limit + 1);
  if (text === "" || text.length > limit) return null;
  const time = element.matches("time") ? element : element.querySelector("time[datetime]");
  const names = [element, element.firstElementChild, element.parentElement].flatMap((each) =>
    each === null ? [] : ["itemprop", "rel", "class", "id"].map((name) => attribute(each, name) ?? ""),
  );
  const when = time === null ? "" : plainText(attribute(time, "datetime"), 100);
  return { text, markup: plainText(names.join(" "), 300), datetime: when };
}

/** Whether an element is in navigation, comments, a sidebar or the like. */
function isOutsideContent(element: Element): boolean {
  const selector =
    "nav, footer, [role=contentinfo], [role=navigation], [class*=comment i], [id*=comment i], [class*=related i], [class*=sidebar i]";
  if (element instanceof HTMLFormElement) return true;
  const container = element.closest(selector);
  if (container instanceof HTMLFormElement) return true;
  // Some pages name their body so, for example if it contains comments.
  return container !== null && container.querySelector("h1") === null;
}

/** Dependencies of `readMetadata`. */
export const metadataDependencies: readonly PageFunction[] = [
  absoluteUrl,
  attribute,
  baseAddress,
  enclosingLine,
  isOutsideContent,
  mainHeading,
  ownGetter,
  ...textDependencies,
  readBylines,
  readJsonLd,
  readLinkTags,
  readMetas,
  readNearHeading,
  readTimes,
  rootElement,
  selectAll,
  shortAttribute,
  toLine,
];
