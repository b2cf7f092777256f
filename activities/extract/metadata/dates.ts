import type { TextLine } from "../page/readTitleLines.ts";
import { isYear, toDay } from "./calendars.ts";
import { dayIn } from "./dayIn.ts";
import { plainWord, supportedLocale } from "./months.ts";

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
  const day = dayIn(text, language);
  return day === null ? text : (zonedTime(text, day) ?? day);
}

/** Offsets of zones by the names that mail has (RFC 5322, section 4.3), and of two European ones. */
const zones: Readonly<Record<string, string>> = {
  EST: "-05:00",
  EDT: "-04:00",
  CST: "-06:00",
  CDT: "-05:00",
  MST: "-07:00",
  MDT: "-06:00",
  PST: "-08:00",
  PDT: "-07:00",
  CET: "+01:00",
  CEST: "+02:00",
};

/** A day with its time and zone, as in e-mail: `Fri, 03 May 2024 08:00:00 +0200`. Null for a text without a zone. */
function zonedTime(text: string, day: string): string | null {
  const time = /(?<!\d)(\d\d?):(\d\d)(?::(\d\d))?(?:\.\d{1,6})?\s?/u.exec(text);
  if (time === null) return null;
  const [whole, hour = "", minute = "", second = "00"] = time;
  const rest = text.slice(time.index + whole.length);
  const offset = /^(?:GMT|UTC)?\s?([+-]\d\d):?(\d\d)/u.exec(rest);
  const name = /^(?:GMT|UTC|Z|[A-Z]{3,4})(?![\p{L}\d])/u.exec(rest)?.[0] ?? "";
  const zone = offset === null ? zones[name] : `${offset[1]}:${offset[2]}`;
  const at = `${day}T${hour.padStart(2, "0")}:${minute}:${second}`;
  if (Number.isNaN(Date.parse(`${at}Z`))) return null;
  if (zone !== undefined) return `${at}${zone}`;
  return /^(?:GMT|UTC|Z)$/u.test(name) ? `${at}.000Z` : null;
}

/** Whether a text begins with a day that exists, in ISO 8601, and not with one that stands for no date. */
export function isRealDate(text: string): boolean {
  const [, year = "", month, day] = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/u.exec(text) ?? [];
  return Number(year) >= minYear && toDay(year, month, day) !== null && !text.startsWith("1970-01-01");
}

/** Whether a text states a year in the calendar of all languages: `May 2024`, not `3 days ago`. */
export function hasYear(text: string): boolean {
  return (text.match(/(?<!\d)\d{4}(?!\d)/gu) ?? []).some((number) => isYear(number, null));
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

const modifiedWords =
  /updated|modified|edited|aktualisiert|geändert|mise? à jour|actualizad|atualizad|aggiornat|bijgewerkt|aktualizov|zaktualizowan|uppdaterad|opdateret|oppdatert|päivitetty|обновлен|оновлен|güncellen|frissítve|actualizat|ažuriran|atnaujint|atjaunin|更新|수정|cập nhật|แก้ไข|تحديث|به‌روزرسانی|עודכן|ενημέρωση/iu;
/** A year with a mark of copyright is that of the site. */
const copyright = /©|\(c\)|copyright|all rights reserved/iu;
const dateMarkup = /date|time|publish|posted|byline|meta|entry|dateline|info/iu;

/** The day of publication that a page shows near its heading. */
export function dayNearHeading(nearHeading: readonly TextLine[], language: string | null): string | undefined {
  const days = daysOf(nearHeading, language);
  return (days.find(({ isModified }) => !isModified) ?? days[0])?.day;
}

/**
 * The day of publication in lines that their markup names as dates; undefined if an earlier day follows the first one. The
 * replies of a thread follow its first post, while a list of entries begins with the newest.
 */
export function dayInDateLines(lines: readonly TextLine[], language: string | null): string | undefined {
  const [first, ...others] = daysOf(lines, language).filter(({ isModified }) => !isModified);
  return first !== undefined && others.every(({ day }) => day >= first.day) ? first.day : undefined;
}

/** A day in a line, and whether the line says that the page was modified then. */
type ShownDay = { day: string; isModified: boolean };

function daysOf(lines: readonly TextLine[], language: string | null): ShownDay[] {
  return lines.flatMap((line) => {
    const day = dayOfLine(line, language);
    return day === null ? [] : [{ day, isModified: modifiedWords.test(`${line.text} ${line.markup}`) }];
  });
}

/** The day in a line that consists mostly of a date, or is marked up as one; null otherwise. */
function dayOfLine({ text, markup, datetime }: TextLine, language: string | null): string | null {
  const day = dayIn(datetime, language) ?? dayIn(text, language);
  if (day === null || text.length > 120 || copyright.test(text)) return null;
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
