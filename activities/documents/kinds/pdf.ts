import { fileURLToPath } from "node:url";
import { html, type Html } from "#markup/html.ts";
import { type Contents, counted, nameOf, pageLimits, type Source } from "../contents.ts";
import { type PdfLine, pdfBlocks } from "./pdfBlocks.ts";

/** Pages that are read. */
const maxPages = 200;

/** The text of a PDF, by its headings and paragraphs. Null for a file that is broken, or locked with a password. */
export async function readPdf({ bytes, url }: Source): Promise<Contents | null> {
  // Loaded when the first PDF comes, as it takes the memory of all other readers together.
  const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const loading = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    // Names of characters in Chinese, Japanese and Korean.
    cMapUrl: fileURLToPath(new URL("../../cmaps/", import.meta.resolve("pdfjs-dist/legacy/build/pdf.mjs"))),
    disableFontFace: true,
    enableXfa: false,
    useWasm: false,
  });
  try {
    const file = await loading.promise;
    const { info } = await file.getMetadata();
    const title = "Title" in info && typeof info.Title === "string" ? info.Title.trim() : "";
    const lines: PdfLine[] = [];
    let chars = 0;
    let pages = 0;
    for (; pages < Math.min(file.numPages, maxPages) && chars < pageLimits.chars; pages += 1) {
      const page = await file.getPage(pages + 1);
      const { items } = await page.getTextContent();
      const found = linesOf(items);
      chars += found.reduce((sum, { text }) => sum + text.length, 0);
      lines.push(...found);
      page.cleanup();
    }
    const all = counted(file.numPages, "pages");
    return {
      title: title === "" ? nameOf(url) : title,
      body: html`${pdfBlocks(lines).map(({ isHeading, text }): Html => (isHeading ? html`<h2>${text}</h2>` : html`<p>${text}</p>`))}`,
      data: null,
      leftOut: pages < file.numPages ? `The page shows the first ${counted(pages, "pages")} of ${all}.` : null,
    };
  } catch (error) {
    if (error instanceof Error && /^(?:InvalidPDF|Password|FormatError|UnknownError)/u.test(error.name)) return null;
    throw error;
  } finally {
    await loading.destroy();
  }
}

/** A piece of text as the library gives it. Marks of the structure have no text. */
type Item = { str: string; height: number; transform: unknown[]; hasEOL: boolean } | { type: string };

function linesOf(items: readonly Item[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine | null = null;
  for (const item of items) {
    if (!("str" in item)) continue;
    const y = Number(item.transform[5]);
    line ??= { text: "", height: 0, y, beginsPage: lines.length === 0 };
    line.text += item.str;
    if (item.str.trim() !== "") line.height = Math.max(line.height, item.height);
    if (!item.hasEOL) continue;
    lines.push(line);
    line = null;
  }
  if (line !== null) lines.push(line);
  return lines.filter(({ text }) => text.trim() !== "");
}
