import { insertUnseen } from "#data/crawls.ts";
import type { CrawlRecord, StopReason } from "#schemas/crawl.ts";
import type { ActivityPorts } from "../ports.ts";
import { openFrontier } from "../projections/crawls.ts";
import { admitPages, type Candidate, pageEntry } from "./admitPages.ts";
import { type CrawlStep, crawlStep, robotsRefusal, yieldingIterator } from "./crawlStep.ts";
import { pageUrl } from "./pageUrl.ts";
import { readSitemaps } from "./sitemaps.ts";

/** The number of pages the crawl starts with. `refused` is set if robots.txt forbids the start page. */
export type OpenedCrawl = { found: number; refused: StopReason | null };

/** Position that stands for "no page": the start pages were not found on another page. */
const noPage = -1;

/** Opens a crawl: reads robots.txt, and writes the start page and the sitemaps' pages to the frontier. */
export async function openCrawl(
  ports: ActivityPorts,
  { crawlId, version }: { crawlId: string; version: number },
  signal: AbortSignal,
): Promise<OpenedCrawl> {
  const frontier = await openFrontier(ports.database, { crawlId, version });
  const { record } = frontier;
  if (record.found > 0) return { found: record.found, refused: refusalIn((await frontier.page(0)).error) };
  const startedAt = record.startedAt ?? new Date(version / 1_000);
  const step = await crawlStep(ports, frontier, signal);
  const url = startOf(record);
  const key = step.rules.keyOf(url);
  const at = record.createdAt.getTime();
  const refused = await robotsRefusal(step, url);
  const start = pageEntry({ crawlId, position: 0, at, url, key, depth: 0, parentUrl: null, skipped: refused });
  await frontier.put(0, [start]);
  if (refused !== null) {
    await frontier.save({ startedAt, found: 1 });
    return { found: 1, refused: refusalIn(refused) };
  }
  await insertUnseen(ports.database, [{ _id: `${crawlId}:${key}`, crawlId, by: 0 }]);
  const seeds = record.bounds.useSitemap ? await sitemapPages(step, url) : [];
  // An earlier attempt failed before it saved the record, so its known addresses are not in the frontier yet.
  const admission = { by: noPage, from: 1, admittedCount: 1, at, again: true };
  const { pages, admittedCount, limited } = await admitPages(step, seeds, admission);
  await frontier.put(1, pages);
  const found = 1 + pages.length;
  await frontier.save({ startedAt, found, admitted: admittedCount, limited });
  return { found, refused: null };
}

function startOf({ url, bounds, _id }: CrawlRecord): URL {
  const start = pageUrl(url, bounds);
  if (start === null) throw new Error(`Crawl ${_id} has no valid start address.`);
  return start;
}

function refusalIn(error: string | null): StopReason | null {
  return error === "robots_disallowed" || error === "robots_unreachable" ? error : null;
}

/** The pages of the sitemaps in robots.txt, or of `/sitemap.xml` if it names none. Their depth is 0, like the start page's. */
async function sitemapPages(step: CrawlStep, start: URL): Promise<Candidate[]> {
  const { ports, signal, frontier } = step;
  const file = await step.robots(start.origin);
  const named = file.reachable ? file.rules.sitemaps.flatMap((sitemap) => URL.parse(sitemap, start) ?? []) : [];
  const sitemaps = named.length > 0 ? named : [new URL("/sitemap.xml", start)];
  const { maxDurationSeconds, hashRoutes } = frontier.record.bounds;
  const withinMs = sitemapsMs(maxDurationSeconds);
  const { accountId } = frontier.record;
  const entries = await readSitemaps(ports.fetch, sitemaps, { accountId, logger: ports.logger, withinMs, signal });
  const candidates: Candidate[] = [];
  for await (const { url, sitemap } of yieldingIterator(entries, signal)) {
    const page = pageUrl(url, { base: new URL(sitemap), hashRoutes });
    if (page !== null) candidates.push({ url: page, depth: 0, parentUrl: sitemap });
  }
  return candidates;
}

/** Milliseconds for reading sitemaps: at most two minutes and half of the crawl's time, which its pages need. */
function sitemapsMs(maxDurationSeconds: number): number {
  return Math.min(120, maxDurationSeconds / 2) * 1_000;
}
