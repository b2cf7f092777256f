import papaparse from "papaparse";
import { html } from "#markup/html.ts";
import { type Contents, counted, nameOf, pageLimits, type Source } from "../contents.ts";
import { decodeReply } from "../decodeReply.ts";

/** Columns that are shown. */
const maxColumns = 200;

/** A table of comma-separated values, or of those with semicolons, tabs or bars. Its first row has the names of the columns. */
export function readTable({ bytes, contentType, url }: Source): Contents | null {
  const text = decodeReply(bytes, contentType);
  const { data } = papaparse.parse<string[]>(text, { skipEmptyLines: "greedy" });
  const [head, ...rows] = data;
  if (head === undefined || !isTable(data)) return null;
  const names = head.slice(0, maxColumns);
  const maxRows = Math.min(pageLimits.rows, Math.floor(pageLimits.cells / names.length));
  const shownRows = rows.slice(0, maxRows);
  const hiddenParts = [
    rows.length > shownRows.length ? `${counted(shownRows.length, "rows")} of ${counted(rows.length, "rows")}` : null,
    head.length > names.length ? `${counted(names.length, "columns")} of ${counted(head.length, "columns")}` : null,
  ].filter((part) => part !== null);
  return {
    title: nameOf(url),
    body: html`<table>
      <thead>
        <tr>
          ${names.map((name) => html`<th>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${shownRows.map(
          (row) =>
            html`<tr>
              ${names.map((_name, column) => html`<td>${row[column] ?? ""}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`,
    data: rows.slice(0, pageLimits.rows).map((row) => rowOf(uniqueNames(names), row)),
    leftOut: hiddenParts.length === 0 ? null : `The page shows the first ${hiddenParts.join(" and ")}.`,
  };
}

/** Whether rows are of a table: some have more than one cell, or all are one column of a file without signs of markup. */
function isTable(rows: readonly string[][]): boolean {
  return rows.some((row) => row.length > 1) || rows.every(([cell = ""]) => !/[<{]/u.test(cell));
}

/** The names of columns; a repeated or empty one gets the number of its column. */
function uniqueNames(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.map((name, index) => {
    const given = name.trim();
    const unique = given === "" || seen.has(given) ? `${given}_${index + 1}` : given;
    seen.add(unique);
    return unique;
  });
}

function rowOf(names: readonly string[], row: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, column) => [name, row[column] ?? ""]));
}
