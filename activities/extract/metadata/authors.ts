import { withoutEnd } from "../../withoutEnd.ts";
import type { TextLine } from "../page/readTitleLines.ts";
import { isDayWord } from "./dates.ts";
import { dayIn } from "./dayIn.ts";
import { monthOf } from "./months.ts";
import { isSiteName, type Site } from "./title.ts";

/** Possible names of the author: declarations in order of trust, and lines of the page. */
export type AuthorSources = {
  declaredNames: readonly (string | undefined)[];
  bylines: readonly TextLine[];
  nearHeading: readonly TextLine[];
  site: Site;
  language: string | null;
};

/** The author of a page. Without another name, the site's own name or an account name. */
export function authorOf({
  declaredNames,
  bylines,
  nearHeading: near,
  site,
  language,
}: AuthorSources): string | undefined {
  const trimmed = declaredNames.filter((name) => name !== undefined).map((name) => name.trim());
  const candidates = trimmed.filter((name) => name !== "" && !isAddress(name));
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

/** Whether a text is an address in place of a name. */
export function isAddress(text: string): boolean {
  return /^https?:|^(?:www\.)?\S+\.\w{2,}\//iu.test(text);
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
  name = beforeMatch(name, /\b(?:last updated|posted|published|updated|on \d)\b/iu).trimEnd();
  // A date or reading time may follow the name.
  const digit = name.search(/\d/u);
  if (digit > 0 && dayIn(name, language) !== null) name = removeMonth(name.slice(0, digit), language);
  const beforeSuffix = beforeMatch(name, /[|·•–—(,]|(?<=\p{L})\s*-\s/u);
  if (/\d/u.test(name.slice(beforeSuffix.length))) name = beforeSuffix;
  name = withoutEdges(name);
  if (digit > 0) name = withoutEdges(removeWeekday(name, language));
  const isName = name.length > 1 && name.length <= 80 && !/\d{3}|[@{}<>:]/u.test(name) && !nonNameWords.test(name);
  // A list of names may be longer than one name.
  const words = name.split(/\s+/u).length;
  return isName && !isDay(name, language) && words <= (/,|&|\b(?:and|und|et|y|e|och|en)\b/iu.test(name) ? 16 : 6)
    ? name
    : null;
}

/** The text without separators at both ends. */
function withoutEdges(text: string): string {
  return withoutEnd(text.replace(/^[\s,|·•:–—-]+/u, ""), /[\s,|·•:–—-]/u);
}

/**
 * The text without a weekday at its end: the date behind it is cut already, as in "Ada Moss, Thursday 5 March". Short forms
 * such as Sun are names too, so they need a comma before them.
 */
function removeWeekday(text: string, language: string | null): string {
  const last = text.split(/[\s,|]/u).at(-1) ?? "";
  const before = text.slice(0, text.length - last.length);
  return isDayWord(last, language) && (last.length > 4 || /[,|]\s?$/u.test(before)) ? before : text;
}

/** Whether a text names a day: "Thursday", "yesterday", "5 March". */
function isDay(text: string, language: string | null): boolean {
  if (isDayWord(text, language)) return true;
  const words = text.split(/[\s,]+/u);
  return /\d/u.test(text) && words.some((word) => isDayWord(word, language) || isMonth(word, language));
}

function isMonth(word: string, language: string | null): boolean {
  return monthOf(word, language) !== undefined;
}

/** The text without a month name at its end. */
function removeMonth(text: string, language: string | null): string {
  const trimmed = text.trimEnd();
  // Between a name such as April May and a date, there is a comma.
  if (!/\p{L}\.?$/u.test(trimmed)) return text;
  const last = trimmed.split(/\s/u).at(-1) ?? "";
  return !isMonth(last, language) ? text : trimmed.slice(0, trimmed.length - last.length);
}

/** The text before the first match; all of it if there is none. */
function beforeMatch(text: string, pattern: RegExp): string {
  const index = text.search(pattern);
  return index === -1 ? text : text.slice(0, index);
}
