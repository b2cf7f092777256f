import type { Json } from "#schemas/common.ts";
import { beginningOf } from "../../cut.ts";

/** A JSON object. */
export type JsonObject = { [key: string]: Json };

const maxDepth = 20;
const maxItems = 50;
const maxText = 2000;

/** The objects of all JSON-LD blocks. `invalid` counts the blocks that cannot be parsed. */
export type ParsedJsonLd = { items: JsonObject[]; invalid: number; cut: boolean };

/** Parses the blocks of a page. Invalid blocks are left out and counted. */
export function parseJsonLd(blocks: readonly string[]): ParsedJsonLd {
  const items: JsonObject[] = [];
  const limits = { cut: false };
  let invalid = 0;
  for (const block of blocks) {
    const parsed = parseLenient(block);
    if (parsed === undefined) invalid += 1;
    else for (const item of flatten(parsed)) items.push(truncateItem(item, limits));
  }
  if (items.length > maxItems) limits.cut = true;
  return { items: items.slice(0, maxItems), invalid, cut: limits.cut };
}

/** Whether a value is an object and not a list. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Parses JSON as pages write it: in a comment or CDATA, with a semicolon at the end, with line breaks in strings, or with
 * comments and commas at the end of lists.
 */
function parseLenient(text: string): Json | undefined {
  const bare = withoutEnd(text.trim().replace(/^(?:<!--|(?:\/\/|\/\*)?\s*<!\[CDATA\[(?:\s*\*\/)?)/u, ""));
  // Control characters between tokens are white space, so all of them can be replaced.
  return parseJson(bare) ?? parseJson(bare.replaceAll(/\p{Cc}+/gu, " ")) ?? parseJson(withoutExtras(bare));
}

/** A string, a comment, or a comma before the end of a list or object. A string without an end goes to the end of the text. */
const stringOrExtra = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|\/\/.*|\/\*[^]*?(?:\*\/|$)|,(?=\s*[}\]])/gu;

/** JSON without comments and without commas at the end of lists. Control characters become blanks. */
function withoutExtras(text: string): string {
  const plain = text.replaceAll(stringOrExtra, (part) => (part.startsWith('"') ? part : " "));
  return plain.replaceAll(/\p{Cc}+/gu, " ");
}

/**
 * The text without the end of a comment or CDATA, and without a semicolon. It looks from the end: a pattern that ends with
 * `\s*$` takes quadratic time for a long run of blanks.
 */
function withoutEnd(text: string): string {
  const inComment = without(text, "*/");
  const inCdata = without(inComment, "]]>");
  const bare = inCdata === inComment ? without(text, "-->") : without(without(inCdata, "//"), "/*");
  return without(bare, ";");
}

function without(text: string, end: string): string {
  const trimmed = text.trimEnd();
  return trimmed.endsWith(end) ? trimmed.slice(0, -end.length).trimEnd() : trimmed;
}

function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    // Pages contain many broken blocks. The caller counts them.
    return undefined;
  }
}

/** The objects of lists and `@graph`s. Members of a graph keep its context. */
function flatten(value: Json): JsonObject[] {
  const objects: JsonObject[] = [];
  const pending: Json[] = [value];
  for (let item = pending.pop(); item !== undefined && objects.length <= maxItems; item = pending.pop()) {
    if (Array.isArray(item)) pending.push(...item.slice(0, maxItems + 1).toReversed());
    else if (isJsonObject(item) && Array.isArray(item["@graph"]))
      pending.push(...membersOfGraph(item, item["@graph"]).toReversed());
    else if (isJsonObject(item)) objects.push(item);
  }
  return objects;
}

function membersOfGraph(owner: JsonObject, graph: Json[]): Json[] {
  const context = owner["@context"];
  const members = graph.slice(0, maxItems + 1);
  if (context === undefined) return members;
  return members.map((member) => (isJsonObject(member) ? { "@context": context, ...member } : member));
}

/** The object with long texts, long lists and deep nesting cut. */
function truncateItem(item: JsonObject, limits: { cut: boolean }): JsonObject {
  const truncate = (value: Json, depth: number): Json => {
    if (typeof value === "string") {
      if (value.length <= maxText) return value;
      limits.cut = true;
      return beginningOf(value.toWellFormed(), maxText);
    }
    if (typeof value !== "object" || value === null) return value;
    if (depth >= maxDepth) {
      limits.cut = true;
      return null;
    }
    if (!Array.isArray(value)) return truncateObject(value, depth);
    if (value.length > maxItems) limits.cut = true;
    return value.slice(0, maxItems).map((each) => truncate(each, depth + 1));
  };
  const truncateObject = (value: JsonObject, depth: number): JsonObject => {
    const entries = Object.entries(value);
    if (entries.length > maxItems * 2) limits.cut = true;
    return Object.fromEntries(
      entries.slice(0, maxItems * 2).map(([key, each]) => [beginningOf(key, 200), truncate(each, depth + 1)]),
    );
  };
  return truncateObject(item, 0);
}

/** The texts under a key of the first object that has one. An object stands for its `name`, a list for its members. */
export function jsonLdTexts(items: readonly JsonObject[], key: string): string[] {
  for (const item of items) {
    const texts = textsOf(item[key]);
    if (texts.length > 0) return texts;
  }
  return [];
}

/** The objects are at most `maxDepth` deep. */
function textsOf(value: Json | undefined): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim()];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isJsonObject(value) ? textsOf(value["name"] ?? value["@value"]) : [];
}

/**
 * The names under `author` of the first object that has one. An author may be a reference to another object of the page,
 * by its `@id`, or have only the parts of a name.
 */
export function jsonLdAuthors(about: readonly JsonObject[], all: readonly JsonObject[], base: string): string[] {
  const idOf = ({ "@id": id }: JsonObject) => (typeof id === "string" ? (URL.parse(id, base)?.href ?? id) : null);
  const named = all.flatMap(objectsIn).filter((object) => namesOf(object).length > 0);
  const namesById = new Map(named.toReversed().map((object) => [idOf(object), namesOf(object)]));
  const resolve = (author: Json): string[] => {
    if (Array.isArray(author)) return author.flatMap(resolve);
    if (!isJsonObject(author)) return textsOf(author);
    const names = namesOf(author);
    return names.length > 0 ? names : (namesById.get(idOf(author) ?? "") ?? []);
  };
  for (const { author } of about) {
    const names = author === undefined ? [] : resolve(author);
    if (names.length > 0) return [...new Set(names)];
  }
  return [];
}

/** The names of an object, else its given and its family name. */
function namesOf(object: JsonObject): string[] {
  const names = textsOf(object);
  if (names.length > 0) return names;
  const parts = ["givenName", "familyName"].flatMap((key) => textsOf(object[key]).slice(0, 1));
  return parts.length === 0 ? [] : [parts.join(" ")];
}

/** An object and all objects inside it. */
export function objectsIn(value: Json): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isJsonObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

/** Objects about the page itself, such as an article or product, not the breadcrumb or the site. */
export function itemsAboutPage(items: readonly JsonObject[]): JsonObject[] {
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

/** The declared types of an object. */
export function typesOf(item: JsonObject): string[] {
  return [item["@type"]].flat().filter((type) => typeof type === "string");
}

/** Objects that are articles of some kind. */
export function articlesIn(items: readonly JsonObject[]): JsonObject[] {
  return items.filter((item) =>
    /Article|BlogPosting|SocialMediaPosting|DiscussionForumPosting|Report/u.test(typesOf(item).join(" ")),
  );
}

/** Names of the site, then of its publishers. */
export function siteNamesInJsonLd(items: readonly JsonObject[]): string[] {
  const site = items.filter((item) => typesOf(item).includes("WebSite"));
  const publishers = items.map((item) => item["publisher"]).filter(isJsonObject);
  return [...site, ...publishers].flatMap(({ name }) => textsOf(name));
}
