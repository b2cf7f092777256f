import { insertUnseen } from "#data/crawls.ts";
import type { CrawlPageEntry, SkipReason } from "#schemas/crawl.ts";
import type { JobRecord, RenderOutcome } from "#schemas/job.ts";
import type { Candidate } from "./admitPages.ts";
import { type CrawlStep, robotsRefusal, yieldingIterator } from "./crawlStep.ts";
import { type Discovery, getDiscovery } from "./discovery.ts";
import { isPage, pageUrl, reachedUrl } from "./pageUrl.ts";
import { isEndless, sharedTokens } from "./traps.ts";

/** A page after the end of its render job. */
export type RenderedPage = { position: number; entry: CrawlPageEntry; job: JobRecord };

/** The change of a page's entry, its links, and the query parameters that its links show to be visitor tokens. */
export type Verdict = { change: Partial<CrawlPageEntry>; candidates: Candidate[]; sessionParameters: string[] };

/**
 * The verdict on a rendered page. A page outside the crawl, or a duplicate of another page, is skipped. Links of responses
 * with status 400 and above are not followed, as error pages say nothing about the site.
 */
export async function judgePage(step: CrawlStep, page: RenderedPage): Promise<Verdict> {
  const { job } = page;
  const credits = { charged: job.credits.charged, refunded: job.credits.refunded, completedAt: job.completedAt };
  if (job.result?.page === undefined) {
    const error = job.error?.code ?? "internal_error";
    return { change: { ...credits, status: "failed", error }, candidates: [], sessionParameters: [] };
  }
  const { statusCode, title } = job.result.page;
  const { skipped, candidates } = await judgeContent(step, page, job.result);
  const status = skipped === null ? "completed" : "skipped";
  return {
    change: { ...credits, statusCode, title: title.slice(0, 500), status, error: skipped },
    candidates,
    sessionParameters: sharedTokens(candidates.map(({ url }) => url)),
  };
}

type Judgement = { skipped: SkipReason | null; candidates: Candidate[] };

const skip = (skipped: SkipReason): Judgement => ({ skipped, candidates: [] });

async function judgeContent(step: CrawlStep, page: RenderedPage, outcome: RenderOutcome): Promise<Judgement> {
  const { finalUrl, statusCode, contentType } = outcome.page;
  const final = reachedUrl(finalUrl) ?? new URL(page.entry.url);
  const refused = step.rules.keyOf(final) === page.entry.key ? null : await refuseRedirect(step, page, final);
  if (refused !== null) return skip(refused);
  if (!isPage(contentType)) return skip("not_html");
  if (statusCode >= 400 || outcome.discovery === undefined) return { skipped: null, candidates: [] };
  const discovery = await getDiscovery(step.ports.objects, outcome.discovery);
  return follow(step, { ...page, final }, discovery);
}

/** Longest address that is matched with globs and robots.txt. Scripts can give a page an address of megabytes. */
const maxJudgedChars = 16_384;

/** Why a redirected page is skipped; null if it is accepted. An accepted final address is recorded as known. */
async function refuseRedirect(step: CrawlStep, { position }: RenderedPage, final: URL): Promise<SkipReason | null> {
  const { rules, ports, frontier } = step;
  // The scope already includes the final address of the start page.
  if (!rules.isInside(final)) return "out_of_scope";
  if (final.href.length > maxJudgedChars) return "excluded";
  if (position > 0 && !rules.belongs(final)) return "excluded";
  const forbidden = await robotsRefusal(step, final);
  if (forbidden !== null) return forbidden;
  const crawlId = frontier.record._id;
  const _id = `${crawlId}:${rules.keyOf(final)}`;
  const inserted = await insertUnseen(ports.database, [{ _id, crawlId, by: position }]);
  if (inserted.has(_id)) return null;
  const known = await ports.database.crawlSeen.findOne({ _id });
  return known?.by === position ? null : "duplicate";
}

type FinalPage = RenderedPage & { final: URL };

async function follow(step: CrawlStep, page: FinalPage, discovery: Discovery): Promise<Judgement> {
  const { maxDepth, respectRobots } = step.frontier.record.bounds;
  const { entry, final } = page;
  const depth = entry.depth + 1;
  const isDeepest = entry.depth >= maxDepth;
  const links = respectRobots && discovery.nofollow ? [] : discovery.links;
  const urls: URL[] = [];
  for await (const { href, nofollow } of yieldingIterator(links, step.signal)) {
    const url = respectRobots && nofollow ? null : pageUrl(href);
    if (url !== null && !isEndless(url)) urls.push(url);
  }
  const original = discovery.canonical === null ? null : pageUrl(discovery.canonical, final);
  const isCopy = original !== null && (await isCopyOf(step, page, original));
  const targets = isCopy && original !== null ? [original, ...urls] : urls;
  const candidates = isDeepest
    ? []
    : targets.filter(step.rules.isInside).map((url) => ({ url, depth, parentUrl: entry.url }));
  return { skipped: isCopy ? "duplicate" : null, candidates };
}

/**
 * Whether a page is a copy of its canonical page, if the crawl has or will have that page. Of two pages that name each
 * other, only one is skipped.
 */
async function isCopyOf(step: CrawlStep, { position, entry, final }: FinalPage, original: URL): Promise<boolean> {
  const { rules, ports, frontier } = step;
  const { crawlSeen } = ports.database;
  const { _id: crawlId, bounds, admitted } = frontier.record;
  const key = rules.keyOf(original);
  if (key === entry.key || key === rules.keyOf(final) || !rules.belongs(original)) return false;
  if ((await robotsRefusal(step, original)) !== null) return false;
  const known = await crawlSeen.findOne({ _id: `${crawlId}:${key}` });
  const isNew = known === null || known.by === position;
  if (isNew ? entry.depth >= bounds.maxDepth || admitted >= bounds.maxPages : known.aside === true) return false;
  await crawlSeen.updateOne({ _id: `${crawlId}:${entry.key}` }, { $set: { aside: true } });
  return true;
}
