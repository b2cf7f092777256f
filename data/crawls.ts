import type { CrawlPageEntry, CrawlSeenRecord, CrawlSegmentRecord } from "#schemas/crawl.ts";
import { insertManyIfAbsent } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/**
 * Pages of a crawl's frontier per document. A segment is small enough to rewrite often. It is large enough that the
 * 10,000 pages of the largest crawl take 400 look-ups by id.
 */
export const pagesPerSegment = 25;

/** The number of the segment that holds a page, by the page's position in the frontier. */
export function segmentOf(position: number): number {
  return Math.floor(position / pagesPerSegment);
}

/** The `_id` of a segment's document. */
export function segmentId(crawlId: string, segment: number): string {
  return `${crawlId}:${segment}`;
}

/** A segment's document; null if it was not written yet. */
export function readSegment(
  { crawlPages }: Database,
  crawlId: string,
  segment: number,
): Promise<CrawlSegmentRecord | null> {
  return crawlPages.findOne({ _id: segmentId(crawlId, segment) });
}

/** The pages from position `from` to the end of the last of `segments` segments, in frontier order. */
export async function readPages(
  database: Database,
  crawlId: string,
  { from, segments }: { from: number; segments: number },
): Promise<CrawlPageEntry[]> {
  const first = segmentOf(from);
  const numbers = Array.from({ length: segments }, (_, index) => first + index);
  const records = await Promise.all(numbers.map((segment) => readSegment(database, crawlId, segment)));
  const pages = records.flatMap((record) => record?.pages ?? []);
  return pages.slice(from - first * pagesPerSegment);
}

/** Documents per insert. The embedded database blocks other writes during one insert. */
const maxInsertDocuments = 200;

/** Records addresses as known to a crawl. Returns the ids of the addresses that were new. */
export async function insertUnseen(
  { crawlSeen }: Database,
  records: readonly CrawlSeenRecord[],
): Promise<ReadonlySet<string>> {
  const inserted = new Set(records.map(({ _id }) => _id));
  for (let start = 0; start < records.length; start += maxInsertDocuments) {
    const part = records.slice(start, start + maxInsertDocuments);
    const known = await insertManyIfAbsent(crawlSeen, part);
    for (const { _id } of part.filter((_, index) => known.has(index))) inserted.delete(_id);
  }
  return inserted;
}
