import { dateLineDependencies, readDateLines } from "./readDateLines.ts";
import {
  isOutsideContent,
  readBylines,
  readNearHeading,
  readTimes,
  type TextLine,
  type TimeTag,
} from "./readTitleLines.ts";
import {
  absoluteUrl,
  attribute,
  baseAddress,
  ownGetter,
  type PageFunction,
  plainText,
  rootElement,
  selectAll,
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
  /** Lines of the content that their markup names as dates. */
  dateLines: TextLine[];
  cut: string[];
};

/** Runs in the page. Reads everything that `metadata` is made of. */
export function readMetadata(): MetadataRead {
  const root = rootElement();
  const { blocks, cut: isCut } = readJsonLd();
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
    dateLines: readDateLines(),
    cut: isCut ? ["jsonLd"] : [],
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
  const metas: [string, string][] = [];
  for (const meta of selectAll("meta[content]", 1000)) {
    const content = plainText(attribute(meta, "content"), 4000);
    const directive = attribute(meta, "http-equiv");
    // In RDFa, one tag may state several properties.
    const properties = (attribute(meta, "property") ?? "").split(/\s+/u).slice(0, 10);
    // In microdata, a comment has a date and an author of its own.
    const property = isOutsideContent(meta) ? null : attribute(meta, "itemprop");
    const named = [...properties, attribute(meta, "name"), property];
    const names = directive === null ? named : [...named, `http-equiv:${directive}`];
    for (const name of new Set(names))
      if (name !== null && name !== "" && content !== "") metas.push([plainText(name, 200).toLowerCase(), content]);
  }
  return metas;
}

/** The `<link>` tags of the kinds that metadata shows. */
function readLinkTags(): LinkTag[] {
  const base = baseAddress();
  const tags: LinkTag[] = [];
  for (const link of selectAll("link[rel][href]", 2000)) {
    const rel = plainText(attribute(link, "rel"), 100).toLowerCase();
    const href = absoluteUrl(attribute(link, "href"), base);
    if (href === null || !/icon|canonical|alternate/u.test(rel)) continue;
    const sizes = shortAttribute(link, "sizes", 100);
    tags.push({
      rel,
      href,
      type: shortAttribute(link, "type", 100),
      sizes,
      title: shortAttribute(link, "title", 300),
      hreflang: shortAttribute(link, "hreflang", 50),
    });
  }
  return tags;
}

/** An attribute as plain text; null if it is empty. */
export function shortAttribute(element: Element, name: string, limit: number): string | null {
  return plainText(attribute(element, name), limit) || null;
}

/** The JSON-LD blocks, up to 200,000 characters together. */
export function readJsonLd(): { blocks: string[]; cut: boolean } {
  const blocks: string[] = [];
  let charactersLeft = 200_000;
  let isCut = false;
  for (const script of selectAll("script[type^='application/ld+json' i]", 200)) {
    const text = script.textContent ?? "";
    // Half a block is not JSON, so a block is read as a whole or not at all.
    if (text.length > charactersLeft) isCut = true;
    else if (text.trim() !== "") blocks.push(text);
    charactersLeft -= Math.min(charactersLeft, text.length);
  }
  return { blocks, cut: isCut };
}

/** Dependencies of `readMetadata`. */
export const metadataDependencies: readonly PageFunction[] = [
  absoluteUrl,
  attribute,
  baseAddress,
  ...dateLineDependencies,
  mainHeading,
  ownGetter,
  readJsonLd,
  readLinkTags,
  readMetas,
  rootElement,
  selectAll,
  shortAttribute,
];
