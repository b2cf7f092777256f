import type { Table } from "mdast";
import type { Options } from "remark-stringify";

type Writers = NonNullable<Options["handlers"]>;
type WriteText = NonNullable<Writers["text"]>;
type WriteTable = NonNullable<Writers["table"]>;

/** Where nodes are written differently from what the library does by itself. */
export const writers: Writers = { text: writeText, table: writeTable };

/** An underscore inside a word is no mark in GFM; escaping it would only litter names. */
function writeText(...[node, , state, info]: Parameters<WriteText>): string {
  return state.safe(node.value, info).replaceAll(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, "_");
}

/** A table without padding (cells can be long), its delimiters of three dashes, which every reader knows. */
function writeTable(...[node, , state, info]: Parameters<WriteTable>): string {
  const table: Table = node;
  const exit = state.enter("table");
  const rows = table.children.map((row) => {
    const cells = row.children.map((cell) => {
      const leave = state.enter("tableCell");
      const text = state.containerPhrasing(cell, { ...info, before: " ", after: " " });
      leave();
      return text;
    });
    return `| ${cells.join(" | ")} |`;
  });
  exit();
  const dashes = { left: ":--", right: "--:", center: ":-:" };
  const delimiters = (table.align ?? []).map((align) => (align == null ? "---" : dashes[align]));
  return [rows[0], `| ${delimiters.join(" | ")} |`, ...rows.slice(1)].join("\n");
}
