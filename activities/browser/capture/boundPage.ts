import { maxPageChars, type PageInfo } from "#schemas/outputs.ts";
import { beginningOf, cutChars } from "../../cut.ts";

/**
 * Cuts the texts that the page chose. They go into Temporal's histories, records, lists and messages, and a page may
 * choose texts of megabytes.
 */
export function boundPage(page: PageInfo): PageInfo {
  const { finalUrl, title, contentType, redirects } = page;
  const maxHopChars = Math.floor(maxPageChars.address / Math.max(1, redirects.length));
  const areShort = redirects.reduce((sum, { url }) => sum + url.length, 0) <= maxPageChars.address;
  return {
    ...page,
    finalUrl: beginningOf(finalUrl, maxPageChars.address),
    title: cutChars(title, maxPageChars.title),
    contentType: beginningOf(contentType, maxPageChars.contentType),
    redirects: areShort ? redirects : redirects.map((hop) => ({ ...hop, url: beginningOf(hop.url, maxHopChars) })),
  };
}
