import { html, type Html } from "#markup/html.ts";
import { type Contents, counted, nameOf, pageLimits, type Source } from "../contents.ts";
import { drawPage, type PagePicture } from "../pdf/drawPage.ts";
import { openPdf, type PdfFile } from "../pdf/openPdf.ts";
import { type PdfBlock, pdfBlocks } from "../pdf/pdfBlocks.ts";
import { linesOf, type PdfLine } from "../pdf/pdfLines.ts";

/** Pages that are read. */
const maxPages = 200;
/** Pages that are drawn. A page takes about a tenth of a second. */
const maxDrawnPages = 20;
/** Bytes of all pictures at most. Only photographs reach it. */
const maxPictureBytes = 12_000_000;
/**
 * Processor time after which no page is drawn any more, in milliseconds. Only drawings of many thousand lines and large scans
 * reach it. It is no clock time, so that a busy machine draws the same pages.
 */
const maxDrawingMs = 6_000;

/** A page that was read. Its size is in points. `picture` is null for one that was not drawn. */
type ReadPage = { width: number; height: number; lines: PdfLine[]; picture: PagePicture | null };

/** A PDF with its pages as pictures, and its headings and paragraphs in their places. Null for a broken or locked file. */
export function readPdf({ bytes, url, draws }: Source): Promise<Contents | null> {
  return openPdf(bytes, async (file) => {
    const pages = await readPages(file, draws);
    const blocks = Map.groupBy(pdfBlocks(pages.flatMap(({ lines }) => lines)), ({ page }) => page);
    return {
      title: file.title === "" ? nameOf(url) : file.title,
      body: html`${pages.map((page, index) => section(page, blocks.get(index) ?? []))}`,
      data: null,
      leftOut: leftOut(file.pages, pages, draws),
    };
  });
}

async function readPages(file: PdfFile, draws: boolean): Promise<ReadPage[]> {
  const pages: ReadPage[] = [];
  let chars = 0;
  let bytes = 0;
  const before = process.cpuUsage();
  while (pages.length < Math.min(file.pages, maxPages) && chars < pageLimits.chars) {
    const isDrawn =
      draws && pages.length < maxDrawnPages && bytes < maxPictureBytes && elapsedMs(before) < maxDrawingMs;
    const page = await readPage(file, pages.length, isDrawn);
    chars += page.lines.reduce((sum, { text }) => sum + text.length, 0);
    bytes += page.picture?.bytes.length ?? 0;
    pages.push(page);
  }
  return pages;
}

/** Processor time since a moment, in milliseconds. */
function elapsedMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function readPage({ pdfium, document }: PdfFile, index: number, isDrawn: boolean): Promise<ReadPage> {
  const pointer = pdfium.FPDF_LoadPage(document, index);
  // A broken page of a good file is empty.
  if (pointer === 0) return { width: 0, height: 0, lines: [], picture: null };
  try {
    const [width, height] = [pdfium.FPDF_GetPageWidthF(pointer), pdfium.FPDF_GetPageHeightF(pointer)];
    const lines = linesOf(pdfium, pointer, { page: index, pageHeight: height });
    const hasSize = width > 0 && height > 0;
    return {
      width,
      height,
      lines,
      picture: isDrawn && hasSize ? await drawPage(pdfium, pointer, { width, height }) : null,
    };
  } finally {
    pdfium.FPDF_ClosePage(pointer);
  }
}

/** A page: its picture with its text in place, which is there for readers and not drawn again. Without a picture, the text. */
function section(page: ReadPage, blocks: readonly PdfBlock[]): Html {
  if (page.picture === null) return html`<section>${blocks.map((block) => element(block, null))}</section>`;
  const { width, height, picture } = page;
  const look = `aspect-ratio:${width}/${height};background-image:url(data:${picture.type};base64,${picture.bytes.toString("base64")})`;
  return html`<section class="drawn" style="${look}">${blocks.map((block) => element(block, page))}</section>`;
}

function element({ isHeading, text, height, box }: PdfBlock, page: ReadPage | null): Html {
  const place = page === null ? null : html` style="${placeOf(box, height, page)}"`;
  return isHeading ? html`<h2${place}>${text}</h2>` : html`<p${place}>${text}</p>`;
}

/** A share in hundredths, as CSS takes it. */
function share(part: number, whole: number): string {
  return ((part / whole) * 100).toFixed(2);
}

/** The place of a block in shares of its page. */
function placeOf({ left, top, right, bottom }: PdfBlock["box"], letterHeight: number, page: ReadPage): string {
  return [
    `left:${share(left, page.width)}%`,
    `top:${share(top, page.height)}%`,
    `width:${share(right - left, page.width)}%`,
    `height:${share(bottom - top, page.height)}%`,
    `font-size:${share(letterHeight, page.width)}cqw`,
  ].join(";");
}

function leftOut(all: number, pages: readonly ReadPage[], draws: boolean): string | null {
  const drawn = pages.filter(({ picture }) => picture !== null).length;
  const parts = [
    ...(pages.length < all
      ? [`The page shows the first ${counted(pages.length, "pages")} of ${counted(all, "pages")}.`]
      : []),
    ...(draws && drawn < pages.length ? [`Pages after the first ${counted(drawn, "pages")} are shown as text.`] : []),
  ];
  return parts.length === 0 ? null : parts.join(" ");
}
