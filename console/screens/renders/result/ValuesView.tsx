import type { ReadValues } from "#schemas/values.ts";
import { DataTable } from "./DataTable.tsx";

/** The values that a capture read from the page, as a table. */
export function ValuesView({ values }: { values: ReadValues }) {
  return (
    <DataTable
      caption="Values"
      columns={["Name", "Value", "On the page"]}
      rows={Object.entries(values).map(([name, { value, text, reason }]) => [
        name,
        value === null ? (reasonWords[reason ?? ""] ?? "Could not be read") : wordsOf(value),
        text ?? "—",
      ])}
    />
  );
}

const reasonWords: Readonly<Record<string, string>> = {
  not_found: "Not on the page",
  too_long: "Too long",
  invalid_selector: "The browser refuses the selector",
  search_failed: "The search took too long",
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

function wordsOf(value: number | boolean | string | readonly string[]): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string" || typeof value === "number") return String(value);
  return value.length === 0 ? "None" : value.join(", ");
}
