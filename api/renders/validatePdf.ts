import type { FieldProblem } from "#schemas/common.ts";
import {
  lengthPattern,
  marginsOf,
  defaultSheet,
  paperInches,
  type PdfOptions,
  sheetOf,
  toInches,
} from "#schemas/renders/pdf.ts";
import { maxTextBytes } from "#schemas/renders/texts.ts";

/** The problems of a PDF's options beyond their schema. */
export function checkPdf(pdf: PdfOptions | undefined): FieldProblem[] {
  if (pdf === undefined) return [];
  const problems = [...checkSize(pdf), ...checkTexts(pdf), ...checkRanges(pdf), ...checkOutline(pdf)];
  const all = problems.length > 0 ? problems : checkMargins(pdf);
  return all.map(({ field, message }) => ({ field: `pdf.${field}`, message }));
}

const isLength = new RegExp(lengthPattern);

function checkSize({ format, width, height, fitOnePage, pageRanges }: PdfOptions): FieldProblem[] {
  if (fitOnePage === true) {
    const excluded = Object.entries({ height, pageRanges }).filter(([, value]) => value !== undefined);
    if (excluded.length > 0)
      return excluded.map(([field]) => ({ field, message: "excludes fitOnePage: leave one of them out" }));
  }
  if (width === undefined && height === undefined) return [];
  if (format !== undefined) return [{ field: "format", message: "excludes width and height: leave it or both out" }];
  return Object.entries({ width, height }).flatMap(([field, text]) => {
    if (text === undefined && field === "height" && fitOnePage === true) return [];
    if (text === undefined) return [{ field, message: "is required with the other side of the sheet" }];
    const side = isLength.test(text) ? toInches(text) : paperInches.min;
    const { min, max } = paperInches;
    return side >= min && side <= max ? [] : [{ field, message: `must be ${min}in to ${max}in` }];
  });
}

function checkTexts({ header = "", footer = "" }: PdfOptions): FieldProblem[] {
  const texts = [
    { field: "header", text: header, max: maxTextBytes.pdfHeader },
    { field: "footer", text: footer, max: maxTextBytes.pdfFooter },
  ];
  return texts.flatMap(({ field, text, max }) => {
    const bytes = Buffer.byteLength(text);
    return bytes <= max ? [] : [{ field, message: `must have at most ${max} bytes in UTF-8, and has ${bytes}` }];
  });
}

function checkRanges({ pageRanges = "" }: PdfOptions): FieldProblem[] {
  const isBackward = pageRanges.split(",").some((range) => {
    const [first, last = first] = range.split("-").map(Number);
    return Number(first) > Number(last);
  });
  return isBackward ? [{ field: "pageRanges", message: "has a range that ends before it begins" }] : [];
}

function checkOutline({ outline, tagged }: PdfOptions): FieldProblem[] {
  if (outline !== true || tagged !== false) return [];
  return [{ field: "outline", message: "needs tagged: leave tagged out" }];
}

/** The margins must leave room on the sheet. A page with a size of its own is checked when it is printed. */
function checkMargins(pdf: PdfOptions): FieldProblem[] {
  const { width: across, height: down } = sheetOf(pdf) ?? defaultSheet;
  const { top, right, bottom, left } = marginsOf(pdf);
  if (left + right < across && top + bottom < down) return [];
  return [{ field: "margin", message: "leaves no room for the page on its sheet" }];
}
