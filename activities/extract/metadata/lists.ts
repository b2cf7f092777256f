import type { Metadata } from "#schemas/extracts/extracts.ts";
import { beginningOf } from "../../cut.ts";
import type { LinkTag, MetadataRead } from "../page/readMetadata.ts";
import { itemsAboutPage, jsonLdTexts, type JsonObject } from "./jsonLd.ts";
import { firstMetas, hasRel } from "./texts.ts";

const maxText = 2000;
const maxItems = 50;

type ListFields = "keywords" | "favicons" | "openGraph" | "twitter" | "feeds" | "hreflang";
type StringMap = Metadata["openGraph"];

/** The lists and maps of the metadata, each cut to its limit. */
export function declaredLists(
  reading: MetadataRead,
  jsonLd: readonly JsonObject[],
): { value: Pick<Metadata, ListFields>; cut: string[] } {
  const meta = firstMetas(reading.metas);
  const cutFields: string[] = [];
  const bounded = <Item>(name: ListFields, items: Item[]): Item[] => {
    if (items.length > maxItems) cutFields.push(name);
    return items.slice(0, maxItems);
  };
  const addresses = {
    isAddress: /(?::url|:secure_url|:image|:video|:audio|:player|:stream|:src)$/u,
    base: reading.base,
  };
  const alternates = reading.links.filter((link) => hasRel(link, "alternate") && !hasRel(link, "stylesheet"));
  const value = {
    keywords: bounded(
      "keywords",
      keywords(meta("keywords") ?? meta("news_keywords"), jsonLdTexts(itemsAboutPage(jsonLd), "keywords")),
    ),
    favicons: bounded(
      "favicons",
      reading.links.filter(isIcon).map(({ href, type, sizes, rel }) => ({ href, type, sizes, rel })),
    ),
    openGraph: prefixed(reading.metas, /^og:(.+)$|^((?:article|book|music|product|profile|video):.+)$/u, addresses),
    twitter: prefixed(reading.metas, /^twitter:(.+)$/u, addresses),
    feeds: bounded(
      "feeds",
      alternates.flatMap(({ href, type, title }) => (type !== null && isFeed(type) ? [{ href, type, title }] : [])),
    ),
    hreflang: bounded(
      "hreflang",
      alternates.flatMap(({ href, hreflang }) => (hreflang === null ? [] : [{ href, lang: hreflang }])),
    ),
  };
  return { value, cut: cutFields };
}

function isIcon(link: LinkTag): boolean {
  // An icon in a `data:` address may be longer than all other metadata.
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
  const keywordList = texts
    .flatMap((text) => text.split(/[,;、،，；]/u))
    .map((word) => beginningOf(word.trim().toWellFormed(), maxText));
  return [...new Set(keywordList.filter((word) => word !== ""))];
}

/** The `<meta>` tags of one family, by name without its prefix. Repeated names become a list. */
function prefixed(
  metas: MetadataRead["metas"],
  family: RegExp,
  addresses: { isAddress: RegExp; base: string },
): StringMap {
  const contentsByKey = new Map<string, string[]>();
  for (const [name, content] of metas) {
    const match = family.exec(name);
    const key = match?.[1] ?? match?.[2];
    if (key === undefined) continue;
    const text = addresses.isAddress.test(`:${key}`) ? (URL.parse(content, addresses.base)?.href ?? content) : content;
    const known = contentsByKey.get(key);
    const cut = beginningOf(text.toWellFormed(), maxText);
    if (known !== undefined) known.push(cut);
    else if (contentsByKey.size < maxItems) contentsByKey.set(key, [cut]);
  }
  // fromEntries defines own properties, so `__proto__` is a key like any other.
  return Object.fromEntries(
    [...contentsByKey].map(([key, [first = "", ...more]]) => [
      key,
      more.length === 0 ? first : [first, ...more].slice(0, maxItems),
    ]),
  );
}
