import type { Filter } from "mongodb";
import { pagesPerSegment, readPages } from "#data/crawls.ts";
import { withoutFields } from "#data/listFields.ts";
import type { Database } from "#data/mongo.ts";
import type { CrawlPageEntry, CrawlPageStatus, CrawlRecord, CrawlStatus } from "#schemas/crawl.ts";
import { ApiError } from "../http/errors.ts";

/**
 * A crawl of an account.
 * @throws ApiError `not_found` for an unknown id and for another account's id.
 */
export async function readCrawl(database: Database, accountId: string, crawlId: string): Promise<CrawlRecord> {
  const record = await database.crawls.findOne({ _id: crawlId.toLowerCase() });
  if (record === null || record.accountId !== accountId) throw new ApiError("not_found");
  return record;
}

/** A filter of crawls, from behind the id `before`. */
export type CrawlsPage = { status: CrawlStatus | undefined; before: string | null; limit: number };

/** Fields of a crawl that its reply does not show. */
const unlistedOfCrawl = withoutFields<CrawlRecord>()(
  "webhook",
  "spec.headers",
  "spec.cookies",
  "spec.texts",
  "spec.storage.accessKeyId",
  "spec.storage.secretAccessKey",
  "anchors",
  "sessionParameters",
);

/** An account's crawls without those fields, newest first. */
export function findCrawls(
  { crawls }: Database,
  accountId: string,
  { status, before, limit }: CrawlsPage,
): Promise<CrawlRecord[]> {
  const query: Filter<CrawlRecord> = {
    accountId,
    ...(status !== undefined && { status }),
    ...(before !== null && { _id: { $lt: before } }),
  };
  return crawls.find(query, { projection: unlistedOfCrawl }).sort({ _id: -1 }).limit(limit).toArray();
}

/** A page of a crawl; `_id` is its position in the frontier, by which pages are listed. */
export type PlacedPage = { _id: string; page: CrawlPageEntry };

/** Segments read at once while a filter may exclude most pages. */
const stride = 8;

/** A crawl's pages in frontier order, from a position on. New pages are appended, so a page of the list stays the same. */
export async function findCrawlPages(
  database: Database,
  { _id: crawlId, found: foundPages }: CrawlRecord,
  { status, from, limit }: { status: CrawlPageStatus | undefined; from: number; limit: number },
): Promise<PlacedPage[]> {
  const listedPages: PlacedPage[] = [];
  const segments = status === undefined ? Math.ceil(limit / pagesPerSegment) + 1 : stride;
  for (let position = from; position < foundPages && listedPages.length < limit;) {
    const pages = await readPages(database, crawlId, { from: position, segments });
    const placed = pages
      .slice(0, foundPages - position)
      .map((page, index) => ({ _id: String(position + index), page }));
    listedPages.push(...placed.filter(({ page }) => status === undefined || page.status === status));
    position += Math.max(1, pages.length);
  }
  return listedPages.slice(0, limit);
}
