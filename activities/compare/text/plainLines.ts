import { readEntryMark } from "../../documents/entryIds.ts";

/**
 * The lines of a Markdown text as a reader sees them: without marks, with single spaces, without empty lines. Lines of a
 * fence stay as they are. A `*` or `#` is text there.
 */
export function plainLines(markdown: string): string[] {
  let fence: Fence | null = null;
  const lines: string[] = [];
  for (const line of markdown.split("\n")) {
    const next: Fence | null = fence === null ? fenceOf(line) : isEnd(line, fence) ? null : fence;
    if (fence === null && next === null) lines.push(withoutMarks(line));
    else if (fence !== null && next !== null) lines.push(line.replace(fence.quotes, ""));
    fence = next;
  }
  return lines.map(collapse).filter((line) => line !== "");
}

/** An open fence: its backticks, and the quote marks before each of its lines. */
type Fence = { ticks: string; quotes: RegExp };

function fenceOf(line: string): Fence | null {
  const found = /^((?:\s|>|[-*+]\s|\d{1,9}[.)]\s)*)(`{3,})[^`]*$/u.exec(line);
  const [, before = "", ticks = ""] = found ?? [];
  if (found === null) return null;
  const depth = before.split(">").length - 1;
  return { ticks, quotes: new RegExp(`^(?:\\s*>){0,${depth}}`, "u") };
}

function isEnd(line: string, { ticks, quotes }: Fence): boolean {
  const rest = line.replace(quotes, "").trim();
  return rest.startsWith(ticks) && /^`+$/u.test(rest);
}

/** The line below a table's head, and rules. */
const markLine = /^\s*(?:\|(?: :?-+:? \|)+|-{3,}|\*{3,})\s*$/u;
/** Quotes, headings and items, at the begin of a line. A number of an item follows from its place, so it is no word. */
const leadingMarks = /^(?:\s*(?:>|#{1,6}(?=\s)|[-*+](?=\s)|\d{1,9}[.)](?=\s)))+\s*/u;
/**
 * Inline code, an escaped sign, and marks inside a line: a tag, marks of bold and struck text, lone backticks. Inline code
 * is text, signs included. A sign marks a raised or lowered number, so `$19<sup>99</sup>` differs from $1999.
 */
const inlineMarks =
  /\\(?<escaped>[!-/:-@[-`{-~])|(?<!`)(?<ticks>`+)(?!`)(?<code>.+?)(?<!`)\k<ticks>(?!`)|(?<raised><sup>(?=[-+−]?\d))|(?<lowered>(?<=\d)<sub>(?=\d))|<\/?(?:br|sub|sup)>|\*+|~~|`+|\\$|&(?:#x20|amp|lt|gt);/gu;

/** The groups of a match, in their order. */
type Found = readonly (string | undefined)[];

function withoutMarks(line: string): string {
  if (markLine.test(line) || readEntryMark(line) !== null) return "";
  const isRow = line.startsWith("|");
  const row = isRow ? line.replaceAll(/(?<!\\)\|/gu, " ") : line;
  return row
    .replace(leadingMarks, "")
    .replaceAll(inlineMarks, (mark: string, ...[escaped, , code, raised, lowered]: Found) => {
      if (code !== undefined) return isRow ? code.replaceAll(String.raw`\|`, "|") : code;
      if (raised !== undefined) return "^";
      if (lowered !== undefined) return "_";
      return escaped ?? replacements[mark] ?? "";
    });
}

const replacements: Readonly<Record<string, string>> = {
  "<br>": " ",
  "&#x20;": " ",
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
};

/** One space for each gap, and one form for letters that can be composed in two ways. */
export function collapse(line: string): string {
  return (
    line
      .normalize("NFC")
      // A single space stays, so it needs no call.
      .replaceAll(/[\s\u200b\ufeff\u00ad]{2,}|[^\S ]|[\u200b\u00ad]/gu, (gap) => (/\s/u.test(gap) ? " " : ""))
      .trim()
  );
}
