import { dayOfCalendar, isYear } from "./calendars.ts";
import { monthOfAnyLanguage } from "./months.ts";

/**
 * The first day in a text as YYYY-MM-DD; null if there is none. Month names are those of the language, of English, and of
 * other languages where they are not ambiguous. Thai and Persian years are those of their calendars.
 */
export function dayIn(given: string, language: string | null): string | null {
  const text = plainText(given);
  return numericDay(text, language) ?? namedDay(text, language);
}

/** The first digit of each script with digits of its own. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
const bidiMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The text with ASCII digits and without marks of writing direction. */
function plainText(text: string): string {
  const ascii = text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code <= first + 9);
    return zero === undefined ? digit : String(code - zero);
  });
  return ascii.replaceAll(bidiMarks, "");
}

const yearFirst = /(?<!\d)(\d{4})\s?[-/.年년]\s?(\d{1,2})\s?[-/.月월]\s?(\d{1,2})(?!\d)/gu;
const yearLast = /(?<!\d)(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4})(?!\d)/gu;
/** The era of Japan that began in 2019. `元` is its first year. */
const reiwa = /令和\s?(\d{1,2}|元)年\s?(\d{1,2})月\s?(\d{1,2})日/u;

function numericDay(text: string, language: string | null): string | null {
  for (const [, year = "", month = "", day = ""] of text.matchAll(yearFirst))
    if (isYear(year, language)) return dayOfCalendar({ year, month, day }, language);
  for (const [, one = "", separator, other = "", year = ""] of text.matchAll(yearLast)) {
    if (!isYear(year, language)) continue;
    const isMonthFirst =
      Number(other) > 12 || (separator === "/" && Number(one) <= 12 && /^en(?:-US)?$/iu.test(language ?? "en"));
    const [day, month] = isMonthFirst ? [other, one] : [one, other];
    return dayOfCalendar({ year, month, day }, language);
  }
  const [, era, month = "", day = ""] = reiwa.exec(text) ?? [];
  return era === undefined ? null : dayOfCalendar({ year: String(2018 + (Number(era) || 1)), month, day }, null);
}

/** A word or a number. `gap` is the text between it and the one before. */
type Token = { text: string; gap: string; isNumber: boolean };

/** Words inside dates: articles and prepositions, ordinal endings, and words for day and year. */
const fillers = new Set(
  "mėn พ.ศ ค.ศ st nd rd th er º ª de del of the m d gada g р г рік року ngày năm el den le em at".split(" "),
);
const maxTokens = 60;

/** A day with a month by name: `3 May 2024`, `May 3rd, 2024`, `2024. május 3.`, `2024. gada 3. maijs`. */
function namedDay(text: string, language: string | null): string | null {
  const tokens = tokensOf(text);
  for (const [index, { text: word, isNumber }] of tokens.entries()) {
    if (isNumber) continue;
    const next = tokens[index + 1];
    const before = numbersFrom(tokens, index - 1, -1);
    // Vietnamese counts months: `tháng 5`. Arabic has months of two words.
    const isCounted = /^(?:tháng|thg)\.?$/iu.test(word) && next?.isNumber === true;
    const isPair = next?.isNumber === false && next.gap === " " && before.length > 0;
    const names = isCounted ? [next.text] : isPair ? [`${word} ${next.text}`, word] : [word];
    for (const name of names) {
      const end = index + (name === word ? 1 : 2);
      const date = datePartsOf(before, numbersFrom(tokens, end, 1), language);
      // Numbers first: the names of all languages are looked up only beside a day and a year.
      if (date === null) continue;
      const month = isCounted ? Number(name) : monthOfAnyLanguage(name, language);
      if (month !== undefined) return dayOfCalendar({ ...date, month: String(month) }, language);
    }
  }
  return null;
}

function tokensOf(glued: string): Token[] {
  // Elements side by side leave no space: "by Ada LoveMay 3, 2025Share".
  const text = glued.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(/\d+|[\p{L}\p{M}º][\p{L}\p{M}.’']*/gu)) {
    const [token] = match;
    tokens.push({ text: token, gap: text.slice(end, match.index), isNumber: /^\d/u.test(token) });
    end = match.index + token.length;
    if (tokens.length === maxTokens) break;
  }
  return tokens;
}

/** Up to two numbers beside a month, the nearest first. Only words that dates have, and short gaps, may be between. */
function numbersFrom(tokens: readonly Token[], start: number, step: 1 | -1): string[] {
  const numbers: string[] = [];
  for (let index = start; numbers.length < 2; index += step) {
    const token = tokens[index];
    if (token === undefined) break;
    const gap = step === 1 ? token.gap : (tokens[index + 1]?.gap ?? "");
    if (gap.length > 4 || !/^[\s.,()\-–/’'°]*$/u.test(gap)) break;
    if (token.isNumber) numbers.push(token.text);
    else if (!fillers.has(token.text.toLowerCase().replace(/\.$/u, ""))) break;
  }
  return numbers;
}

/** The day and the year among the numbers before and after a month. */
function datePartsOf(
  [near = "", far = ""]: readonly string[],
  [next = "", later = ""]: readonly string[],
  language: string | null,
): { day: string; year: string } | null {
  if (isDay(near) && isYear(next, language)) return { day: near, year: next };
  if (isDay(next) && isYear(later, language)) return { day: next, year: later };
  if (isYear(near, language) && isDay(next)) return { day: next, year: near };
  return isDay(near) && isYear(far, language) ? { day: near, year: far } : null;
}

function isDay(number: string): boolean {
  return /^\d{1,2}$/u.test(number) && Number(number) >= 1 && Number(number) <= 31;
}
