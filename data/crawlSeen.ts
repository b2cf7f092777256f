import type { CrawlSeenRecord } from "#schemas/crawl.ts";
import { duplicatesIn } from "./duplicateKey.ts";
import type { Database } from "./mongo.ts";

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
