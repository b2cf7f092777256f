import type { Metadata } from "#schemas/outputs.ts";
import { aboutPage, articlesIn, type JsonObject, jsonLdTexts, siteNamesInJsonLd } from "./jsonLd.ts";
import { firstMetas, hasRel } from "./pageTags.ts";
import { isLike, pageTitle } from "./pageTitle.ts";
import { plainEntities } from "./plainEntities.ts";
import type { MetadataRead, TimeTag } from "./page/readMetadata.ts";
import { type Site, siteOf } from "./siteNames.ts";

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
      siteNamesInJsonLd(jsonLd)[0],
      meta("apple-mobile-web-app-title"),
    ),
    ...declaredDates(read, jsonLd),
  };
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

/** What the page says of its site in any place. */
function siteIn(read: MetadataRead, jsonLd: readonly JsonObject[]): Site {
  const meta = firstMetas(read.metas);
  const canonical = read.links.find((link) => hasRel(link, "canonical"))?.href ?? read.base;
  const names = ["og:site_name", "application-name", "apple-mobile-web-app-title"].map(meta);
  return siteOf([...names, meta("twitter:site")?.replace("@", ""), ...siteNamesInJsonLd(jsonLd)], canonical);
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
