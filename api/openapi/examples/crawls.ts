import type { Static } from "typebox";
import {
  type Crawl,
  type CrawlList,
  type CrawlPageList,
  type CrawlReference,
  type CrawlReply,
  defaultBounds,
} from "#schemas/crawl.ts";
import { options } from "./jobs.ts";
import { base, ids, pageUrl, times } from "./parts.ts";

const pagesUrl = `${base}/crawl/${ids.crawl}/pages`;

const crawl: Crawl = {
  id: ids.crawl,
  status: "completed",
  stopReason: "no_more_pages",
  url: pageUrl,
  ...defaultBounds,
  options,
  counts: { found: 2, queued: 0, inProgress: 0, completed: 2, failed: 0, skipped: 0 },
  credits: { charged: 4, refunded: 0, net: 4 },
  pagesUrl,
  createdAt: times.created,
  startedAt: times.started,
  completedAt: times.completed,
  expiresAt: times.expires,
};

const reference: Static<typeof CrawlReference> = {
  success: true,
  id: ids.crawl,
  statusUrl: `${base}/crawl/${ids.crawl}`,
  pagesUrl,
};

const cancelled: Static<typeof CrawlReply> = {
  success: true,
  crawl: {
    ...crawl,
    status: "cancelled",
    stopReason: "cancelled",
    counts: { ...crawl.counts, completed: 1, skipped: 1 },
    credits: { charged: 2, refunded: 0, net: 2 },
  },
};

const pages: Static<typeof CrawlPageList> = {
  success: true,
  pages: [
    {
      id: ids.job,
      url: pageUrl,
      depth: 0,
      status: "completed",
      resultUrl: `${base}/status/${ids.job}`,
      statusCode: 200,
      title: "Example Domain",
      completedAt: times.completed,
    },
    {
      id: ids.otherJob,
      url: `${pageUrl}private`,
      depth: 1,
      parentUrl: pageUrl,
      status: "skipped",
      error: "robots_disallowed",
    },
  ],
  nextCursor: null,
};

const reply: Static<typeof CrawlReply> = { success: true, crawl };
const list: Static<typeof CrawlList> = { success: true, crawls: [crawl], nextCursor: null };

/** Replies about crawls. */
export const crawls = { reference, reply, cancelled, pages, list };
