import type { Metadata } from "#schemas/outputs.ts";
import type { LinkTag, MetadataRead, TimeTag } from "../page/readMetadata.ts";
import { authorOf } from "./authors.ts";
import { dayInAddress, isoDate, shownDay } from "./dates.ts";
import { aboutPage, articlesIn, jsonLdTexts, type JsonObject, siteNamesInJsonLd } from "./jsonLd.ts";
import { isLike, pageTitle, type Site, siteNameInTitle, siteOf } from "./title.ts";

/** The content of the first `<meta>` of a name. */
export function firstMetas(metas: MetadataRead["metas"]): (name: string) => string | undefined {
  const known = new Map<string, string>();
  for (const [name, content] of metas) if (!known.has(name)) known.set(name, content);
  return (name) => known.get(name);
}

/** Whether a link has a relation, among others. */
export function hasRel(link: LinkTag, token: string): boolean {
  return link.rel.split(" ").includes(token);
}

const named: Record<string, string> = { amp: "&", apos: "'", gt: ">", lt: "<", nbsp: " ", quot: '"' };

/** Text with those entities decoded that a page wrote where there is no markup: `&amp;`, `&#8217;`, `&#x27;`. */
function plainEntities(text: string): string {
  return text
    .replaceAll(/&([a-z]{2,4});/giu, (entity, name: string) => named[name.toLowerCase()] ?? entity)
    .replaceAll(/&#(x[\da-f]{1,6}|\d{1,7});/giu, (entity, digits: string) => {
      const code = Number(`0${digits.toLowerCase()}`.replace(/^0(?!x)/u, ""));
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    });
}

const maxText = 2000;

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

/** The single texts: of each the most explicit statement that the page makes. */
export function declaredTexts(read: MetadataRead, jsonLd: readonly JsonObject[]): Pick<Metadata, TextFields> {
  const meta = firstMetas(read.metas);
  const about = aboutPage(jsonLd);
  const ld = (key: string) => jsonLdTexts(about, key)[0];
  return {
    title: first(titleOf(read, jsonLd)),
    description: first(meta("description"), meta("og:description"), meta("twitter:description"), ld("description")),
    canonical: first(read.links.find((link) => hasRel(link, "canonical"))?.href),
    lang: first(read.lang ?? undefined, meta("http-equiv:content-language"), meta("content-language")),
    charset: first(read.charset),
    viewport: first(meta("viewport")),
    robots: first(meta("robots")),
    author: first(authorIn(read, jsonLd)),
    siteName: first(
      jsonLdTexts(articlesIn(jsonLd), "publisher")[0],
      meta("og:site_name"),
      meta("application-name"),
      siteNamesInJsonLd(jsonLd)[0],
      meta("apple-mobile-web-app-title"),
      siteNameInTitle(read.title, siteOf([], addressOf(read))),
    ),
    ...declaredDates(read, jsonLd),
  };
}

function authorIn(read: MetadataRead, jsonLd: readonly JsonObject[]): string | undefined {
  const meta = firstMetas(read.metas);
  const inJsonLd = [articlesIn(jsonLd), aboutPage(jsonLd)].map((items) => jsonLdTexts(items, "author").join(", "));
  const names = [
    "dc:creator",
    "dcterm:creator",
    "dc.creator",
    "dcterms.creator",
    "author",
    "parsely-author",
    "article:author",
    "og:article:author",
  ];
  const declared = [...inJsonLd, ...[...names, "sailthru.author", "byl"].map(meta)].map((name) =>
    plainEntities(name ?? ""),
  );
  const { bylines, near, lang: language } = read;
  return authorOf({ declared, bylines, near, site: siteIn(read, jsonLd), language });
}

function titleOf(read: MetadataRead, jsonLd: readonly JsonObject[]): string {
  const meta = firstMetas(read.metas);
  const headline = plainEntities(jsonLdTexts(articlesIn(jsonLd), "headline")[0] ?? "");
  // Some put a summary there.
  const isTitle = [read.title, read.heading, meta("og:title") ?? ""].some((title) => isLike(headline, title));
  const metas = ["dc:title", "dc.title", "dcterms.title", "og:title", "twitter:title", "parsely-title"].map(meta);
  const stated = metas.map((title) => plainEntities(title ?? ""));
  const declared = isTitle ? [headline, ...stated] : stated;
  return pageTitle({ declared, document: read.title, heading: read.heading, site: siteIn(read, jsonLd) });
}

function addressOf(read: MetadataRead): string {
  return read.links.find((link) => hasRel(link, "canonical"))?.href ?? read.base;
}

/** What the page says of its site in any place. */
function siteIn(read: MetadataRead, jsonLd: readonly JsonObject[]): Site {
  const meta = firstMetas(read.metas);
  const names = ["og:site_name", "application-name", "apple-mobile-web-app-title"].map(meta);
  return siteOf([...names, meta("twitter:site")?.replace("@", ""), ...siteNamesInJsonLd(jsonLd)], addressOf(read));
}

function declaredDates(
  read: MetadataRead,
  jsonLd: readonly JsonObject[],
): Pick<Metadata, "publishedTime" | "modifiedTime"> {
  const meta = firstMetas(read.metas);
  const about = aboutPage(jsonLd);
  const ld = (key: string) => jsonLdTexts(about, key)[0];
  const marked = (role: TimeTag["role"]) => read.times.find((time) => time.role === role)?.value;
  const published = [
    jsonLdTexts(articlesIn(jsonLd), "datePublished")[0],
    ...["article:published_time", "og:published_time", "datepublished", "dcterms.created", "dc.date"].map(meta),
    ...["parsely-pub-date", "sailthru.date", "pubdate", "date"].map(meta),
    ld("datePublished"),
    marked("published"),
    marked(null),
    shownDay(read.near, read.lang),
    dayInAddress(addressOf(read)),
  ];
  const modified = [
    ...["article:modified_time", "og:updated_time", "datemodified", "dcterms.modified"].map(meta),
    ld("dateModified"),
    marked("modified"),
    meta("last-modified"),
  ];
  const iso = (text: string | undefined) => (text === undefined ? undefined : isoDate(text, read.lang));
  return { publishedTime: first(...published.map(iso)), modifiedTime: first(...modified.map(iso)) };
}

function first(...texts: (string | undefined)[]): string | null {
  const text = texts.find((each) => each !== undefined && each.trim() !== "");
  return text === undefined ? null : text.trim().slice(0, maxText).toWellFormed();
}
