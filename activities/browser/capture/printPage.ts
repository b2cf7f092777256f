import type { CDPSession, Protocol } from "puppeteer";
import { defaultMargin, paperSizes, type PdfSpec, toInches } from "#schemas/renders/pdf.ts";
import type { Texts } from "#schemas/renders/texts.ts";
import { RenderFailure } from "../../failures.ts";
import type { CapturedPdf } from "../../ports.ts";
import { addSheet, readHeadings, weakenPageRules } from "../inPage/elements.ts";
import type { PageState } from "../inPage/pageSettler.ts";
import { emulatePaper } from "./emulate.ts";
import { raceNavigation, pageUnresponsive } from "../watch/hangRecovery.ts";
import { spaceTitles } from "./outlineTitles.ts";
import { pictureCanvases } from "./pictureCanvases.ts";
import { releaseFloating, reveal } from "./reveal.ts";
import { countPages } from "./countPages.ts";
import { type CaptureRun } from "./run.ts";

/** Bytes of a PDF, which is held in memory. Chosen by eye. */
const maxPdfBytes = 50 * 2 ** 20;
/** Bytes of one part that the browser sends. */
const partBytes = 2 ** 20;

/**
 * Prints the whole page.
 * @throws RenderFailure `pdf_failed` for options that do not fit the page, `page_too_large` for a PDF over 50 MiB.
 */
export async function printPage(run: CaptureRun, pdf: PdfSpec, state: PageState): Promise<CapturedPdf> {
  const { lease, guard, hangRecovery, request } = run;
  await guard.attempt(emulatePaper(lease, request.spec), Math.min(1_000, guard.remainingMs() / 6));
  await reveal(run, state);
  await releaseFloating(run);
  await pictureCanvases(run);
  const headings = pdf.outline === true ? await guard.race(lease.world.call(readHeadings)) : [];
  const properties = sheetProperties(pdf);
  await guard.race(
    lease.world.call(
      weakenPageRules,
      properties.map(([property]) => property),
    ),
  );
  const declarations = properties.map(([property, value]) => `${property}: ${value} !important`);
  await guard.race(lease.world.call(addSheet, `@page { ${declarations.join("; ")} }`));
  const params = toParams(pdf, request.texts);
  const { stream } = await hangRecovery.run(
    () => raceNavigation(lease, lease.session.send("Page.printToPDF", params)).catch(explain),
    () => (hangRecovery.exhausted() ? guard.remainingMs() : guard.remainingMs() / 2),
    pageUnresponsive,
  );
  if (stream === undefined) throw new RenderFailure("pdf_failed");
  const bytes = await guard.race(readStream(lease.session, stream));
  return { bytes: spaceTitles(bytes, headings), pages: countPages(bytes) };
}

/** Why Chromium refuses to print. Its own words are for developers. */
const refusals: readonly (readonly [words: RegExp, detail: string])[] = [
  [/page range/iu, "pageRanges names a page that the document does not have."],
  [/content area is empty|margin/iu, "Its margins leave no room on the sheet."],
];

function explain(error: unknown): never {
  const said = error instanceof Error ? error.message : "";
  const found = refusals.find(([words]) => words.test(said));
  if (found !== undefined) throw new RenderFailure("pdf_failed", found[1]);
  if (/Printing failed/iu.test(said)) {
    const detail = "Header and footer load no files: give styles in a style element, and pictures as data: addresses.";
    throw new RenderFailure("pdf_failed", detail, { cause: error });
  }
  throw error;
}

/** The sheet that the caller asks for, in inches; null if the page may choose it. */
function sheetOf({ format, width, height, landscape }: PdfSpec): { width: number; height: number } | null {
  if (format === undefined && width === undefined) return null;
  const [upright, tall] =
    width === undefined || height === undefined
      ? paperSizes[format ?? "a4"]
      : ([toInches(width), toInches(height)] as const);
  return landscape === true ? { width: tall, height: upright } : { width: upright, height: tall };
}

/** The caller's sheet and margins, by property. The page's own `@page` would otherwise turn the sheet and replace the margins. */
function sheetProperties(pdf: PdfSpec): [property: string, value: string][] {
  const sheet = sheetOf(pdf);
  const margins = Object.entries(pdf.margin ?? {}).map(([side, length]): [string, string] => [
    `margin-${side}`,
    length,
  ]);
  return sheet === null ? margins : [["size", `${sheet.width}in ${sheet.height}in`], ...margins];
}

function toParams(pdf: PdfSpec, { pdfHeader, pdfFooter }: Texts): Protocol.Page.PrintToPDFRequest {
  const { landscape = false, scale = 1, pageRanges, printBackground = true, margin = {} } = pdf;
  const { top = defaultMargin, right = defaultMargin, bottom = defaultMargin, left = defaultMargin } = margin;
  const sheet = sheetOf(pdf);
  const [paperWidth, paperHeight] = sheet === null ? paperSizes.a4 : [sheet.width, sheet.height];
  // An empty template would be replaced by Chromium's own, with title and address.
  const [headerTemplate, footerTemplate] = [pdfHeader ?? "<span></span>", pdfFooter ?? "<span></span>"];
  return {
    transferMode: "ReturnAsStream",
    paperWidth,
    paperHeight,
    preferCSSPageSize: true,
    landscape: landscape && sheet === null,
    scale,
    printBackground,
    marginTop: toInches(top),
    marginRight: toInches(right),
    marginBottom: toInches(bottom),
    marginLeft: toInches(left),
    ...(pageRanges !== undefined && { pageRanges }),
    ...((pdfHeader !== undefined || pdfFooter !== undefined) && {
      displayHeaderFooter: true,
      headerTemplate,
      footerTemplate,
    }),
    generateTaggedPDF: pdf.tagged ?? true,
    generateDocumentOutline: pdf.outline ?? false,
  };
}

/** @throws RenderFailure `page_too_large` beyond `maxPdfBytes`. */
async function readStream(session: CDPSession, handle: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for (;;) {
      const { data, base64Encoded = false, eof } = await session.send("IO.read", { handle, size: partBytes });
      const part = Buffer.from(data, base64Encoded ? "base64" : "latin1");
      parts.push(part);
      length += part.length;
      if (length > maxPdfBytes) throw new RenderFailure("page_too_large", "Its PDF has more than 50 MB.");
      if (eof) return Buffer.concat(parts);
    }
  } finally {
    await session.send("IO.close", { handle });
  }
}
