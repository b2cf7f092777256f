/** The digits of a number and the separators between them. There is one more part than separators. */
type NumberParts = { parts: string[]; separators: string[] };

/** A sign that begins decimals, by a page's language. */
export type DecimalSign = "." | ",";

/** Languages that write `1,5`. */
const commaLanguages = new Set(
  `af az be bg bs ca cs da de el es et eu fi fo fr gl hr hu hy id is it ka kk ky lt lv mk nb nl nn no pl pt ro ru sk sl sq sr
   sv tr uk uz vi`.split(/\s+/u),
);
/** Languages that write `1.5`. */
const pointLanguages = new Set("bn cy en fil ga gu he hi iw ja kn ko ml mr ms pa ta te th tl ur zh".split(" "));
/** Regions that write `1.5` in a language with a comma. */
const pointRegions = new Set(
  "de-ch de-li it-ch es-mx es-us es-gt es-hn es-ni es-pa es-pr es-do es-sv es-419 es-pe".split(" "),
);
/** English of these regions writes `1.5`. Elsewhere, English pages follow the habits of the region. */
const englishRegions = new Set("us gb au ca nz ie in sg hk mt ph my ng ke gh pk bd jm il".split(" "));
/** Languages that part thousands by a blank. */
const blankLanguages = new Set("be bg cs et fi fr hu hy ka kk lt lv nb nn no pl pt ru sk sv uk uz".split(" "));

/** The sign of decimals in a language; null if it is unsure. */
export function decimalSignOf(language: string | undefined): DecimalSign | null {
  const [main = "", ...rest] = (language ?? "").trim().toLowerCase().replaceAll("_", "-").split("-", 4);
  const region = rest.find((part) => /^(?:[a-z]{2}|\d{3})$/u.test(part));
  if (region !== undefined && pointRegions.has(`${main}-${region}`)) return ".";
  if (main === "fr" && region === "ch") return null;
  if (commaLanguages.has(main)) return ",";
  if (main === "en" && region !== undefined && !englishRegions.has(region)) return null;
  return pointLanguages.has(main) ? "." : null;
}

/** Whether a language parts thousands by a blank. */
export function usesBlanks(language: string | undefined): boolean {
  return blankLanguages.has((language ?? "").trim().toLowerCase().split(/[-_]/u, 1)[0] ?? "");
}

/** A number in parts. Blanks of all widths are one sign, apostrophes of all forms another. */
function partsOf(token: string): NumberParts {
  const separators = (token.match(/[^0-9]/gu) ?? []).map((sign) =>
    /\s/u.test(sign) ? " " : /['’]/u.test(sign) ? "'" : sign,
  );
  return { parts: token.split(/[^0-9]/u), separators };
}

/** Whether parts are groups of thousands, or groups of India: three digits at last, two before. */
function areGroups(parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.at(-1) ?? "";
  if (!/^[1-9][0-9]{0,2}$/u.test(first) || last.length !== 3) return false;
  if (rest.every(({ length }) => length === 3)) return true;
  return first.length <= 2 && rest.slice(0, -1).every(({ length }) => length === 2);
}

/** The sign that begins decimals in a number, if its form shows that: `1.299,00`, `1.299.000` or `12,50`. */
export function decimalSignIn(token: string): DecimalSign | null {
  const { parts, separators } = partsOf(token);
  const [first, last] = [separators[0], separators.at(-1)];
  if (last === undefined) return null;
  if (first === last && separators.length > 1) {
    if (!areGroups(parts)) return null;
    return last === "." ? "," : last === "," ? "." : null;
  }
  const isPlain = separators.length === 1 && parts.at(-1)?.length === 2;
  const isMixed = first !== last && areGroups(parts.slice(0, -1));
  return (isPlain || isMixed) && (last === "." || last === ",") ? last : null;
}

/** Facts beside the digits of a number. `decimalSign` decides numbers such as `1.299`. */
type Context = { isAmount: boolean; decimalSign: (separator: DecimalSign) => DecimalSign | null };

/** The number as `1299.00`; null if it has several readings, `""` if it is no number but a date, a version or the like. */
export function plainNumber(token: string, context: Context): string | null {
  const { parts, separators } = partsOf(token);
  const [first] = separators;
  const last = separators.at(-1);
  if (last === undefined) return token;
  if (separators.length === 1) return oneSeparator(parts, last, context);
  const groups = parts.slice(0, -1);
  if (separators.every((separator) => separator === first)) {
    // An address of a computer has the form of groups, too.
    if (last === "." && parts.length === 4 && parts.every((part) => Number(part) < 256)) return null;
    return areGroups(parts) && last !== "٫" ? parts.join("") : "";
  }
  const hasOneGroupSign = separators.slice(0, -1).every((separator) => separator === first && separator !== "٫");
  const isDecimal = last === "." || last === "," || last === "٫";
  return hasOneGroupSign && isDecimal && areGroups(groups) ? `${groups.join("")}.${parts.at(-1) ?? ""}` : "";
}

function oneSeparator(parts: readonly string[], separator: string, context: Context): string | null {
  const [whole = "", rest = ""] = parts;
  const decimal = `${whole}.${rest}`;
  if (separator === "٫") return decimal;
  if (separator !== "." && separator !== ",") return areGroups(parts) ? whole + rest : "";
  if (areGroups(parts)) {
    const sign = context.decimalSign(separator);
    return sign === null ? null : sign === separator ? decimal : whole + rest;
  }
  // Dates and article numbers have leading zeros.
  if (/^0[0-9]/u.test(whole)) return null;
  // A comma may also part the entries of a list.
  return separator === "," && !context.isAmount && context.decimalSign(",") === "." ? null : decimal;
}
