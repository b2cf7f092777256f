import type { Line } from "../page/readMetadata.ts";
import { dayIn } from "./dates.ts";
import { isSiteName, type Site } from "./title.ts";

const introduction =
  /^[\s|·•—–-]*(?:(?:written|posted|published|reviewed|reported|words|text|story|article)\s+by|by|author|von|autor(?:in)?|par|por|di|door|av|af|przez|text)(?=[\s:])[\s:]+/iu;
const introduced = /^\s*(?:(?:written|posted|published|words|story)\s+by|by|von|par|por|di|door|av)[\s:]+(?=\p{Lu})/iu;
const notName =
  /\b(?:follow|subscribe|share|comments?|more from|all posts|read more|view|about|sign|log ?in|updated|published|posted|minutes?|min read|author|authors|contributor|staff writer|editor)\b/iu;

/** The name in a line like `By Ada Lovelace, 3 May 2024`; null where it says no name. */
function nameIn(line: string, language: string | null): string | null {
  let name = line.replace(introduction, "").trim();
  name = name.replace(/\s*\b(?:last updated|posted|published|updated|on \d)\b[^]*$/iu, "");
  // What comes with a name: when it was written, how long it takes to read.
  const digit = name.search(/\d/u);
  if (digit > 0 && dayIn(name, language) !== null) name = withoutMonth(name.slice(0, digit), language);
  const rest = /\s*(?:[|·•–—(,]|(?<=\p{L})\s*-\s)\s*[^]*$/u.exec(name);
  if (rest !== null && /\d/u.test(rest[0])) name = name.slice(0, rest.index);
  name = name.replaceAll(/^[\s,|·•:–—-]+|[\s,|·•:–—-]+$/gu, "");
  const isName = name.length > 1 && name.length <= 80 && !/\d{3}|[@{}<>:]/u.test(name) && !notName.test(name);
  // A list of names is longer than a name.
  const words = name.split(/\s+/u).length;
  return isName && words <= (/,|&|\b(?:and|und|et|y|e|och|en)\b/iu.test(name) ? 16 : 6) ? name : null;
}

/** A name without the month that stands between it and the day. */
function withoutMonth(text: string, language: string | null): string {
  const [, before = "", last = ""] = /^([^]*?)(\S+)\s*$/u.exec(text) ?? [];
  return dayIn(`1 ${last} 2000`, language) === null ? text : before;
}

/** What a page may name as its author: what it declares, in order of trust, and the lines it shows. */
export type AuthorSources = {
  declared: readonly (string | undefined)[];
  bylines: readonly Line[];
  near: readonly Line[];
  site: Site;
  language: string | null;
};

/** The author of a page. Falls back to the site's own name or an account's when no other name is given. */
export function authorOf({ declared, bylines, near, site, language }: AuthorSources): string | undefined {
  const stated = declared.filter((name) => name !== undefined).map((name) => name.trim());
  const names = stated.filter((name) => name !== "" && !/^https?:|^(?:www\.)?\S+\.\w{2,}\//iu.test(name));
  const isPerson = (name: string) =>
    !isSiteName(name, site, "exactly") && !/@|^(?:admin|administrator|unknown|editor|staff)$/iu.test(name);
  const person = names.find(isPerson);
  if (person !== undefined) return person;
  const shown = [...near.filter(({ text }) => introduced.test(text)), ...bylines].filter(
    ({ text }) => text.length <= 100,
  );
  const read = shown.map(({ text }) => nameIn(text, language)).filter((name) => name !== null);
  return read.find(isPerson) ?? names[0] ?? read[0];
}
