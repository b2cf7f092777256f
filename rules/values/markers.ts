/** Signs and words of currencies that stand beside a price, in lower case. */
const currencyWords = new Set(
  `eur usd gbp chf jpy cny rmb inr krw brl mxn cad aud nzd sek nok dkk isk pln czk huf ron bgn rub uah try ils aed sar qar
   egp mad zar ngn kes idr vnd thb php myr sgd hkd twd clp cop ars pen kwd bhd omr tnd jod lyd iqd
   euro euros dollar dollars kr kr. zł zl kč ft fr fr. sfr sfr. rs rs. re lei leu лв лв. руб руб. р. грн kd dt rp tl r s/ rm
   元 円 원 圓 圆 บาท`.split(/\s+/u),
);

const currencySigns = "€$£¥₹₽₩₺₴₫₪฿₦₱₡₲₵₸₼₾₭៛₮﷼";

/** Currencies with three decimals. Three digits after their point may be decimals. */
const threeDecimals = new Set(["kwd", "bhd", "omr", "tnd", "jod", "lyd", "iqd", "kd", "dt"]);

/** The exponent of ten of words that multiply. Words that differ between languages, such as `billion`, are left out. */
const scales: Readonly<Record<string, number>> = {
  mio: 6, million: 6, millions: 6, millionen: 6, millones: 6, milioni: 6, miljoen: 6, млн: 6,
  mrd: 9, milliarde: 9, milliarden: 9, milliard: 9, milliards: 9, miliardi: 9, miljard: 9, млрд: 9,
  tsd: 3, тыс: 3, lakh: 5, lakhs: 5, crore: 7, crores: 7,
  万: 4, 萬: 4, 만: 4, 億: 8, 亿: 8, 억: 8,
}; // prettier-ignore

/** Letters that multiply only beside a currency: `4K` is also a screen, and `5m` a length. */
const scaleLetters: Readonly<Record<string, number>> = { k: 3, K: 3, m: 6, M: 6, bn: 9 };

/** Words that multiply in some language only. */
const unsureScale =
  /^(?:[KMBkb]|bn|billion(?:en|s)?|trillion|thousand|mille?|mil|bi|mn|cr|lac|hundred|dozen|[千百十兆천조백])$/u;

/** Units that are written without a blank after a number. */
const attachedUnit =
  /^(?:kg|g|mg|t|l|ml|cl|dl|m|cm|mm|km|px|em|kb|mb|gb|tb|w|kw|kwh|mwh|wh|v|ah|mah|hz|mhz|ghz|h|min|s|ms|ct|pcs|stk|oz|lb|lbs)$/iu;

/** Scripts that put no blank between a number and a word. */
const unspacedLetter = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** The currency word or sign at the end of a text, with the blanks after it; null if there is none. */
export function currencyBefore(text: string): string | null {
  const trimmed = text.trimEnd();
  const last = trimmed.slice(-1);
  if (currencySigns.includes(last) && last !== "") {
    const prefix = /(?:^|[^\p{L}])(\p{Lu}{1,3})$/u.exec(trimmed.slice(0, -1))?.[1] ?? "";
    return prefix + text.slice(trimmed.length - 1);
  }
  const word = /(?:^|[^\p{L}\p{N}])([\p{L}]{1,7}[./]?)$/u.exec(trimmed.slice(-10))?.[1];
  return word !== undefined && currencyWords.has(word.toLowerCase()) ? text.slice(trimmed.length - word.length) : null;
}

/** Whether a currency stands at the beginning of a text. */
export function startsWithCurrency(text: string): boolean {
  const trimmed = text.trimStart();
  return currencySigns.includes(trimmed.charAt(0) || " ") || currencyWords.has(firstWord(trimmed).toLowerCase());
}

/** Whether three digits after a point may be decimals in the currency of a text. */
export function mayHaveThreeDecimals(currency: string): boolean {
  const word = currency.trim().toLowerCase();
  return threeDecimals.has(word) || /\p{sc=Arabic}/u.test(word);
}

/** The first letters of a text. */
function firstWord(text: string): string {
  return /^\p{L}{1,20}/u.exec(text)?.[0] ?? "";
}

/** The exponent of ten by the words after a number; null if the words may multiply, but that is not sure. */
export function scaleAfter(after: string, hasCurrency: boolean): number | null {
  const isAttached = /^\p{L}/u.test(after);
  const trimmed = after.trimStart();
  const word = firstWord(trimmed);
  if (word === "" || startsWithCurrency(trimmed)) return 0;
  const sign = unspacedLetter.test(word) ? word.charAt(0) : word;
  const exponent = scales[sign.toLowerCase()];
  if (exponent !== undefined) return exponent;
  if (unsureScale.test(sign) || (isAttached && Object.hasOwn(scaleLetters, word)))
    return hasCurrency && isAttached ? (scaleLetters[word] ?? null) : null;
  if (!isAttached || unspacedLetter.test(sign) || attachedUnit.test(word)) return 0;
  return null;
}

/** Whether letters before a number belong to it, as in `A4`. Currencies and scripts without blanks do not count. */
export function isPartOfName(before: string): boolean {
  const last = before.slice(-1);
  return /[\p{L}\p{M}_]/u.test(last) && !unspacedLetter.test(last) && currencyBefore(before) === null;
}
