import { type Static, Type } from "typebox";
import type { NumberHints } from "#rules/values/readNumber.ts";
import type { ValueEntry } from "#schemas/options/values.ts";
import { bodyValidator } from "#schemas/validate.ts";
import { maxShownChars, type ReadValue, type ReadValues } from "#schemas/values.ts";
import { searchText } from "../../compare/text/searchText.ts";
import { cutChars } from "../../cut.ts";
import type { CapturedPage } from "../../ports.ts";
import type { RunOptions } from "../../processPool.ts";
import { isJsonObject } from "../metadata/jsonLd.ts";
import type { Product } from "../product/offers.ts";
import { readProbedProduct } from "../product/probedProduct.ts";
import { searchJson } from "./searchJson.ts";
import { type Found, maxReadChars, maxTexts, toJsonValue, toValue } from "./toValue.ts";

type ByElement = ValueEntry & { selector: string };
type ByPattern = ValueEntry & { pattern: string };
type ByPath = ValueEntry & { jsonPath: string };
type ByProduct = ValueEntry & { product: keyof Product };

const isByElement = (entry: ValueEntry): entry is ByElement => entry.selector !== undefined;
const isByProduct = (entry: ValueEntry): entry is ByProduct => entry.product !== undefined;
const isByPath = (entry: ValueEntry): entry is ByPath => entry.jsonPath !== undefined;
const isByPattern = (entry: ValueEntry): entry is ByPattern => entry.pattern !== undefined;

/** Whether the value is a number that the page writes for people. The page's other amounts show how. */
const isWritten = ({ as, attribute, product, jsonPath }: ValueEntry): boolean =>
  as === "number" && attribute === undefined && product === undefined && jsonPath === undefined;

/** Whether the values need the page's visible text: for patterns, paths, and the notation of its numbers. */
export function needsText(entries: readonly ValueEntry[]): boolean {
  return entries.some((entry) => isByPattern(entry) || isByPath(entry) || isWritten(entry));
}

const Probed = Type.Object({
  language: Type.Union([Type.String({ maxLength: 35 }), Type.Null()]),
  elements: Type.Array(Type.Union([Type.Array(Type.String({ maxLength: maxReadChars })), Type.Null()])),
});
const validate = bodyValidator(Probed);

/** The values of a page by their names. A hostile page can change its own values, and nothing else. */
export async function readValues(
  entries: readonly ValueEntry[],
  { probed, contents, document }: Pick<CapturedPage, "probed" | "contents" | "document">,
  search: RunOptions,
): Promise<ReadValues> {
  const members = isJsonObject(probed) ? probed : {};
  const checked = validate(members["values"]);
  const page: Static<typeof Probed> = checked.ok ? checked.value : { language: null, elements: [] };
  const byPattern = entries.filter(isByPattern);
  const patterns = byPattern.map(({ pattern, as }) => ({ pattern, maxMatches: maxTexts(as) }));
  const byPath = entries.filter(isByPath);
  const paths = byPath.map(({ jsonPath, as }) => ({ path: jsonPath, maxMatches: maxTexts(as) }));
  const text = contents.text ?? "";
  const [matches, atPaths, amounts] = await Promise.all([
    searchText({ text, patterns, maxChars: maxReadChars }, search),
    searchJson({ text: document?.json ?? text, paths, maxChars: maxReadChars }, search),
    entries.some(isWritten) ? findAmounts(text, search) : [],
  ]);
  const hints: NumberHints = { others: amounts, ...(page.language !== null && { language: page.language }) };
  const textsByEntry = new Map<ValueEntry, Found>([
    ...entries
      .filter(isByElement)
      .map((entry, index): [ValueEntry, Found] => [entry, ofElements(page.elements[index])]),
    ...byPattern.map((entry, index): [ValueEntry, Found] => [entry, ofMatches(matches, index)]),
  ]);
  const product = entries.some(isByProduct) ? readProbedProduct(members["product"]) : null;
  const valueOf = (entry: ValueEntry): ReadValue => {
    if (isByProduct(entry)) return ofProduct(product?.[entry.product] ?? { reason: "page_changed" });
    if (!isByPath(entry)) return toValue(entry, textsByEntry.get(entry) ?? { texts: [] }, hints);
    return toJsonValue(entry, atPaths?.[byPath.indexOf(entry)] ?? { reason: "search_failed" });
  };
  return Object.fromEntries(entries.map((entry) => [entry.name, valueOf(entry)]));
}

function ofProduct(field: Product[keyof Product]): ReadValue {
  return "value" in field
    ? { value: field.value, text: cutChars(field.text, maxShownChars) }
    : { value: null, text: null, reason: field.reason };
}

function ofElements(texts: readonly string[] | null | undefined): Found {
  if (texts === undefined) return { reason: "page_changed" };
  return texts === null ? { reason: "invalid_selector" } : { texts };
}

function ofMatches(matches: readonly string[][] | null, index: number): Found {
  return matches === null ? { reason: "search_failed" } : { texts: matches[index] ?? [] };
}

const currency = String.raw`(?:\p{Sc}|\b(?:CHF|EUR|USD|GBP|kr)\b)`;
const digits = String.raw`[0-9][0-9.,'’]*`;
const blank = String.raw`[ \x{a0}\x{202f}]?`;
const amount = { pattern: `${currency}${blank}${digits}|${digits}${blank}${currency}`, maxMatches: 200 };

/** The amounts of money in a text, which show how the page writes numbers. */
async function findAmounts(text: string, search: RunOptions): Promise<string[]> {
  const [amounts = []] = (await searchText({ text, patterns: [amount], maxChars: 100 }, search)) ?? [];
  return amounts;
}
