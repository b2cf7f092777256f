import { defaultSheet, marginsOf, paperInches, type PdfSpec, type Sheet, sheetOf } from "#schemas/renders/pdf.ts";
import { RenderFailure } from "../../failures.ts";
import type { CapturedPdf } from "../../ports.ts";
import { addSheet } from "../inPage/elements.ts";
import type { CaptureRun } from "./run.ts";

const pixelsPerInch = 96;
/** Prints until the content fits. Lines may break differently on paper, so that the page gets a little taller. */
const maxTries = 3;
/** Growth of the sheet for a further try. */
const growth = 1.05;
/** CSS pixels by which Chromium rounds a sheet. */
const slackPixels = 2;

/**
 * Prints a page on one sheet that is as tall as the content.
 * @throws RenderFailure `pdf_failed` for a page that is too tall for a sheet, or that grows with it.
 */
export async function printOnOne(
  run: CaptureRun,
  pdf: PdfSpec,
  print: (sheet: Sheet) => Promise<CapturedPdf>,
): Promise<CapturedPdf> {
  const { lease, guard } = run;
  const { width } = sheetOf(pdf) ?? defaultSheet;
  const { scale = 1 } = pdf;
  const { top, right, bottom, left } = marginsOf(pdf);
  await guard.race(lease.world.call(addSheet, "* { break-before: auto !important; break-after: auto !important; }"));
  // The page is laid out as wide as the sheet leaves it. Its own height must not come from the viewport.
  await guard.race(
    lease.session.send("Emulation.setDeviceMetricsOverride", {
      width: Math.max(1, Math.round(((width - left - right) * pixelsPerInch) / scale)),
      height: 1,
      deviceScaleFactor: 1,
      mobile: false,
    }),
  );
  let pixels = (await guard.race(lease.world.call(contentHeight))) + slackPixels;
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const height = (pixels * scale) / pixelsPerInch + top + bottom;
    if (height > paperInches.max) throw new RenderFailure("pdf_failed", "The page is too tall for one sheet of 200in.");
    const printed = await print({ width, height: Math.max(paperInches.min, height) });
    if (printed.pages === 1) return printed;
    pixels *= growth;
  }
  throw new RenderFailure("pdf_failed", "The page does not fit on one sheet: parts of it grow with the sheet.");
}

/** CSS pixels of the document with all that overflows it. Runs in the page. */
function contentHeight(): number {
  return Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0);
}
