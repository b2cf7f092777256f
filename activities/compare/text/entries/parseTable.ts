import { plainLines } from "../plainLines.ts";
import type { DataNode } from "./node.ts";

/** A table as a list of rows, and the names of its columns. */
export type Table = { columns: readonly string[]; rows: readonly ReadonlyMap<string, DataNode>[] };

/** Reads a text that is a Markdown table alone. Null for other texts, and for a row with another number of cells. */
export function parseTable(lines: readonly string[]): Table | null {
  const [head, rule, ...rest] = lines.filter((line) => line.trim() !== "").map(cellsOf);
  if (head === undefined || head === null || !(rule?.every((cell) => /^:?-+:?$/u.test(cell)) ?? false)) return null;
  const columns = uniqueNames(head);
  const rows: ReadonlyMap<string, DataNode>[] = [];
  for (const cells of rest) {
    if (cells?.length !== columns.length) return null;
    rows.push(new Map(columns.map((name, column) => [name, cells[column] ?? ""])));
  }
  return { columns, rows };
}

/** The words of the cells of a row. A bar with a backslash is part of its cell. Null for a line that is no row. */
function cellsOf(line: string): string[] | null {
  const row = line.trim();
  if (row.length < 2 || !row.startsWith("|") || !row.endsWith("|")) return null;
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/u)
    .map((cell) => plainCell(cell.trim()));
}

function plainCell(cell: string): string {
  return /^:?-+:?$/u.test(cell) ? cell : (plainLines(`|${cell}|`)[0] ?? "");
}

/** The names of columns. A repeated or empty one gets the number of its column. */
function uniqueNames(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.map((name, index) => {
    const unique = name === "" || seen.has(name) ? `${name || "column"} ${index + 1}` : name;
    seen.add(unique);
    return unique;
  });
}
