import type { Protocol } from "puppeteer";
import { defaultSheet, marginsOf, type PdfSpec, type Sheet, sheetOf } from "#schemas/renders/pdf.ts";
import type { Texts } from "#schemas/renders/texts.ts";
import { RenderFailure } from "../../failures.ts";
import type { CapturedPdf } from "../../ports.ts";
import { addSheet, readHeadings, weakenPageRules } from "../inPage/elements.ts";
import type { PageState } from "../inPage/pageSettler.ts";
import { emulatePaper } from "./emulate.ts";
import { raceNavigation, pageUnresponsive } from "../watch/hangRecovery.ts";
import { readStream } from "../watch/readStream.ts";
import { spaceTitles } from "./outlineTitles.ts";
import { pictureCanvases } from "./pictureCanvases.ts";
import { releaseFloating, reveal } from "./reveal.ts";
import { countPages } from "./countPages.ts";
import { printOnOne } from "./printOnOne.ts";
import { type CaptureRun } from "./run.ts";

/** Bytes of a PDF, which is held in memory. Chosen by eye. */
const maxPdfBytes = 50 * 2 ** 20;

/**
 * Prints the whole page.
 * @throws RenderFailure `pdf_failed` for options that do not fit the page, `page_too_large` for a PDF over 50 MiB.
 */
export async function printPage(run: CaptureRun, pdf: PdfSpec, state: PageState): Promise<CapturedPdf> {
  const { lease, guard, request } = run;
  await guard.attempt(emulatePaper(lease, request.spec), Math.min(1_000, guard.remainingMs() / 6));
  await reveal(run, state);
  await releaseFloating(run);
  await pictureCanvases(run);
  const headings = pdf.outline === true ? await guard.race(lease.world.call(readHeadings)) : [];
  const printOn = (sheet: Sheet | null) => printSheets(run, pdf, sheet);
  const printed = pdf.fitOnePage === true ? await printOnOne(run, pdf, printOn) : await printOn(sheetOf(pdf));
  return { ...printed, bytes: spaceTitles(printed.bytes, headings) };
}

/** Prints on sheets of a size; null leaves it to the page. */
async function printSheets(run: CaptureRun, pdf: PdfSpec, sheet: Sheet | null): Promise<CapturedPdf> {
  const { lease, guard, hangRecovery, request } = run;
  const properties = sheetProperties(pdf, sheet);
  await guard.race(
    lease.world.call(
      weakenPageRules,
      properties.map(([property]) => property),
    ),
  );
  const declarations = properties.map(([property, value]) => `${property}: ${value} !important`);
  await guard.race(lease.world.call(addSheet, `@page { ${declarations.join("; ")} }`));
  const params = toParams(pdf, sheet, request.texts);
  const { stream } = await hangRecovery.run(
    () => raceNavigation(lease, lease.session.send("Page.printToPDF", params)).catch(explain),
    () => (hangRecovery.exhausted() ? guard.remainingMs() : guard.remainingMs() / 2),
    pageUnresponsive,
  );
  if (stream === undefined) throw new RenderFailure("pdf_failed");
  const bytes = await guard.race(readStream(lease.session, stream, maxPdfBytes));
  if (bytes === null) throw new RenderFailure("page_too_large", "Its PDF has more than 50 MB.");
  return { bytes, pages: countPages(bytes) };
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

/** The caller's sheet and margins, by property. The page's own `@page` would otherwise turn the sheet and replace the margins. */
function sheetProperties(pdf: PdfSpec, sheet: Sheet | null): [property: string, value: string][] {
  const margins = Object.entries(pdf.margin ?? {}).map(([side, length]): [string, string] => [
    `margin-${side}`,
    length,
  ]);
  return sheet === null ? margins : [["size", `${sheet.width}in ${sheet.height}in`], ...margins];
}

function toParams(pdf: PdfSpec, sheet: Sheet | null, { pdfHeader, pdfFooter }: Texts): Protocol.Page.PrintToPDFRequest {
  const { landscape = false, scale = 1, pageRanges, printBackground = true } = pdf;
  const { top, right, bottom, left } = marginsOf(pdf);
  const { width: paperWidth, height: paperHeight } = sheet ?? defaultSheet;
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
    marginTop: top,
    marginRight: right,
    marginBottom: bottom,
    marginLeft: left,
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
