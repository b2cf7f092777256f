import type { TextLine } from "../page/readMetadata.ts";
import { dayIn } from "./dates.ts";
import { isSiteName, type Site } from "./title.ts";

/** Possible names of the author: declarations in order of trust, and lines of the page. */
export type AuthorSources = {
  declared: readonly (string | undefined)[];
  bylines: readonly TextLine[];
  nearHeading: readonly TextLine[];
  site: Site;
  language: string | null;
};

/** The author of a page. Without another name, the site's own name or an account name. */
export function authorOf({ declared, bylines, nearHeading: near, site, language }: AuthorSources): string | undefined {
  const trimmed = declared.filter((name) => name !== undefined).map((name) => name.trim());
  const candidates = trimmed.filter((name) => name !== "" && !/^https?:|^(?:www\.)?\S+\.\w{2,}\//iu.test(name));
  const isPerson = (name: string) =>
    !isSiteName(name, site, "exactly") && !/@|^(?:admin|administrator|unknown|editor|staff)$/iu.test(name);
  const person = candidates.find(isPerson);
  if (person !== undefined) return person;
  const lines = [...near.filter(({ text }) => startsWithByline.test(text)), ...bylines].filter(
    ({ text }) => text.length <= 100,
  );
  const named = lines.map(({ text }) => nameIn(text, language)).filter((name) => name !== null);
  return named.find(isPerson) ?? candidates[0] ?? named[0];
}

const bylinePrefix =
  /^[\s|·•—–-]*(?:(?:written|posted|published|reviewed|reported|words|text|story|article)\s+by|by|author|von|autor(?:in)?|par|por|di|door|av|af|przez|text)(?=[\s:])[\s:]+/iu;
const startsWithByline =
  /^\s*(?:(?:written|posted|published|words|story)\s+by|by|von|par|por|di|door|av)[\s:]+(?=\p{Lu})/iu;
const nonNameWords =
  /\b(?:follow|subscribe|share|comments?|more from|all posts|read more|view|about|sign|log ?in|updated|published|posted|minutes?|min read|author|authors|contributor|staff writer|editor)\b/iu;

/** The name in a line such as `By Ada Lovelace, 3 May 2024`; null if there is none. */
function nameIn(line: string, language: string | null): string | null {
  let name = line.replace(bylinePrefix, "").trim();
  name = name.replace(/\s*\b(?:last updated|posted|published|updated|on \d)\b[^]*$/iu, "");
  // A date or reading time may follow the name.
  const digit = name.search(/\d/u);
  if (digit > 0 && dayIn(name, language) !== null) name = removeMonth(name.slice(0, digit), language);
  const suffix = /\s*(?:[|·•–—(,]|(?<=\p{L})\s*-\s)\s*[^]*$/u.exec(name);
  if (suffix !== null && /\d/u.test(suffix[0])) name = name.slice(0, suffix.index);
  name = name.replaceAll(/^[\s,|·•:–—-]+|[\s,|·•:–—-]+$/gu, "");
  const isName = name.length > 1 && name.length <= 80 && !/\d{3}|[@{}<>:]/u.test(name) && !nonNameWords.test(name);
  // A list of names may be longer than one name.
  const words = name.split(/\s+/u).length;
  return isName && words <= (/,|&|\b(?:and|und|et|y|e|och|en)\b/iu.test(name) ? 16 : 6) ? name : null;
}

/** The text without a month name at its end. */
function removeMonth(text: string, language: string | null): string {
  const [, before = "", last = ""] = /^([^]*?)(\S+)\s*$/u.exec(text) ?? [];
  return dayIn(`1 ${last} 2000`, language) === null ? text : before;
}
