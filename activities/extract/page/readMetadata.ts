import { absoluteUrl, attribute, baseAddress, ownGetter, plainText, rootElement, selectAll } from "./safeDom.ts";

/** A `<link>` that says something of the page; `rel` has one token or more, in lower case. */
export type LinkTag = {
  rel: string;
  href: string;
  type: string | null;
  sizes: string | null;
  title: string | null;
  hreflang: string | null;
};
/** A date the page shows; `role` is what it says the date is of. */
export type TimeTag = { value: string; role: "published" | "modified" | null };

/** What the page says of itself, as it stands in its markup. */
export type MetadataRead = {
  base: string;
  title: string;
  heading: string;
  lang: string | null;
  charset: string;
  /** Name (or property, itemprop, `http-equiv:` and its name) in lower case, and content. */
  metas: [name: string, content: string][];
  links: LinkTag[];
  jsonLd: string[];
  times: TimeTag[];
  /** Lines that may name the author, and those around the heading. */
  bylines: Line[];
  near: Line[];
  cut: string[];
};

/** Runs in the page: everything `metadata` is made from. */
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
    near: readNearTitle(heading),
    cut: cut ? ["jsonLd"] : [],
  };
}

/** Runs in the page: its heading of the first level; of several, the one that its title has in it. */
export function mainHeading(title: string): string {
  const headings = selectAll("h1", 10).map((element) => plainText(element.textContent, 2000));
  const words = headings.filter((heading) => heading !== "");
  return words.find((heading) => title.toLowerCase().includes(heading.toLowerCase())) ?? words[0] ?? "";
}

/** Runs in the page: its `<meta>` tags that have a name and a content. */
export function readMetas(): [name: string, content: string][] {
  const found: [string, string][] = [];
  for (const meta of selectAll("meta[content]", 1000)) {
    const content = plainText(attribute(meta, "content"), 4000);
    const directive = attribute(meta, "http-equiv");
    // RDFa lets one tag state several properties.
    const properties = (attribute(meta, "property") ?? "").split(/\s+/u).slice(0, 10);
    const named = [...properties, attribute(meta, "name"), attribute(meta, "itemprop")];
    const names = directive === null ? named : [...named, `http-equiv:${directive}`];
    for (const name of new Set(names))
      if (name !== null && name !== "" && content !== "") found.push([plainText(name, 200).toLowerCase(), content]);
  }
  return found;
}

/** Runs in the page: its `<link>` tags of the kinds that metadata shows. */
export function readLinkTags(): LinkTag[] {
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

/** Runs in the page: an attribute as plain text; null where it is empty. */
export function shortAttribute(element: Element, name: string, limit: number): string | null {
  return plainText(attribute(element, name), limit) || null;
}

/** Runs in the page: the text of its JSON-LD blocks, up to 200,000 characters together. */
export function readJsonLd(): { blocks: string[]; cut: boolean } {
  const blocks: string[] = [];
  let left = 200_000;
  let cut = false;
  for (const script of selectAll("script[type^='application/ld+json' i]", 200)) {
    const text = script.textContent ?? "";
    // Half a block is no JSON: it is all or nothing.
    if (text.length > left) cut = true;
    else if (text.trim() !== "") blocks.push(text);
    left -= Math.min(left, text.length);
  }
  return { blocks, cut };
}

/** Runs in the page: the dates in its `<time>` tags that are of the page itself, not of something it lists. */
export function readTimes(): TimeTag[] {
  const found: TimeTag[] = [];
  const articles = selectAll("article", 2);
  for (const time of selectAll("time[datetime]", 50)) {
    const value = plainText(attribute(time, "datetime"), 100);
    const says = [
      attribute(time, "itemprop"),
      attribute(time, "class"),
      attribute(time, "pubdate") === null ? "" : "published",
    ].join(" ");
    const marked = /dateModified|updated|modified/iu.test(says)
      ? "modified"
      : /datePublished|published|entry-date/iu.test(says)
        ? "published"
        : null;
    // Where there is one article, an unmarked date in it is its own; several are a list, whose dates mean nothing here.
    const own = articles.length === 1 && time.closest("article") === articles[0];
    if (value !== "" && (own || (marked !== null && articles.length < 2))) found.push({ value, role: marked });
  }
  return found;
}

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
