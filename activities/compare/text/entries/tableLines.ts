import { type EntryLines, entryLines, type Naming } from "./entryLines.ts";
import { type DataNode, isList } from "./node.ts";
import { isKey } from "./pairItems.ts";
import type { Table } from "./parseTable.ts";

/**
 * Two tables as lines: `Anvil · stock: 4` for a cell, and one line for a row that one table has. The first column names a row if
 * its cells differ from each other, else the number of the row does. Another order of the columns is no difference.
 */
export function tableLines(tables: { before: Table; after: Table }, ignoreOrder: boolean): EntryLines {
  const { before, after } = tables;
  const [first = ""] = before.columns;
  const key = after.columns[0] === first && isKey(first, before.rows, after.rows) ? first : null;
  const naming: Naming = { ...rowNaming, keyOf: () => key };
  const lines = entryLines({ before: before.rows, after: after.rows }, naming, ignoreOrder);
  const kept = before.columns.filter((name) => after.columns.includes(name));
  const columns = [...kept, ...after.columns.filter((name) => !kept.includes(name))];
  const ordered = [...kept, ...before.columns.filter((name) => !kept.includes(name))];
  return {
    before: [{ path: "columns", rest: `: ${ordered.join(", ")}` }, ...lines.before],
    after: [{ path: "columns", rest: `: ${columns.join(", ")}` }, ...lines.after],
  };
}

const rowNaming: Omit<Naming, "keyOf"> = {
  root: "",
  member: (path, column) => `${path} · ${column}`,
  keyed: (_path, { value }) => value,
  item: (_path, index) => `row ${index + 1}`,
  anyItem: () => "row",
  alone: (node, { path }) => (typeof node === "string" ? `: ${node}` : cellsOf(node, path)),
};

/** The cells of a row, except the one that names it. */
function cellsOf(row: Exclude<DataNode, string>, path: string): string {
  if (isList(row)) return "";
  return [...row]
    .flatMap(([column, cell]) => (typeof cell !== "string" || cell === path ? [] : [` · ${column}: ${cell}`]))
    .join("");
}
