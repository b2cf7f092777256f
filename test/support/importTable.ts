import { folders, restrictedPackages } from "../../oxlint.config.ts";

/** A table of names that the documents show as code. */
type Row = readonly [folder: string, ...cells: string[][]];

/** The folders that each folder may import, as the linter enforces it. */
const importRows = Object.entries(folders).map(([folder, { values, types = [] }]): Row => [folder, values, types]);

/** The folders that may import each restricted package. */
const packageRows = restrictedPackages.map(([name, importers]): Row => [name, importers]);

/** The document with the tables of imports as the linter's configuration has them now. */
export function withImportTables(document: string): string {
  const imports = tableOf(["folder", "may import", "types only"], importRows);
  return withTable(withTable(document, imports), tableOf(["import", "allowed in"], packageRows));
}

/** The document with this table in place of the one that has the same head. @throws Error if it has no such table. */
function withTable(document: string, table: string): string {
  const head = table.slice(0, table.indexOf("\n") + 1);
  const start = document.indexOf(head);
  if (start === -1) throw new Error(`The document has no table with the head ${head}`);
  const [before = ""] = /^(?:\|.*\n)+/.exec(document.slice(start)) ?? [];
  return document.slice(0, start) + table + document.slice(start + before.length);
}

function tableOf(head: string[], rows: readonly Row[]): string {
  const lines = rows.map(([name, ...cells]) => [
    code(name),
    ...cells.map((names) => names.map(code).join(", ") || "–"),
  ]);
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function code(name: string): string {
  return `\`${name}\``;
}
