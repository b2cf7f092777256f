import type { CrawlRecord } from "#schemas/crawl.ts";
import type { WebhookEvent } from "#schemas/events.ts";
import { crawlTotals } from "#workflows/rules/crawlTotals.ts";
import type { OutputSigner } from "../ports.ts";

/** What a crawl's event tells: how it ended, and where its pages are listed. */
export function crawlEvent(crawl: CrawlRecord, signer: OutputSigner): WebhookEvent["data"] {
  const { charged, refunded, ...counts } = crawlTotals(crawl.tallies);
  const { queued, in_progress: inProgress, completed, failed, skipped } = counts;
  return {
    crawlId: crawl._id,
    status: crawl.status,
    stopReason: crawl.stopReason,
    url: crawl.url,
    ...signer.crawlUrls(crawl._id),
    counts: { found: crawl.found, queued, inProgress, completed, failed, skipped },
    credits: { charged, refunded, net: charged - refunded },
    createdAt: crawl.createdAt.toISOString(),
    completedAt: crawl.completedAt?.toISOString() ?? null,
  };
}
