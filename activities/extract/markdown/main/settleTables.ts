import { isLayoutTable } from "../tables.ts";
import type { Block, Part } from "./blocks.ts";

/** A table of data is kept or left out as a whole, by what most of its text is. */
export function settleTables(blocks: readonly Block[], kept: boolean[]): void {
  const tables = new Map<Part, number[]>();
  const layout = new Map<Part, boolean>();
  for (const [index, { part }] of blocks.entries()) {
    const table = tableAround(part);
    if (table === null) continue;
    if (!layout.has(table)) layout.set(table, isLayoutTable(table.element));
    if (layout.get(table) === true) continue;
    const indices = tables.get(table);
    if (indices === undefined) tables.set(table, [index]);
    else indices.push(index);
  }
  for (const indices of tables.values()) {
    const length = (which: readonly number[]) =>
      which.reduce((sum, index) => sum + (blocks[index]?.text.length ?? 0), 0);
    const isKept = length(indices.filter((index) => kept[index])) * 2 >= length(indices);
    for (const index of indices) kept[index] = isKept;
  }
}

function tableAround(part: Part): Part | null {
  for (let at: Part | null = part; at !== null; at = at.parent) if (at.element.localName === "table") return at;
  return null;
}
