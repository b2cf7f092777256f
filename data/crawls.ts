import type { CrawlPageEntry, CrawlSeenRecord, CrawlSegmentRecord } from "#schemas/crawl.ts";
import { duplicatesIn } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/**
 * Pages of a crawl's frontier that share a document. Few enough that writing one anew is cheap, many enough that the
 * 10,000 pages a crawl may know are read in a few hundred look-ups by id.
 */
export const pagesPerSegment = 25;

/** The segment a page lies in, by its place in the frontier. */
export function segmentOf(place: number): number {
  return Math.floor(place / pagesPerSegment);
}

/** Id of a segment's document. */
export function segmentId(crawlId: string, segment: number): string {
  return `${crawlId}:${segment}`;
}

/** A segment's document; null where it has not been written. */
export function readSegment(
  { crawlPages }: Database,
  crawlId: string,
  segment: number,
): Promise<CrawlSegmentRecord | null> {
  return crawlPages.findOne({ _id: segmentId(crawlId, segment) });
}

/** The pages from one place on, in the order in which they were found, up to the end of the last of so many segments. */
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

/** Documents written in one call: the embedded database lets no other write pass meanwhile. */
const batch = 200;

/** Makes addresses known to a crawl; returns the ids of those that were not yet. */
export async function insertUnseen(
  { crawlSeen }: Database,
  records: readonly CrawlSeenRecord[],
): Promise<ReadonlySet<string>> {
  const inserted = new Set(records.map(({ _id }) => _id));
  for (let start = 0; start < records.length; start += batch) {
    const part = records.slice(start, start + batch);
    try {
      await crawlSeen.insertMany(part, { ordered: false });
    } catch (error) {
      const known = duplicatesIn(error);
      if (known === null) throw error;
      for (const { _id } of part.filter((_, index) => known.has(index))) inserted.delete(_id);
    }
  }
  return inserted;
}
