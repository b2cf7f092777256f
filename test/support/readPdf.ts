import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";

/** The contents of a PDF file. Sizes are in points. */
export type ReadPdf = {
  /** The text of each page. */
  texts: string[];
  /** Width and height of each page. */
  sizes: [width: number, height: number][];
  /** Titles of the outline; entries below another one are indented by a blank. */
  outline: string[];
  tagged: boolean;
};

type Entry = { title: string; items: Entry[] };

/** Reads a PDF with Mozilla's reader, which shares no code with Chromium. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const document = await loading.promise;
  const read: ReadPdf = { texts: [], sizes: [], outline: [], tagged: false };
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const tree: { children: unknown[] } | null = await page.getStructTree();
    read.tagged ||= (tree?.children.length ?? 0) > 0;
    read.texts.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
    read.sizes.push([Math.round(width), Math.round(height)]);
  }
  const entries: Entry[] | null = await document.getOutline();
  read.outline = titlesOf(entries ?? [], "");
  await loading.destroy();
  return read;
}

function titlesOf(entries: Entry[], indent: string): string[] {
  return entries.flatMap(({ title, items }) => [`${indent}${title}`, ...titlesOf(items, `${indent} `)]);
}
