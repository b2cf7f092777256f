import { workflowIds } from "#orders/messages.ts";
import { endedCrawl, submitCrawl } from "../crawls.ts";
import type { World } from "./scenario.ts";

/** Crawls: one that completes, one that robots.txt forbids, one cancelled while a page is at work, and one cancelled before. */
export async function recordCrawls({ caller, site, receiver, record }: World): Promise<void> {
  const url = `${site.url}/now`;
  receiver.answer = () => ({ status: 204 });
  site.release();
  // Every path answers the same, /robots.txt too, where HTML says nothing.
  site.page = `<!doctype html><title>A page</title><a href="/now/a">a</a> <a href="/now/b">b</a> <a href="/now/a/c">c</a>`;
  const completed = await submitCrawl(caller, { url, webhookUrl: `${receiver.url}/crawl` });
  await endedCrawl(caller, completed);
  site.page = "User-agent: *\nDisallow: /";
  const forbidden = await submitCrawl(caller, { url });
  await endedCrawl(caller, forbidden);
  site.page = null;
  site.seen.length = 0;
  site.hold();
  const cancelled = await submitCrawl(caller, { url: `${site.url}/held`, respectRobots: false });
  await site.visited(1);
  await caller.call("DELETE", `/crawl/${cancelled}`);
  site.release();
  await endedCrawl(caller, cancelled);
  site.seen.length = 0;
  site.hold();
  // robots.txt does not answer.
  const opening = await submitCrawl(caller, { url: `${site.url}/held` });
  await site.visited(1);
  await caller.call("DELETE", `/crawl/${opening}`);
  site.release();
  await endedCrawl(caller, opening);
  await record("crawl-completed", workflowIds.crawl(completed));
  await record("crawl-forbidden", workflowIds.crawl(forbidden));
  await record("crawl-cancelled", workflowIds.crawl(cancelled));
  await record("crawl-cancelled-while-opening", workflowIds.crawl(opening));
}
