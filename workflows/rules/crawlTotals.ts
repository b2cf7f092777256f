import type { CrawlTally } from "#schemas/crawl.ts";

/** What all pages of a crawl come to, from what its segments do. */
export function crawlTotals(tallies: Readonly<Record<string, CrawlTally>>): CrawlTally {
  const total = { queued: 0, in_progress: 0, completed: 0, failed: 0, skipped: 0, charged: 0, refunded: 0 };
  for (const tally of Object.values(tallies)) {
    total.queued += tally.queued;
    total.in_progress += tally.in_progress;
    total.completed += tally.completed;
    total.failed += tally.failed;
    total.skipped += tally.skipped;
    total.charged += tally.charged;
    total.refunded += tally.refunded;
  }
  return total;
}
