import type { Metadata } from "#schemas/outputs.ts";
import { aboutPage, isJsonObject, type JsonObject, jsonLdTexts, typesOf } from "./jsonLd.ts";
import type { LinkTag, MetadataRead, TimeTag } from "./page/readMetadata.ts";

const maxText = 2000;
const maxItems = 50;

type TextFields =
  | "title"
  | "description"
  | "canonical"
  | "lang"
  | "charset"
  | "viewport"
  | "robots"
  | "author"
  | "siteName"
  | "publishedTime"
  | "modifiedTime";
type ListFields = "keywords" | "favicons" | "openGraph" | "twitter" | "feeds" | "hreflang";
type StringMap = Metadata["openGraph"];

/** The single texts: of each the most explicit statement that the page makes. */
export function declaredTexts(read: MetadataRead, jsonLd: readonly JsonObject[]): Pick<Metadata, TextFields> {
  const meta = firstMetas(read.metas);
  const about = aboutPage(jsonLd);
  const ld = (key: string) => jsonLdTexts(about, key)[0];
  return {
    title: first(read.title, meta("og:title"), meta("twitter:title"), ld("headline"), read.heading),
    description: first(meta("description"), meta("og:description"), meta("twitter:description"), ld("description")),
    canonical: first(read.links.find((link) => hasRel(link, "canonical"))?.href),
    lang: first(read.lang ?? undefined, meta("http-equiv:content-language"), meta("content-language")),
    charset: first(read.charset),
    viewport: first(meta("viewport")),
    robots: first(meta("robots")),
    author: first(
      ...withoutAddresses(
        meta("author"),
        meta("article:author"),
        jsonLdTexts(about, "author").join(", "),
        ...["dc.creator", "parsely-author", "sailthru.author", "byl"].map(meta),
        nameIn(read.author),
      ),
    ),
    siteName: first(
      meta("og:site_name"),
      meta("application-name"),
      siteInJsonLd(jsonLd),
      meta("apple-mobile-web-app-title"),
    ),
    ...declaredDates(read, jsonLd),
  };
}

function declaredDates(
  read: MetadataRead,
  jsonLd: readonly JsonObject[],
): Pick<Metadata, "publishedTime" | "modifiedTime"> {
  const meta = firstMetas(read.metas);
  const about = aboutPage(jsonLd);
  const ld = (key: string) => jsonLdTexts(about, key)[0];
  const shown = (role: TimeTag["role"]) => read.times.find((time) => time.role === role)?.value;
  return {
    publishedTime: first(
      ...[
        "article:published_time",
        "og:published_time",
        "datepublished",
        "dcterms.created",
        "dc.date",
        "parsely-pub-date",
        "sailthru.date",
        "pubdate",
        "date",
      ].map(meta),
      ld("datePublished"),
      shown("published"),
      shown(null),
    ),
    modifiedTime: first(
      ...["article:modified_time", "og:updated_time", "datemodified", "dcterms.modified"].map(meta),
      ld("dateModified"),
      shown("modified"),
      meta("last-modified"),
    ),
  };
}

/** The lists and maps, each within its bound. */
export function declaredLists(
  read: MetadataRead,
  jsonLd: readonly JsonObject[],
): { value: Pick<Metadata, ListFields>; cut: string[] } {
  const meta = firstMetas(read.metas);
  const cut: string[] = [];
  const within = <Item>(name: ListFields, items: Item[]): Item[] => {
    if (items.length > maxItems) cut.push(name);
    return items.slice(0, maxItems);
  };
  const addresses = { isAddress: /(?::url|:secure_url|:image|:video|:audio|:player|:stream|:src)$/u, base: read.base };
  const alternates = read.links.filter((link) => hasRel(link, "alternate") && !hasRel(link, "stylesheet"));
  const value = {
    keywords: within(
      "keywords",
      keywords(meta("keywords") ?? meta("news_keywords"), jsonLdTexts(aboutPage(jsonLd), "keywords")),
    ),
    favicons: within(
      "favicons",
      read.links.filter(isIcon).map(({ href, type, sizes, rel }) => ({ href, type, sizes, rel })),
    ),
    openGraph: prefixed(read.metas, /^og:(.+)$|^((?:article|book|music|product|profile|video):.+)$/u, addresses),
    twitter: prefixed(read.metas, /^twitter:(.+)$/u, addresses),
    feeds: within(
      "feeds",
      alternates.flatMap(({ href, type, title }) => (type !== null && isFeed(type) ? [{ href, type, title }] : [])),
    ),
    hreflang: within(
      "hreflang",
      alternates.flatMap(({ href, hreflang }) => (hreflang === null ? [] : [{ href, lang: hreflang }])),
    ),
  };
  return { value, cut };
}

function firstMetas(metas: MetadataRead["metas"]): (name: string) => string | undefined {
  const known = new Map<string, string>();
  for (const [name, content] of metas) if (!known.has(name)) known.set(name, content);
  return (name) => known.get(name);
}

function first(...texts: (string | undefined)[]): string | null {
  const text = texts.find((each) => each !== undefined && each.trim() !== "");
  return text === undefined ? null : text.trim().slice(0, maxText).toWellFormed();
}

/** A profile's address is no name. */
function withoutAddresses(...texts: (string | undefined)[]): (string | undefined)[] {
  return texts.filter((text) => text !== undefined && !/^https?:/iu.test(text));
}

/** The name in a line like `By Ada Lovelace`; a line that says more, a date say, is no name. */
function nameIn(line: string): string | undefined {
  const name = line.replace(/^(?:written by|by|par|por|von|di|door)[\s:]+/iu, "").trim();
  return name.length > 80 || /\d/u.test(name) ? undefined : name;
}

function hasRel(link: LinkTag, token: string): boolean {
  return link.rel.split(" ").includes(token);
}

function isIcon(link: LinkTag): boolean {
  // An icon written into the page can be longer than all the rest of its metadata.
  return (
    /(?:^| )(?:icon|apple-touch-icon|apple-touch-icon-precomposed|mask-icon|fluid-icon)(?: |$)/u.test(link.rel) &&
    link.href.length <= maxText
  );
}

function isFeed(type: string): boolean {
  return /^application\/(?:rss\+xml|atom\+xml|feed\+json|rdf\+xml)/iu.test(type);
}

function keywords(declared: string | undefined, inJsonLd: string[]): string[] {
  const texts = declared === undefined ? inJsonLd : [declared];
  const words = texts
    .flatMap((text) => text.split(/[,;、،，；]/u))
    .map((word) => word.trim().slice(0, maxText).toWellFormed());
  return [...new Set(words.filter((word) => word !== ""))];
}

function siteInJsonLd(items: readonly JsonObject[]): string | undefined {
  const site = items.filter((item) => typesOf(item).includes("WebSite"));
  const publisher = items.map((item) => item["publisher"]).filter(isJsonObject);
  return jsonLdTexts([...site, ...publisher], "name")[0];
}

/** Metas of one family by their name without its prefix; what is declared repeatedly becomes a list. */
function prefixed(
  metas: MetadataRead["metas"],
  family: RegExp,
  addresses: { isAddress: RegExp; base: string },
): StringMap {
  const found = new Map<string, string[]>();
  for (const [name, content] of metas) {
    const match = family.exec(name);
    const key = match?.[1] ?? match?.[2];
    if (key === undefined) continue;
    const text = addresses.isAddress.test(`:${key}`) ? (URL.parse(content, addresses.base)?.href ?? content) : content;
    const known = found.get(key);
    if (known !== undefined) known.push(text.slice(0, maxText).toWellFormed());
    else if (found.size < maxItems) found.set(key, [text.slice(0, maxText).toWellFormed()]);
  }
  // fromEntries defines keys, so that one named __proto__ is a key like any other.
  return Object.fromEntries(
    [...found].map(([key, [only = "", ...more]]) => [
      key,
      more.length === 0 ? only : [only, ...more].slice(0, maxItems),
    ]),
  );
}
