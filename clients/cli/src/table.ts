import type { Cli } from "./cli.ts";

/** The columns of a table: a heading, and the text of a row under it. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | boolean | null | undefined>>;

/** Spaces between two columns. */
const gap = "  ";
/** Characters that a shortened column keeps at least. */
const minWidth = 8;
const segmenter = new Intl.Segmenter();

/**
 * Prints a list: an array with `--json`, an item a line as it arrives with `--jsonl`, else a table. It reads no more
 * items than `limit`.
 */
export async function printList<Row>(
  cli: Cli,
  items: AsyncIterable<Row> | Iterable<Row>,
  { limit = Infinity, columns }: { limit?: number; columns: Columns<Row> },
): Promise<void> {
  const rows: Row[] = [];
  let count = 0;
  if (limit > 0) {
    for await (const item of items) {
      if (cli.flags.jsonl) await cli.print(item, () => "");
      else rows.push(item);
      count += 1;
      if (count >= limit) break;
    }
  }
  if (!cli.flags.jsonl) await cli.print(rows, () => toTable(cli, rows, columns));
}

/** Aligned columns below their headings. On a terminal the widest columns are shortened to fit. Empty without rows. */
function toTable<Row>(cli: Cli, rows: readonly Row[], columns: Columns<Row>): string {
  if (rows.length === 0) return "";
  const { isTTY, columns: terminalWidth = 80 } = cli.io.stdout;
  const headings = Object.keys(columns).map((heading) => heading.toUpperCase());
  const lines = [headings, ...rows.map((row) => Object.values(columns).map((text) => toCell(text(row))))];
  const natural = headings.map((_heading, index) => Math.max(...lines.map((cells) => lengthOf(cells[index] ?? ""))));
  const widths = isTTY === true ? fitWidths(natural, terminalWidth - 1) : natural;
  return lines
    .map((cells) =>
      cells
        .map((cell, index) => pad(cell, widths[index] ?? 0))
        .join(gap)
        .trimEnd(),
    )
    .join("\n");
}

/** Names and values below each other, for one thing. */
export function toFacts(facts: Readonly<Record<string, string | number | boolean | null | undefined>>): string {
  const shown = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}${gap}${toCell(value)}`).join("\n");
}

/** Text of a page or an owner as one line, without the codes that would move a terminal's cursor. */
function toCell(value: string | number | boolean | null | undefined): string {
  return String(value ?? "-").replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
}

/** Takes characters from the widest column until the line fits. */
function fitWidths(natural: readonly number[], available: number): number[] {
  const widths = [...natural];
  const total = () => widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1));
  while (total() > available) {
    const widest = widths.indexOf(Math.max(...widths));
    const width = widths[widest] ?? 0;
    if (width <= minWidth) break;
    widths[widest] = width - 1;
  }
  return widths;
}

function pad(cell: string, width: number): string {
  const characters = charactersOf(cell);
  if (characters.length > width) return `${characters.slice(0, width - 1).join("")}…`;
  return cell + " ".repeat(width - characters.length);
}

function lengthOf(cell: string): number {
  return charactersOf(cell).length;
}

/** Characters as people see them: an emoji of several code points is one. */
function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
