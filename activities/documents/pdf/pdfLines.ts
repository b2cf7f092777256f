import { type Pdfium, withMemory } from "./openPdf.ts";

/** A rectangle in points. Its origin is the upper left corner of the page. */
export type Box = { left: number; top: number; right: number; bottom: number };

/** A line of a page. `height` is the size of its largest letters, in points. `page` counts from 0. */
export type PdfLine = { text: string; height: number; box: Box; page: number; beginsPage: boolean };

/** A place of PDFium's pages, whose origin is the lower left corner. */
type Place = { pdfium: Pdfium; text: number; scratch: number; pageHeight: number };

/** The marks that PDFium sets for a hyphen at the end of a line. It joins the two lines. */
const hyphens = new Set([0x02, 0xfffe]);
const newLine = 0x0a;
const carriageReturn = 0x0d;

/** The lines of a loaded page in its own order, without empty ones. `pageHeight` is in points. */
export function linesOf(
  pdfium: Pdfium,
  pointer: number,
  { page, pageHeight }: { page: number; pageHeight: number },
): PdfLine[] {
  const text = pdfium.FPDFText_LoadPage(pointer);
  try {
    return withMemory(pdfium, scratchBytes, (scratch) => {
      const place = { pdfium, text, scratch, pageHeight };
      const lines: PdfLine[] = [];
      let line = emptyLine(page);
      for (let index = 0; index < pdfium.FPDFText_CountChars(text); index += 1) {
        const code = pdfium.FPDFText_GetUnicode(text, index);
        if (code === newLine) {
          lines.push(line);
          line = emptyLine(page);
        } else if (code !== carriageReturn && code !== 0) {
          const letter = hyphens.has(code) ? hyphenBefore(place, index + 1) : String.fromCodePoint(code);
          addLetter(line, letter, () => measure(place, index));
        }
      }
      const all = [...lines, line].filter((each) => each.text.trim() !== "");
      return all.map((each, index) => ({ ...each, beginsPage: index === 0 }));
    });
  } finally {
    pdfium.FPDFText_ClosePage(text);
  }
}

/** A hyphen at the end of a line; empty if it divides a word, which becomes whole again. */
function hyphenBefore({ pdfium, text }: Place, index: number): string {
  const isInside = index < pdfium.FPDFText_CountChars(text);
  return isInside && /^\p{Ll}/u.test(String.fromCodePoint(pdfium.FPDFText_GetUnicode(text, index))) ? "" : "-";
}

function emptyLine(page: number): PdfLine {
  const nowhere = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  return { text: "", height: 0, box: nowhere, page, beginsPage: false };
}

function addLetter(line: PdfLine, letter: string, measured: () => { height: number; box: Box }): void {
  line.text += letter;
  if (letter.trim() === "") return;
  const { height, box } = measured();
  line.height = Math.max(line.height, height);
  line.box = union(line.box, box);
}

/** The smallest rectangle around both. */
export function union(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** Six floats of a matrix, or four doubles of a box. */
const scratchBytes = 32;
const floatBytes = 4;
const doubleBytes = 8;

/** The size of a letter as it is drawn, and its place. */
function measure({ pdfium, text, scratch, pageHeight }: Place, index: number): { height: number; box: Box } {
  const { getValue } = pdfium.pdfium;
  // The third and fourth number of a matrix are the length of an upright unit.
  const scale = pdfium.FPDFText_GetMatrix(text, index, scratch)
    ? Math.hypot(getValue(scratch + 2 * floatBytes, "float"), getValue(scratch + 3 * floatBytes, "float"))
    : 1;
  const height = pdfium.FPDFText_GetFontSize(text, index) * scale;
  const [left, right, bottom, top] = [0, 1, 2, 3].map((field) => scratch + field * doubleBytes);
  if (left === undefined || right === undefined || bottom === undefined || top === undefined)
    return { height, box: emptyLine(0).box };
  pdfium.FPDFText_GetCharBox(text, index, left, right, bottom, top);
  const at = (pointer: number) => getValue(pointer, "double");
  return {
    height,
    box: { left: at(left), top: pageHeight - at(top), right: at(right), bottom: pageHeight - at(bottom) },
  };
}
