import type { Crawl, CrawlPage, CrawlPageEntry, CrawlRecord } from "#schemas/crawl.ts";
import { crawlTotals } from "#rules/totals.ts";
import { statusUrl } from "../http/params.ts";
import { presentOptions } from "../jobs/present.ts";

/** The addresses of a crawl's status and of its pages. */
export function crawlUrls(publicUrl: string, crawlId: string): { statusUrl: string; pagesUrl: string } {
  const url = new URL(`/crawl/${crawlId}`, publicUrl).href;
  return { statusUrl: url, pagesUrl: `${url}/pages` };
}

/** A crawl as clients see it. */
export function presentCrawl(publicUrl: string, record: CrawlRecord): Crawl {
  const { charged, refunded, in_progress: inProgress, ...counts } = crawlTotals(record.tallies);
  return {
    id: record._id,
    status: record.status,
    stopReason: record.stopReason,
    url: record.url,
    ...record.bounds,
    options: presentOptions(record),
    counts: { found: record.found, ...counts, inProgress },
    credits: { charged, refunded, net: charged - refunded },
    pagesUrl: crawlUrls(publicUrl, record._id).pagesUrl,
    createdAt: record.createdAt.toISOString(),
    startedAt: record.startedAt?.toISOString() ?? null,
    completedAt: record.completedAt?.toISOString() ?? null,
    expiresAt: record.expiresAt.toISOString(),
  };
}

/** A page of a crawl as clients see it. */
export function presentCrawlPage(publicUrl: string, page: CrawlPageEntry): CrawlPage {
  const { id, url, depth, parentUrl, status, error, statusCode, title, completedAt } = page;
  // A page that was skipped when it was found has no job.
  const hasJob = status === "in_progress" || status === "completed" || status === "failed" || statusCode !== null;
  return {
    id,
    url,
    depth,
    ...(parentUrl !== null && { parentUrl }),
    status,
    ...(hasJob && { resultUrl: statusUrl(publicUrl, id) }),
    ...(error !== null && { error }),
    ...(statusCode !== null && { statusCode }),
    ...(title !== null && { title }),
    ...(completedAt !== null && { completedAt: completedAt.toISOString() }),
  };
}
