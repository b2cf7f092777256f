import { type Box, type PdfLine, union } from "./pdfLines.ts";

/** A paragraph or a heading. Its page and place are those of its part on the page where it begins. */
export type PdfBlock = { isHeading: boolean; text: string; height: number; box: Box; page: number };

/** Height of a heading's letters, as a share of the commonest one. By eye. */
const minHeadingRatio = 1.15;
/** Distance of two lines of a paragraph at most, in heights of a line. By eye. */
const maxLineGap = 1.7;
/** Longest heading, characters. */
const maxHeadingChars = 200;

/** Lines as paragraphs and headings. A PDF has no marks of either, so their distances and the size of their letters decide. */
export function pdfBlocks(lines: readonly PdfLine[]): PdfBlock[] {
  const usual = usualHeight(lines);
  const blocks: PdfBlock[] = [];
  let before: PdfLine | null = null;
  for (const line of lines) {
    const isHeading = line.height >= usual * minHeadingRatio && line.text.length <= maxHeadingChars;
    const last = blocks.at(-1);
    if (last !== undefined && last.isHeading === isHeading && before !== null && continues(before, line)) {
      last.text = joined(last.text, line.text);
      if (line.page === last.page) last.box = union(last.box, line.box);
    } else {
      const { height, box, page } = line;
      blocks.push({ isHeading, text: line.text.trim(), height, box, page });
    }
    before = line;
  }
  return blocks;
}

/** Whether two lines are of one block: of one size, and near each other. A paragraph may go on over pages. */
function continues(before: PdfLine, line: PdfLine): boolean {
  if (Math.abs(before.height - line.height) > 1) return false;
  if (line.beginsPage) return !/[.!?:]\s*$/u.test(before.text);
  const height = Math.max(before.height, line.height, 1);
  const gap = line.box.bottom - before.box.bottom;
  // Letters reach below their line by about a third of their size.
  return gap > -height / 3 && gap <= height * maxLineGap;
}

/** Two lines as one text. A word that a hyphen divides becomes whole again. */
function joined(text: string, next: string): string {
  const rest = next.trim();
  return /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(rest) ? text.slice(0, -1) + rest : `${text} ${rest}`;
}

/** The height of most characters. */
function usualHeight(lines: readonly PdfLine[]): number {
  const chars = new Map<number, number>();
  for (const { height, text } of lines) {
    const rounded = Math.round(height * 2) / 2;
    chars.set(rounded, (chars.get(rounded) ?? 0) + text.length);
  }
  return [...chars].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}
