import { type DecimalSign, decimalSignIn, decimalSignOf, plainNumber, usesBlanks } from "./numberFormat.ts";
import { readSurroundings, type Surroundings } from "./surroundings.ts";

/**
 * Facts about the page that decide what `1.299` is. `language` is a tag such as `de-CH`, `currency` a code such as `EUR`,
 * `others` are texts of the page with other numbers in the same notation, such as its other prices.
 */
export type NumberHints = {
  language?: string | undefined;
  currency?: string | undefined;
  others?: readonly string[];
};

/** Why a text is no number. The reason `ambiguous_number` says that the text has several readings. */
type NumberRefusal = "no_number" | "several_numbers" | "range" | "ambiguous_number" | "too_long";

/** A number, or the reason why there is none. */
export type NumberReading = { value: number } | { reason: NumberRefusal };

const maxChars = 2_000;
/** More digits do not fit into a number exactly. */
const maxDigits = 15;
/** Further texts would decide nothing that these do not. */
const maxOthers = 200;

/** A dash or word between the two numbers of a range. */
const rangeSign = /[-–—−~〜]|\s(?:to|bis|à|a|al|do|tot|til|до)\s/u;

/** The only number of a text, and the words before and after it. */
type Found = { before: string; token: string; after: string };

/**
 * The number in a text of a page, such as `1.299,00 €`, `$1,299.00`, `1'299.–` or `12,5 %`. A text with several readings is
 * refused, never guessed. The time is linear, and texts above 2,000 characters are refused.
 */
export function readNumber(text: string, hints: NumberHints): NumberReading {
  if (text.length > maxChars) return { reason: "too_long" };
  const found = onlyNumber(withPlainDigits(text).trim());
  if ("reason" in found) return found;
  const around = readSurroundings(found, hints.currency);
  if (around === null || !areBlanksSure(found, around, hints)) return { reason: "ambiguous_number" };
  const token = around.startsWithPoint ? `0.${found.token}` : found.token;
  const digits = plainNumber(token, {
    isAmount: around.currency !== null || around.isShare,
    decimalSign: (separator) => decimalSignFor(separator, around, hints),
  });
  if (digits === null) return { reason: "ambiguous_number" };
  if (digits === "") return { reason: "no_number" };
  if (digits.replace(".", "").replace(/^0+/u, "").length > maxDigits) return { reason: "too_long" };
  const value = Number(`${digits}e${around.scale}`);
  return { value: around.isNegative && value !== 0 ? -value : value };
}

/** Zeros of the scripts whose digits pages use. Fullwidth signs are handled apart. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0ae6, 0x0be6, 0x0c66, 0x0e50];

/** The text with digits and signs of other scripts as those of ASCII, and without marks of writing direction. */
function withPlainDigits(text: string): string {
  return text
    .replaceAll(/[\u200e\u200f\u061c\u2066-\u2069\u202a-\u202e\u200b\u2060\ufeff\u00ad]/gu, "")
    .replaceAll(/[\uff01-\uff5e]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xfee0))
    .replaceAll(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = zeros.find((each) => code >= each && code < each + 10);
      return zero === undefined ? digit : String(code - zero);
    });
}

function onlyNumber(text: string): Found | { reason: NumberRefusal } {
  // A digit of another script, a raised or a Roman one, or a fraction beside a digit changes the number.
  if (/[0-9]\s?[\p{No}\p{Nl}]|[\p{No}\p{Nl}][0-9]|[^\P{Nd}0-9]/u.test(text)) return { reason: "ambiguous_number" };
  const [span, second, third] = numberSpans(text);
  if (span === undefined) return { reason: "no_number" };
  if (second === undefined)
    return { before: text.slice(0, span.start), token: text.slice(span.start, span.end), after: text.slice(span.end) };
  const between = text.slice(span.end, second.start);
  return {
    reason: third === undefined && between.length <= 30 && rangeSign.test(between) ? "range" : "several_numbers",
  };
}

/** The places of numbers: digits with single separators. Only three digits follow a blank inside a number. */
function numberSpans(text: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (const { 0: digits, index } of text.matchAll(/[0-9]+/gu)) {
    const last = spans.at(-1);
    const separator = last === undefined ? "" : text.slice(last.end, index);
    const isInside = /^[.,'’٫٬]$/u.test(separator) || (/^\s$/u.test(separator) && digits.length === 3);
    if (last !== undefined && isInside) last.end = index + digits.length;
    else spans.push({ start: index, end: index + digits.length });
  }
  return spans;
}

/**
 * Whether blanks inside a number part thousands, and not two numbers. An ordinary blank is sure if no word stands before it,
 * and the language, decimals or a currency after it agree.
 */
function areBlanksSure({ token, after }: Found, around: Surroundings, { language }: NumberHints): boolean {
  if (!token.includes(" ")) return true;
  if (around.wordBefore) return false;
  return usesBlanks(language) || /[.,][0-9]+$/u.test(token) || around.currencyFollows || /^[.,][-−–—]/u.test(after);
}

/** The sign of decimals for a number such as `1.299`; null if nothing tells, or if two facts disagree. */
function decimalSignFor(separator: DecimalSign, around: Surroundings, hints: NumberHints): DecimalSign | null {
  const other = separator === "." ? "," : ".";
  if (around.endsWithoutCents) return other;
  const byPage = signOfOthers(hints.others ?? []) ?? decimalSignOf(hints.language);
  // Most prices have two decimals, so three digits are thousands. A price of a unit, such as a litre, may have three.
  const byCurrency = around.hasTwoDecimals ? other : null;
  if (byPage !== null && byCurrency !== null && byPage !== byCurrency) return null;
  return byPage ?? byCurrency;
}

/** The sign of decimals that the other numbers of the page agree on. */
function signOfOthers(others: readonly string[]): DecimalSign | null {
  const signs = new Set<DecimalSign>();
  for (const text of others.slice(0, maxOthers)) {
    if (text.length > 100) continue;
    const found = onlyNumber(withPlainDigits(text).trim());
    const around = "reason" in found ? null : readSurroundings(found, undefined);
    // Versions, times and scores stand among words. Their points say nothing about prices.
    if ("reason" in found || around === null || around.wordBefore) continue;
    const sign = around.endsWithoutCents ? null : decimalSignIn(found.token);
    if (sign !== null) signs.add(sign);
  }
  const [sign] = signs;
  return signs.size === 1 && sign !== undefined ? sign : null;
}
