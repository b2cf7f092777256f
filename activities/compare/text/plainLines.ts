/** The lines of a Markdown text as a reader sees them: without marks, with single spaces, without empty lines. */
export function plainLines(markdown: string): string[] {
  return markdown
    .split("\n")
    .map((line) => collapse(withoutMarks(line)))
    .filter((line) => line !== "");
}

/** The words of a line. Signs belong to their word, so `-5` differs from `+5`. */
export function wordsOf(line: string): string[] {
  return line.split(" ");
}

/** Fences of code, the line below a table's head, and rules. */
const markLine = /^\s*(?:`{3,}.*|\|(?: :?-+:? \|)+|-{3,}|\*{3,})\s*$/u;
/** Quotes, headings and items, at the begin of a line. A number of an item follows from its place, so it is no word. */
const leadingMarks = /^(?:\s*(?:>|#{1,6}(?=\s)|[-*+](?=\s)|\d{1,9}[.)](?=\s)))+\s*/u;
/** Marks inside a line: a tag, marks of bold, struck and code text, the bars of a table. An escaped sign is kept. */
const inlineMarks = /\\([!-/:-@[-`{-~])|<\/?(?:br|sub|sup)>|\*+|~~|`+|\\$/gu;

function withoutMarks(line: string): string {
  if (markLine.test(line)) return "";
  const row = line.startsWith("|") ? line.replaceAll(/(?<!\\)\|/gu, " ") : line;
  return row
    .replace(leadingMarks, "")
    .replaceAll(inlineMarks, (mark, escaped: string | undefined) => escaped ?? (mark === "<br>" ? " " : ""))
    .replaceAll(/&(?:#x20|amp|lt|gt);/gu, (entity) => entities[entity] ?? entity);
}

const entities: Readonly<Record<string, string>> = { "&#x20;": " ", "&amp;": "&", "&lt;": "<", "&gt;": ">" };

function collapse(line: string): string {
  return line.replaceAll(/[\s\u200b\ufeff\u00ad]+/gu, (gap) => (/\s/u.test(gap) ? " " : "")).trim();
}
