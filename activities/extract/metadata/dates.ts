import type { TextLine } from "../page/readMetadata.ts";

const maxYear = 2100;
/** Smaller years stand for no date. */
const minYear = 1000;

/** A stated date in ISO 8601 if it can be parsed, else unchanged. A date without a time stays without one. */
export function isoDate(stated: string, language: string | null): string {
  const text = stated.trim();
  if (/^\d{4}-\d\d-\d\d(?:$|[T\s])/u.test(text)) return text;
  const compact = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z|[+-]\d\d:?\d\d)?)?$/u.exec(text);
  if (compact !== null) {
    const [, year, month, day, hour, minute, second = "00", zone = ""] = compact;
    const time = hour === undefined ? "" : `T${hour}:${minute}:${second}${zone}`;
    return `${year}-${month}-${day}${time}`;
  }
  const seconds = /^1\d{9}(?:\d{3})?$/u.test(text) ? Number(text.slice(0, 10)) : Number.NaN;
  if (!Number.isNaN(seconds)) return new Date(seconds * 1000).toISOString();
  // A time with a zone, as in e-mail.
  const time = text.search(/\d:\d\d/u);
  const hasZone = time !== -1 && /GMT|UTC|Z|[+-]\d{4}/u.test(text.slice(time));
  const instant = hasZone ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(instant)) return new Date(instant).toISOString();
  return dayIn(text, language) ?? text;
}

/** Whether a text begins with a day that exists, in ISO 8601, and not with one that stands for no date. */
export function isRealDate(text: string): boolean {
  const [, year = "", month, day] = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/u.exec(text) ?? [];
  return Number(year) >= minYear && toDay(year, month, day) !== null && !text.startsWith("1970-01-01");
}

/**
 * The first day in a text as YYYY-MM-DD; null if there is none. Month names are those of the language and English ones.
 */
export function dayIn(text: string, language: string | null): string | null {
  const yearFirst = /(?<!\d)((?:19|20)\d\d)\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})(?!\d)/u.exec(text);
  if (yearFirst !== null) return toDay(yearFirst[1], yearFirst[2], yearFirst[3]);
  const yearLast = /(?<!\d)(\d{1,2})([./-])\s?(\d{1,2})\2\s?((?:19|20)\d\d)(?!\d)/u.exec(text);
  if (yearLast !== null) {
    const [, one, separator, other, year] = yearLast;
    const isMonthFirst =
      Number(other) > 12 || (separator === "/" && Number(one) <= 12 && /^en(?:-US)?$/iu.test(language ?? "en"));
    return isMonthFirst ? toDay(year, one, other) : toDay(year, other, one);
  }
  return namedDay(text, language);
}

function namedDay(glued: string, language: string | null): string | null {
  // Elements side by side leave no space: "by Ada LoveMay 3, 2025Share".
  const text = glued.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\d{4})(?=\p{L})/gu, " ");
  const months = monthsOf(language);
  const month = (name: string | undefined) => months.get(plainWord(name ?? ""));
  const word = "([\\p{L}\\p{M}]{3,}\\.?)";
  const dayFirst = new RegExp(
    `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th|er|º|ª)?\\.?[\\s-]+(?:de\\s|of\\s)?${word},?[\\s-]+(?:de\\s|del\\s)?((?:19|20)\\d\\d)`,
    "gu",
  );
  for (const [, day, name, year] of text.matchAll(dayFirst)) {
    const number = month(name);
    if (number !== undefined) return toDay(year, String(number), day);
  }
  const monthFirst = new RegExp(
    `(?<![\\p{L}\\p{M}])${word}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?:at\\s)?((?:19|20)\\d\\d)`,
    "gu",
  );
  for (const [, name, day, year] of text.matchAll(monthFirst)) {
    const number = month(name);
    if (number !== undefined) return toDay(year, String(number), day);
  }
  return null;
}

function toDay(year = "", month = "", day = ""): string | null {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${text}T00:00:00Z`);
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return isReal && date.getUTCFullYear() <= maxYear ? text : null;
}

const dayWordsByLocale = new Map<string, ReadonlySet<string>>();

/** Whether a word names a day, in a language or in English: a weekday, `today` or `yesterday`. */
export function isDayWord(word: string, language: string | null): boolean {
  const tag = supportedLocale(language);
  const words = dayWordsByLocale.get(tag) ?? new Set(["en", tag].flatMap(dayWordsIn));
  dayWordsByLocale.set(tag, words);
  return words.has(plainWord(word));
}

function dayWordsIn(locale: string): string[] {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const weekdays = (["long", "short"] as const).flatMap((weekday) => {
    const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" });
    return Array.from({ length: 7 }, (_day, index) => format.format(Date.UTC(2024, 0, 1 + index)));
  });
  return [...weekdays, ...[0, -1].map((days) => relative.format(days, "day"))].map(plainWord);
}

function plainWord(word: string): string {
  return word.toLowerCase().replace(/\.$/u, "");
}

const monthsByLocale = new Map<string, ReadonlyMap<string, number>>();

/** Numbers of the months by their long and short names, in a language and in English. */
function monthsOf(language: string | null): ReadonlyMap<string, number> {
  const tag = supportedLocale(language);
  const found = monthsByLocale.get(tag);
  if (found !== undefined) return found;
  const months = new Map<string, number>();
  for (const locale of ["en", tag])
    for (const style of ["long", "short"] as const)
      for (let number = 1; number <= 12; number += 1)
        for (const options of [{ month: style }, { month: style, day: "numeric" } as const]) {
          const parts = new Intl.DateTimeFormat(locale, options).formatToParts(
            new Date(Date.UTC(2024, number - 1, 15)),
          );
          const name = parts.find(({ type }) => type === "month")?.value ?? "";
          months.set(plainWord(name), number);
        }
  // `Intl` lacks this English short form.
  months.set("sept", 9);
  monthsByLocale.set(tag, months);
  return months;
}

function supportedLocale(language: string | null): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language ?? "en")[0] ?? "en";
  } catch (error) {
    // Pages declare languages that do not exist.
    if (error instanceof RangeError) return "en";
    throw error;
  }
}

const modifiedWords =
  /\b(?:updated|modified|edited|aktualisiert|geändert|mis à jour|actualizado|aggiornato|bijgewerkt)/iu;
const dateMarkup = /date|time|publish|posted|byline|meta|entry|dateline|info/iu;

/** The day of publication that a page shows near its heading. */
export function dayNearHeading(nearHeading: readonly TextLine[], language: string | null): string | undefined {
  const days = nearHeading.flatMap((line) => {
    const day = dayOfLine(line, language);
    return day === null ? [] : [{ day, isModified: modifiedWords.test(`${line.text} ${line.markup}`) }];
  });
  return (days.find(({ isModified }) => !isModified) ?? days[0])?.day;
}

/** The day in a line that consists mostly of a date, or is marked up as one; null otherwise. */
function dayOfLine({ text, markup, datetime }: TextLine, language: string | null): string | null {
  const day = dayIn(datetime, language) ?? dayIn(text, language);
  if (day === null || text.length > 120) return null;
  const isDate =
    datetime !== "" ||
    text.length < 60 ||
    dateMarkup.test(markup) ||
    /^(?:by|von|par|por)\b|\b(?:published|posted)\b/iu.test(text);
  return isDate ? day : null;
}

/** The day in an address such as /2024/05/03/low-water. */
export function dayInUrl(address: string): string | undefined {
  const path = URL.parse(address)?.pathname ?? "";
  return dayIn(/\/((?:19|20)\d\d[/-]\d{1,2}[/-]\d{1,2})(?:\/|-|$)/u.exec(path)?.[1] ?? "", null) ?? undefined;
}
