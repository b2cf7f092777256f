import type { Table } from "#schemas/extracts/structure.ts";
import { itemText, statedName } from "./looks.ts";
import { explicitRole } from "./readLandmarks.ts";
import type { PageFunction } from "./safeDom.ts";
import type { PageItem } from "./survey.ts";

/** Runs in the page: its tables of data, those made of other elements by their roles too. */
export function readTables(told: readonly PageItem[], limit: number): Table[] {
  const ofRoles = new Map<PageItem, { headers: Element[]; rows: number; columns: number }>();
  const found: { item: PageItem; read: () => Table }[] = [];
  for (const item of told) {
    const role = explicitRole(item.element);
    if (/^(?:table|grid|treegrid)$/u.test(role) && !(item.element instanceof HTMLTableElement)) {
      const counts = { headers: [], rows: 0, columns: 0 };
      ofRoles.set(item, counts);
      found.push({ item, read: () => roleTable(item, counts) });
    } else if (item.element instanceof HTMLTableElement && isDataTable(item.element, role)) {
      const table = item.element;
      found.push({ item, read: () => dataTable(table) });
    } else noteCell(item, role, ofRoles);
    if (found.length >= limit) break;
  }
  return found.map(({ read }) => read());
}

/** Runs in the page: whether a table holds data rather than places things. */
function isDataTable(table: HTMLTableElement, role: string): boolean {
  if (role === "presentation" || role === "none") return false;
  if (table.caption !== null || table.tHead !== null) return true;
  const { rows } = table;
  const first = Array.from(rows).slice(0, 100);
  // Those of its own: a table inside may have some too.
  if (first.some(({ cells }) => Array.from(cells).some((cell) => cell.localName === "th"))) return true;
  return rows.length > 1 && (rows[0]?.cells.length ?? 0) > 1 && table.querySelector("table") === null;
}

/** Runs in the page: what a table says of itself. */
function dataTable(table: HTMLTableElement): Table {
  const rows = Array.from(table.rows).slice(0, 100);
  const headerRow = rows.find((row) => Array.from(row.cells).every((cell) => cell.localName === "th"));
  const headers = Array.from((headerRow ?? table.tHead?.rows[0])?.cells ?? []).slice(0, 100);
  return {
    caption: (table.caption === null ? "" : itemText(table.caption, 300)) || statedName(table),
    headers: headers.map((cell) => itemText(cell, 200)),
    rows: table.rows.length,
    columns: Math.max(0, ...rows.map(columnsIn)),
  };
}

/** Runs in the page: how many columns a row spans. */
function columnsIn({ cells }: HTMLTableRowElement): number {
  return Array.from(cells).reduce((sum, { colSpan }) => sum + Math.min(colSpan, 1000), 0);
}

/** Runs in the page: counts a row or header of a table that is made by roles. */
function noteCell(
  item: PageItem,
  role: string,
  tables: Map<PageItem, { headers: Element[]; rows: number; columns: number }>,
): void {
  if (tables.size === 0 || !/^(?:row|columnheader)$/u.test(role)) return;
  let around = item.parent;
  while (around !== null && !tables.has(around)) around = around.parent;
  const counts = around === null ? undefined : tables.get(around);
  if (counts === undefined) return;
  if (role === "columnheader" && counts.headers.length < 100) counts.headers.push(item.element);
  if (role !== "row") return;
  counts.rows += 1;
  const cells = item.element.querySelectorAll("[role=cell], [role=gridcell], [role=columnheader], [role=rowheader]");
  counts.columns = Math.max(counts.columns, cells.length);
}

/** Runs in the page: what a table that is made by roles says of itself. */
function roleTable(
  { element }: PageItem,
  { headers, rows, columns }: { headers: Element[]; rows: number; columns: number },
): Table {
  return {
    caption: statedName(element),
    headers: headers.map((header) => itemText(header, 200)),
    rows,
    columns: Math.max(columns, headers.length),
  };
}

/** The functions of this file. */
export const readingTables: readonly PageFunction[] = [
  columnsIn,
  dataTable,
  isDataTable,
  noteCell,
  readTables,
  roleTable,
];
