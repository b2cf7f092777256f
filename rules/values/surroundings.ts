import { currencyBefore, isPartOfName, mayHaveThreeDecimals, scaleAfter, startsWithCurrency } from "./markers.ts";

/** Facts that the words around a number state about it. */
export type Surroundings = {
  isNegative: boolean;
  /** The number is written as `.5`. */
  startsWithPoint: boolean;
  /** The number ends as `5,-` does. */
  endsWithoutCents: boolean;
  currency: string | null;
  currencyFollows: boolean;
  /** A price in a currency with two decimals at most, and no price of a unit. */
  hasTwoDecimals: boolean;
  isShare: boolean;
  wordBefore: boolean;
  /** The exponent of ten of a word such as `Mio.`. */
  scale: number;
};

type Around = { before: string; token: string; after: string };

const noCents = /^[.,] ?[-−–—]{1,3}/u;
const dashAfter = /^\s*[-−–—]/u;
const sentenceAfterDash = /^\s[-−–—]\s+\S/u;
/** A price of a unit. */
const perUnit = /\/|\b(?:per|pro|je|ct|cent|cents)\b/iu;

/** Reads the words around a number; null if they leave its sign or size open, or if it is part of a name. */
export function readSurroundings(
  { before, token, after }: Around,
  currencyOfPage: string | undefined,
): Surroundings | null {
  const near = before.slice(-40);
  const startsWithPoint = /(?:^|[\s(:+\-−–\p{Sc}])\.$/u.test(near) && /^[0-9]+$/u.test(token);
  const lead = readLead(startsWithPoint ? near.slice(0, -1) : near);
  const centless = noCents.exec(after)?.[0];
  const tail = (centless === undefined ? after : after.slice(centless.length)).slice(0, 100);
  if (lead === null || (dashAfter.test(tail) && !sentenceAfterDash.test(tail))) return null;
  const currencyFollows = startsWithCurrency(tail);
  const currency = lead.currency ?? (currencyFollows ? tail.trimStart() : null);
  const scale = scaleAfter(tail, currency !== null);
  const isShare = /^\s*[%‰٪]/u.test(tail);
  const isBare = !/[\p{L}%‰٪]/u.test(before + tail);
  const money = currency ?? (isBare ? (currencyOfPage ?? null) : null);
  const inBrackets = isInBrackets({ before, token, after: tail }, money !== null || isShare);
  if (scale === null || inBrackets === null || (inBrackets && lead.isNegative)) return null;
  return {
    isNegative: lead.isNegative || inBrackets,
    startsWithPoint,
    endsWithoutCents: centless !== undefined,
    currency: money,
    currencyFollows,
    hasTwoDecimals: money !== null && scale === 0 && !mayHaveThreeDecimals(money) && !perUnit.test(before + tail),
    isShare,
    wordBefore: /\p{L}\s*$/u.test(lead.words),
    scale,
  };
}

/** The sign and currency before a number, and the words before both. */
type Lead = { isNegative: boolean; currency: string | null; words: string };

function readLead(near: string): Lead | null {
  // After these signs, digits are part of a path, a name or another number.
  if (isPartOfName(near) || /[/_,;\\—]$|(?:^|[^\p{L}])\.$/u.test(near)) return null;
  const innerSign = signAtEnd(near);
  const unsigned = near.slice(0, near.length - innerSign.length);
  const currency = currencyBefore(unsigned);
  const rest = unsigned.slice(0, unsigned.length - (currency ?? "").length);
  const outerSign = innerSign === "" && currency !== null ? signAtEnd(rest) : "";
  const words = rest.slice(0, rest.length - outerSign.length);
  const sign = innerSign + outerSign;
  // A dash between blanks may be a minus, or part a label from its number.
  if (sign === "" && /[-−–]\s+$/u.test(words)) return null;
  // A hyphen after a letter joins a name, such as `TL-4`.
  if (innerSign !== "" && /[^\s(:\p{Sc}]$/u.test(unsigned)) return null;
  if (outerSign !== "" && /[^\s(:]$/u.test(words)) return null;
  return { isNegative: sign !== "" && sign !== "+", currency, words };
}

function signAtEnd(text: string): string {
  return /[-−–+]$/u.exec(text)?.[0] ?? "";
}

/**
 * Whether brackets make a number negative, as accounts write it. Null if they may also set it apart, as in `Reviews (5)`.
 */
function isInBrackets({ before, after }: Around, isAmount: boolean): boolean | null {
  if (!before.includes("(") || before.includes(")")) return false;
  const closes = after.endsWith(")");
  const words = `${before.replace("(", " ")} ${after.replace(")", " ")}`;
  const isAlone = words.trim() === "" || startsWithCurrency(words) || /^\s*[%‰٪]/u.test(words);
  return closes && isAlone && isAmount && !/\s\S+\s+\S/u.test(words) ? true : null;
}
