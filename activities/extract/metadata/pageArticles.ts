import type { Json } from "#schemas/common.ts";
import { articlesIn, isJsonObject, jsonLdTexts, type JsonObject } from "./jsonLd.ts";
import { sharesWords } from "./title.ts";

/** Addresses and titles of a page, which tell its own article from those that it only lists. */
type PageFacts = { addresses: readonly string[]; titles: readonly string[] };

/**
 * The articles of a page: its own ones, and others, such as teasers. An article is its own by its address, else by its
 * headline. The only article of a page that names no other address is its own, too.
 */
export function articlesOfPage(
  items: readonly JsonObject[],
  { addresses, titles }: PageFacts,
): { ownArticles: JsonObject[]; others: JsonObject[] } {
  const articles = articlesIn(items);
  const pages = new Set(addresses.map(plainAddress));
  const places = (article: JsonObject) => addressesOf(article, addresses[0]).map(plainAddress);
  const byAddress = articles.filter((article) => places(article).some((place) => pages.has(place)));
  const byHeadline = articles.filter((article) => {
    const headline = jsonLdTexts([article], "headline")[0] ?? jsonLdTexts([article], "name")[0] ?? "";
    return titles.some((title) => sharesWords(headline, title));
  });
  const matched = byAddress.length > 0 ? byAddress : byHeadline;
  const isOnly = articles.length === 1 && matched.length === 0;
  const ownArticles = isOnly ? articles : matched;
  return { ownArticles, others: articles.filter((article) => !ownArticles.includes(article)) };
}

/** The addresses that an article states for itself. Fragments, as in `#article`, name parts of a page. */
function addressesOf(article: JsonObject, base: string | undefined): string[] {
  const stated = [article["mainEntityOfPage"], article["url"], article["@id"]].flatMap(addressesIn);
  return stated.flatMap((address) => URL.parse(address, base)?.href ?? []);
}

function addressesIn(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(addressesIn);
  return isJsonObject(value) ? [value["@id"], value["url"]].filter((part) => typeof part === "string") : [];
}

/** An address without scheme, `www.`, query, fragment and the slash at its end. */
function plainAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  const path = url.pathname.endsWith("/") ? url.pathname.slice(0, -1) : url.pathname;
  return `${url.host.replace(/^www\./u, "")}${path}`.toLowerCase();
}
