import type { Table } from "#schemas/extracts/structure.ts";
import { itemText, accessibleName } from "./looks.ts";
import { explicitRole } from "./readLandmarks.ts";
import type { PageFunction } from "./safeDom.ts";
import type { PageItem } from "./survey.ts";

/** Data tables, including tables made of ARIA roles. */
export function readTables(exposed: readonly PageItem[], limit: number): Table[] {
  const roleTables = new Map<PageItem, { headers: Element[]; rows: number; columns: number }>();
  const tables: { item: PageItem; read: () => Table }[] = [];
  for (const item of exposed) {
    const role = explicitRole(item.element);
    if (/^(?:table|grid|treegrid)$/u.test(role) && !(item.element instanceof HTMLTableElement)) {
      const counts = { headers: [], rows: 0, columns: 0 };
      roleTables.set(item, counts);
      tables.push({ item, read: () => roleTable(item, counts) });
    } else if (item.element instanceof HTMLTableElement && isDataTable(item.element, role)) {
      const table = item.element;
      tables.push({ item, read: () => dataTable(table) });
    } else countCell(item, role, roleTables);
    if (tables.length >= limit) break;
  }
  return tables.map(({ read }) => read());
}

/** Whether a table contains data and is not layout. */
function isDataTable(table: HTMLTableElement, role: string): boolean {
  if (role === "presentation" || role === "none") return false;
  if (table.caption !== null || table.tHead !== null) return true;
  const { rows } = table;
  const first = Array.from(rows).slice(0, 100);
  // Only the table's own rows: a nested table may have headers too.
  if (first.some(({ cells }) => Array.from(cells).some((cell) => cell.localName === "th"))) return true;
  return rows.length > 1 && (rows[0]?.cells.length ?? 0) > 1 && table.querySelector("table") === null;
}

/** Caption, headers and size of a table. */
function dataTable(table: HTMLTableElement): Table {
  const rows = Array.from(table.rows).slice(0, 100);
  const headerRow = rows.find((row) => Array.from(row.cells).every((cell) => cell.localName === "th"));
  const headers = Array.from((headerRow ?? table.tHead?.rows[0])?.cells ?? []).slice(0, 100);
  return {
    caption: (table.caption === null ? "" : itemText(table.caption, 300)) || accessibleName(table),
    headers: headers.map((cell) => itemText(cell, 200)),
    rows: table.rows.length,
    columns: Math.max(0, ...rows.map(columnsIn)),
  };
}

/** The columns that a row spans. */
function columnsIn({ cells }: HTMLTableRowElement): number {
  return Array.from(cells).reduce((sum, { colSpan }) => sum + Math.min(colSpan, 1000), 0);
}

/** Counts a row or header of an ARIA table. */
function countCell(
  item: PageItem,
  role: string,
  tables: Map<PageItem, { headers: Element[]; rows: number; columns: number }>,
): void {
  if (tables.size === 0 || !/^(?:row|columnheader)$/u.test(role)) return;
  let ancestor = item.parent;
  while (ancestor !== null && !tables.has(ancestor)) ancestor = ancestor.parent;
  const counts = ancestor === null ? undefined : tables.get(ancestor);
  if (counts === undefined) return;
  if (role === "columnheader" && counts.headers.length < 100) counts.headers.push(item.element);
  if (role !== "row") return;
  counts.rows += 1;
  const cells = item.element.querySelectorAll("[role=cell], [role=gridcell], [role=columnheader], [role=rowheader]");
  counts.columns = Math.max(counts.columns, cells.length);
}

/** Caption, headers and size of an ARIA table. */
function roleTable(
  { element }: PageItem,
  { headers, rows, columns }: { headers: Element[]; rows: number; columns: number },
): Table {
  return {
    caption: accessibleName(element),
    headers: headers.map((header) => itemText(header, 200)),
    rows,
    columns: Math.max(columns, headers.length),
  };
}

/** Dependencies of `readTables`. */
export const tableDependencies: readonly PageFunction[] = [
  columnsIn,
  dataTable,
  isDataTable,
  countCell,
  readTables,
  roleTable,
];
