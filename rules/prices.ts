import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import type { FileOutput } from "#schemas/renders/files.ts";
import { comparesPictures } from "./comparedParts.ts";
import { isFile } from "./files.ts";

/** Credits of one comparison, with or without captures. */
export const diffPrice = 1;

/** The outputs that make the price of a render. */
type RenderWork = { readonly [File in FileOutput]?: object | null } & {
  extracts: readonly string[];
  extractValues?: readonly object[];
};

/**
 * Credits of one render: 1 for each file of the browser, 1 for extracts and values of any number, and 1 more for design.
 * Metadata alone is free.
 */
export function renderPrice({ extracts, extractValues, ...work }: RenderWork): number {
  const files = Object.entries(work).filter(([name, options]) => isFile(name) && options != null).length;
  const extraction = extractValues !== undefined || extracts.some((name) => name !== "metadata") ? 1 : 0;
  const design = extracts.includes("design") ? 1 : 0;
  return files + extraction + design;
}

/** The settings that make the price of a monitor's run. */
type RunWork = { compared: boolean } & Pick<MonitorCapture, "regions" | "changeOn">;

/**
 * Credits of one monitor run: 1 for the capture, 1 for a comparison of its picture with a baseline's, 2 for the page's
 * regions. Text and values cost nothing. With `changeOn` `text` or `values`, pictures and regions are not compared.
 */
export function runPrice({ compared, regions = false, changeOn }: RunWork): number {
  if (!comparesPictures({ changeOn })) return 1;
  return 1 + (compared ? 1 : 0) + (regions ? 2 : 0);
}

/** The credit period of an instant: the calendar month in UTC, as YYYY-MM. */
export function creditPeriod(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** The first instant after a credit period. */
export function endOfPeriod(period: string): Date {
  const begin = new Date(`${period}-01T00:00:00.000Z`);
  return new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1));
}
