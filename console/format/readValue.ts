import type { ReadValue, Value } from "#schemas/values.ts";
import { cutSide, oneLine } from "#rules/oneLine.ts";

/** A value of a page in words, or why it could not be read. */
export function valueWords({ value, reason = "" }: ReadValue): string {
  return value === null ? (reasonWords[reason] ?? "Could not be read") : wordsOf(value);
}

/** A value in a short line, as it is on the page if the page has words for it. */
export function readingWords(reading: ReadValue): string {
  const { value, text } = reading;
  const isTold = value !== null && typeof value !== "boolean" && text !== null && text !== "";
  return cutSide(oneLine(isTold ? text : valueWords(reading)));
}

const reasonWords: Readonly<Record<string, string>> = {
  not_found: "Not on the page",
  too_long: "Too long",
  invalid_selector: "The browser refuses the selector",
  search_failed: "The search took too long",
  no_json: "The page is no JSON",
  too_complex: "The path asks for too much work",
  page_changed: "The page hindered the reading",
  no_number: "No number",
  several_numbers: "Several numbers",
  range: "A range of numbers",
  ambiguous_number: "The page does not tell which number it is",
  several_products: "Several products",
  several_prices: "Several prices",
  several_currencies: "Several currencies",
  several_availabilities: "Several availabilities",
  unknown_availability: "An availability that schema.org does not name",
};

function wordsOf(value: Value): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string" || typeof value === "number") return String(value);
  return value.length === 0 ? "None" : value.join(", ");
}
