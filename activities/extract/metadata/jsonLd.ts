import type { Json } from "#schemas/common.ts";

/** An object of JSON. */
export type JsonObject = { [key: string]: Json };

const maxDepth = 20;
const maxItems = 50;
const maxText = 2000;

/** What JSON-LD blocks hold, as one list of objects; `invalid` counts blocks that are no JSON. */
export type ParsedJsonLd = { items: JsonObject[]; invalid: number; cut: boolean };

/** Reads the blocks of a page; a block that is broken is left out and counted. */
export function parseJsonLd(blocks: readonly string[]): ParsedJsonLd {
  const items: JsonObject[] = [];
  const bounds = { cut: false };
  let invalid = 0;
  for (const block of blocks) {
    const parsed = parseLoosely(block);
    if (parsed === undefined) invalid += 1;
    else for (const item of flatten(parsed)) items.push(bounded(item, bounds));
  }
  if (items.length > maxItems) bounds.cut = true;
  return { items: items.slice(0, maxItems), invalid, cut: bounds.cut };
}

/** Whether a value is an object and no list. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON as pages write it: in a comment or CDATA, with a semicolon after it, with raw line breaks in its strings. */
function parseLoosely(text: string): Json | undefined {
  const bare = text
    .replace(/^\s*(?:<!--|(?:\/\/|\/\*)?\s*<!\[CDATA\[(?:\s*\*\/)?)/u, "")
    .replace(/(?:-->|(?:\/\/|\/\*)?\s*\]\]>(?:\s*\*\/)?)\s*$/u, "")
    .replace(/;\s*$/u, "");
  // Every control character that is legal between tokens is white space, so replacing them all is safe.
  return parseJson(bare) ?? parseJson(bare.replaceAll(/\p{Cc}+/gu, " "));
}

function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    // Pages are full of broken blocks; the caller counts them.
    return undefined;
  }
}

/** Lists and `@graph`s opened up; the members of a graph keep its context. */
function flatten(value: Json): JsonObject[] {
  const found: JsonObject[] = [];
  const waiting: Json[] = [value];
  for (let at = waiting.pop(); at !== undefined && found.length <= maxItems; at = waiting.pop()) {
    if (Array.isArray(at)) waiting.push(...at.slice(0, maxItems + 1).toReversed());
    else if (isJsonObject(at) && Array.isArray(at["@graph"]))
      waiting.push(...graphMembers(at, at["@graph"]).toReversed());
    else if (isJsonObject(at)) found.push(at);
  }
  return found;
}

function graphMembers(owner: JsonObject, graph: Json[]): Json[] {
  const context = owner["@context"];
  const members = graph.slice(0, maxItems + 1);
  if (context === undefined) return members;
  return members.map((member) => (isJsonObject(member) ? { "@context": context, ...member } : member));
}

/** The same object with long texts, long lists and deep nesting cut. */
function bounded(item: JsonObject, bounds: { cut: boolean }): JsonObject {
  const trim = (value: Json, depth: number): Json => {
    if (typeof value === "string") {
      if (value.length <= maxText) return value;
      bounds.cut = true;
      return value.slice(0, maxText).toWellFormed();
    }
    if (typeof value !== "object" || value === null) return value;
    if (depth >= maxDepth) {
      bounds.cut = true;
      return null;
    }
    if (!Array.isArray(value)) return trimObject(value, depth);
    if (value.length > maxItems) bounds.cut = true;
    return value.slice(0, maxItems).map((each) => trim(each, depth + 1));
  };
  const trimObject = (value: JsonObject, depth: number): JsonObject => {
    const entries = Object.entries(value);
    if (entries.length > maxItems * 2) bounds.cut = true;
    return Object.fromEntries(
      entries.slice(0, maxItems * 2).map(([key, each]) => [key.slice(0, 200), trim(each, depth + 1)]),
    );
  };
  return trimObject(item, 0);
}

/** Texts under a key of the first object that has one; an object stands for its `name`, a list for its members. */
export function jsonLdTexts(items: readonly JsonObject[], key: string): string[] {
  for (const item of items) {
    const texts = textsOf(item[key]);
    if (texts.length > 0) return texts;
  }
  return [];
}

function textsOf(value: Json | undefined): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim()];
  if (Array.isArray(value)) return value.flatMap((each) => (Array.isArray(each) ? [] : textsOf(each)));
  return isJsonObject(value) && typeof value["name"] === "string" ? textsOf(value["name"]) : [];
}

/** Objects of the page itself: an article or product rather than the breadcrumb or the site around it. */
export function aboutPage(items: readonly JsonObject[]): JsonObject[] {
  const rank = (item: JsonObject) => {
    const types = typesOf(item).join(" ");
    if (
      /Article|BlogPosting|SocialMediaPosting|DiscussionForumPosting|Product|Recipe|Event|VideoObject|JobPosting|Book|Movie|SoftwareApplication|Course/u.test(
        types,
      )
    )
      return 0;
    return /WebPage|AboutPage|FAQPage|ItemPage|ProfilePage/u.test(types) ? 1 : 2;
  };
  return items.filter((item) => rank(item) < 2).toSorted((a, b) => rank(a) - rank(b));
}

/** The types an object declares. */
export function typesOf(item: JsonObject): string[] {
  return [item["@type"]].flat().filter((type) => typeof type === "string");
}

/** Objects that are an article of some kind. */
export function articlesIn(items: readonly JsonObject[]): JsonObject[] {
  return items.filter((item) =>
    /Article|BlogPosting|SocialMediaPosting|DiscussionForumPosting|Report/u.test(typesOf(item).join(" ")),
  );
}

/** Names of the site, then of those who publish it. */
export function siteNamesInJsonLd(items: readonly JsonObject[]): string[] {
  const site = items.filter((item) => typesOf(item).includes("WebSite"));
  const publishers = items.map((item) => item["publisher"]).filter(isJsonObject);
  return [...site, ...publishers].flatMap(({ name }) => textsOf(name));
}
