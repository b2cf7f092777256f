import type { Metadata } from "#schemas/extracts/extracts.ts";
import { beginningOf } from "../../cut.ts";
import type { LinkTag, MetadataRead } from "../page/readMetadata.ts";
import type { TimeTag } from "../page/readTitleLines.ts";
import { authorOf, isAddress } from "./authors.ts";
import { dayInDateLines, dayInUrl, dayNearHeading, hasYear, isoDate, isRealDate } from "./dates.ts";
import {
  itemsAboutPage,
  articlesIn,
  jsonLdAuthors,
  jsonLdTexts,
  type JsonObject,
  siteNamesInJsonLd,
} from "./jsonLd.ts";
import { articlesOfPage } from "./pageArticles.ts";
import { sharesWords, pageTitle, type Site, siteNameInTitle, describeSite } from "./title.ts";

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

const maxText = 2000;

/** The single texts. Each is the most explicit statement that the page makes. */
export function declaredTexts(
  reading: MetadataRead,
  jsonLd: readonly JsonObject[],
  now: number,
): Pick<Metadata, TextFields> {
  const meta = firstMetas(reading.metas);
  const about = itemsAboutPage(jsonLd);
  const inJsonLd = (key: string) => jsonLdTexts(about, key)[0];
  return {
    title: firstText(titleOf(reading, jsonLd)),
    description: firstText(
      meta("description"),
      meta("og:description"),
      meta("twitter:description"),
      inJsonLd("description"),
    ),
    canonical: firstText(reading.links.find((link) => hasRel(link, "canonical"))?.href),
    lang: firstText(reading.lang ?? undefined, meta("http-equiv:content-language"), meta("content-language")),
    charset: firstText(reading.charset),
    viewport: firstText(meta("viewport")),
    robots: firstText(meta("robots")),
    author: firstText(authorIn(reading, jsonLd)),
    siteName: firstText(
      jsonLdTexts(articlesIn(jsonLd), "publisher")[0],
      meta("og:site_name"),
      meta("application-name"),
      siteNamesInJsonLd(jsonLd)[0],
      meta("apple-mobile-web-app-title"),
      siteNameInTitle(reading.title, describeSite([], addressOf(reading))),
    ),
    ...declaredDates(reading, jsonLd, now),
  };
}

/** Returns a lookup for the content of the first `<meta>` of a name. */
export function firstMetas(metas: MetadataRead["metas"]): (name: string) => string | undefined {
  const known = new Map<string, string>();
  for (const [name, content] of metas) if (!known.has(name)) known.set(name, content);
  return (name) => known.get(name);
}

/** Whether a link's `rel` contains a token. */
export function hasRel(link: LinkTag, token: string): boolean {
  return link.rel.split(" ").includes(token);
}

const namedEntities: Record<string, string> = { amp: "&", apos: "'", gt: ">", lt: "<", nbsp: " ", quot: '"' };

/** Decodes entities in text that is not HTML: `&amp;`, `&#8217;`, `&#x27;`. */
function decodeEntities(text: string): string {
  return text
    .replaceAll(/&([a-z]{2,4});/giu, (entity, name: string) => namedEntities[name.toLowerCase()] ?? entity)
    .replaceAll(/&#(x[\da-f]{1,6}|\d{1,7});/giu, (entity, digits: string) => {
      const code = Number(`0${digits.toLowerCase()}`.replace(/^0(?!x)/u, ""));
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    });
}

function authorIn(reading: MetadataRead, jsonLd: readonly JsonObject[]): string | undefined {
  const meta = firstMetas(reading.metas);
  const authorsInJsonLd = [articlesIn(jsonLd), itemsAboutPage(jsonLd)].map((about) => {
    const authors = jsonLdAuthors(about, jsonLd, reading.base);
    return authors.filter((author) => !isAddress(author)).join(", ");
  });
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
  const declaredNames = [...authorsInJsonLd, ...[...names, "sailthru.author", "byl"].map(meta)].map((name) =>
    decodeEntities(name ?? ""),
  );
  const { bylines, nearHeading, lang: language } = reading;
  return authorOf({ declaredNames, bylines, nearHeading, site: siteOfPage(reading, jsonLd), language });
}

function titleOf(reading: MetadataRead, jsonLd: readonly JsonObject[]): string {
  const meta = firstMetas(reading.metas);
  const headline = decodeEntities(jsonLdTexts(articlesIn(jsonLd), "headline")[0] ?? "");
  // Some pages put a summary there.
  const isTitle = [reading.title, reading.heading, meta("og:title") ?? ""].some((title) =>
    sharesWords(headline, title),
  );
  const statedTitles = ["dc:title", "dc.title", "dcterms.title", "og:title", "twitter:title", "parsely-title"].map(
    meta,
  );
  const metaTitles = statedTitles.map((title) => decodeEntities(title ?? ""));
  const declaredTitles = isTitle ? [headline, ...metaTitles] : metaTitles;
  return pageTitle({
    declaredTitles,
    document: reading.title,
    heading: reading.heading,
    site: siteOfPage(reading, jsonLd),
  });
}

function addressOf(read: MetadataRead): string {
  return read.links.find((link) => hasRel(link, "canonical"))?.href ?? read.base;
}

/** The names under which the page's site is known. */
function siteOfPage(read: MetadataRead, jsonLd: readonly JsonObject[]): Site {
  const meta = firstMetas(read.metas);
  const names = ["og:site_name", "application-name", "apple-mobile-web-app-title"].map(meta);
  return describeSite(
    [...names, meta("twitter:site")?.replace("@", ""), ...siteNamesInJsonLd(jsonLd)],
    addressOf(read),
  );
}

function declaredDates(
  reading: MetadataRead,
  jsonLd: readonly JsonObject[],
  now: number,
): Pick<Metadata, "publishedTime" | "modifiedTime"> {
  const metas = (name: string) => reading.metas.filter(([each]) => each === name).map(([, content]) => content);
  const { ownArticles, others } = articlesOfPage(jsonLd, {
    addresses: [reading.base, addressOf(reading)],
    titles: [reading.heading, reading.title].filter((title) => title !== ""),
  });
  const about = itemsAboutPage(jsonLd).filter((item) => !others.includes(item));
  const timesWithRole = (role: TimeTag["role"]) =>
    reading.times.filter((time) => time.role === role).map(({ value }) => value);
  const publishedTimes = [
    ...allTexts(ownArticles, "datePublished"),
    ...["article:published_time", "og:published_time", "datepublished", "dcterms.created", "dc.date"].flatMap(metas),
    ...["parsely-pub-date", "sailthru.date", "pubdate", "date"].flatMap(metas),
    ...[publicationDate, publicationTime].flatMap((pattern) => metasNamed(reading, pattern)),
    ...allTexts(about, "datePublished"),
    ...timesWithRole("published"),
    ...timesWithRole(null),
    dayNearHeading(reading.nearHeading, reading.lang),
    dayInUrl(addressOf(reading)),
    dayInDateLines(reading.dateLines, reading.lang),
    ...(ownArticles.length === 0 ? [] : allTexts(others, "datePublished")),
  ];
  const modifiedTimes = [
    ...["article:modified_time", "og:updated_time", "datemodified", "dcterms.modified"].flatMap(metas),
    ...allTexts(about, "dateModified"),
    ...timesWithRole("modified"),
    ...metas("last-modified"),
  ];
  const firstOf = (stated: readonly (string | undefined)[]) => firstDate(stated, { language: reading.lang, now });
  return { publishedTime: firstOf(publishedTimes), modifiedTime: firstOf(modifiedTimes) };
}

/**
 * Names of the date of publication, without separators: `citation_publication_date`, `dc.date.issued`. Some systems set a
 * second one, of a time, each time that they publish the page.
 */
const publicationDate = /(?:publish(?:ed)?|publication)date$|date(?:published|issued|created)$/u;
const publicationTime = /(?:publish(?:ed)?|publication)(?:time|on|at)?$/u;

/** The contents of the `<meta>` tags whose name, without separators, matches. */
function metasNamed({ metas }: MetadataRead, pattern: RegExp): string[] {
  return metas.flatMap(([name, content]) => {
    const letters = name.replaceAll(/[^a-z]/gu, "");
    return pattern.test(letters) && !/last|unpub/u.test(letters) ? [content] : [];
  });
}

/** The texts under a key of all objects. */
function allTexts(items: readonly JsonObject[], key: string): string[] {
  return items.flatMap((item) => jsonLdTexts([item], key));
}

/** Milliseconds that a date may be ahead: a day of another zone. */
const maxAheadMs = 86_400_000;

/**
 * The first real date that is not ahead of `now`; else the first text with a year. Systems write a date of zeros, or the
 * first second of 1970, if they have none. A text such as "3 days ago" is no date: only the site knows from when it counts.
 */
function firstDate(
  stated: readonly (string | undefined)[],
  { language, now }: { language: string | null; now: number },
): string | null {
  let text: string | null = null;
  for (const each of stated) {
    const date = firstText(each === undefined ? undefined : isoDate(each, language));
    if (date !== null && isRealDate(date) && Date.parse(date.slice(0, 10)) <= now + maxAheadMs) return date;
    if (date !== null && !/^-?\d{4}-\d\d-\d\d/u.test(date) && hasYear(date)) text ??= date;
  }
  return text;
}

function firstText(...texts: (string | undefined)[]): string | null {
  const text = texts.find((each) => each !== undefined && each.trim() !== "");
  return text === undefined ? null : beginningOf(text.trim().toWellFormed(), maxText);
}
