import type { ReadValues } from "#schemas/values.ts";
import { valueWords } from "../../../format/readValue.ts";
import { DataTable } from "./DataTable.tsx";

/** The values that a capture read from the page, as a table. */
export function ValuesView({ values }: { values: ReadValues }) {
  return (
    <DataTable
      caption="Values"
      columns={["Name", "Value", "On the page"]}
      rows={Object.entries(values).map(([name, reading]) => [name, valueWords(reading), reading.text ?? "—"])}
    />
  );
}
