import type { Crawl, CrawlPage } from "#schemas/crawl.ts";
import type { Caller } from "./pipeline.ts";
import { until } from "./until.ts";

/** Starts a crawl and returns its id; fails unless it is accepted. */
export async function submitCrawl(caller: Caller, body: Record<string, unknown>): Promise<string> {
  const reply = await caller.call("POST", "/crawl", { screenshot: false, ...body });
  const reference: { id: string } = await reply.json();
  if (reply.status !== 202) throw new Error(`POST /crawl answered ${reply.status}: ${JSON.stringify(reference)}`);
  return reference.id;
}

/** A crawl as it is now. */
async function getCrawl(caller: Caller, id: string): Promise<Crawl> {
  const reply = await caller.call("GET", `/crawl/${id}`);
  const { crawl }: { crawl: Crawl } = await reply.json();
  return crawl;
}

/** Waits until a crawl has ended and none of its pages is at work. */
export function endedCrawl(caller: Caller, id: string, within = 60_000): Promise<Crawl> {
  return until(async () => {
    const crawl = await getCrawl(caller, id);
    return crawl.completedAt !== null && crawl;
  }, within);
}

/** Every page of a crawl, listed by and by. */
export async function allPages(caller: Caller, id: string, query = ""): Promise<CrawlPage[]> {
  const pages: CrawlPage[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const reply = await caller.call("GET", `/crawl/${id}/pages?limit=100${query}${cursor && `&cursor=${cursor}`}`);
    const list: { pages: CrawlPage[]; nextCursor: string | null } = await reply.json();
    pages.push(...list.pages);
    cursor = list.nextCursor;
  }
  return pages;
}

/** The outcome of each page, by path and query: `completed`, or its status with its error. */
export function outcomes(pages: readonly CrawlPage[]): Record<string, string> {
  const entries = pages.map(({ url, status, error }) => {
    const { pathname, search } = new URL(url);
    return [`${pathname}${search}`, error === undefined ? status : `${status} ${error}`] as const;
  });
  return Object.fromEntries(entries);
}
