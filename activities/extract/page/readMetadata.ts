import { type Line, readBylines, readNearTitle } from "./readByline.ts";
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
