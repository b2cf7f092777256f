import { insertUnseen } from "#data/crawls.ts";
import type { CrawlPageEntry, SkipReason } from "#schemas/crawl.ts";
import type { JobRecord, RenderOutcome } from "#schemas/job.ts";
import type { Candidate } from "./admitPages.ts";
import { type CrawlStep, robotsRefusal, yieldingIterator } from "./crawlStep.ts";
import { type Discovery, getDiscovery } from "./discovery.ts";
import { isPage, pageUrl, reachedUrl } from "./pageUrl.ts";
import { isEndless, sharedTokens } from "./traps.ts";

/** A page whose job has ended. */
export type RenderedPage = { position: number; entry: CrawlPageEntry; job: JobRecord };

/** What a page came to, where it leads, and names of query parameters that it shows to carry a visitor's token. */
export type Verdict = { change: Partial<CrawlPageEntry>; candidates: Candidate[]; sessionParameters: string[] };

/**
 * What became of a rendered page. One that turns out to be no page of the crawl, or another page's duplicate, is skipped. Nothing
 * is followed from answers of 400 and above: they are rendered like any other, but say nothing about the site.
 */
export async function judgePage(step: CrawlStep, page: RenderedPage): Promise<Verdict> {
  const { job } = page;
  const spent = { charged: job.credits.charged, refunded: job.credits.refunded, completedAt: job.completedAt };
  if (job.result?.page === undefined) {
    const error = job.error?.code ?? "internal_error";
    return { change: { ...spent, status: "failed", error }, candidates: [], sessionParameters: [] };
  }
  const { statusCode, title } = job.result.page;
  const { skipped, candidates } = await judgeContent(step, page, job.result);
  const status = skipped === null ? "completed" : "skipped";
  return {
    change: { ...spent, statusCode, title: title.slice(0, 500), status, error: skipped },
    candidates,
    sessionParameters: sharedTokens(candidates.map(({ url }) => url)),
  };
}

type Judged = { skipped: SkipReason | null; candidates: Candidate[] };

const skip = (skipped: SkipReason): Judged => ({ skipped, candidates: [] });

async function judgeContent(step: CrawlStep, page: RenderedPage, outcome: RenderOutcome): Promise<Judged> {
  const { finalUrl, statusCode, contentType } = outcome.page;
  const asked = new URL(page.entry.url);
  const final = reachedUrl(finalUrl) ?? asked;
  const refused = step.rules.keyOf(final) === page.entry.key ? null : await refuseRedirect(step, page, final);
  if (refused !== null) return skip(refused);
  if (!isPage(contentType)) return skip("not_html");
  if (statusCode >= 400 || outcome.discovery === undefined) return { skipped: null, candidates: [] };
  const discovery = await getDiscovery(step.ports.objects, outcome.discovery);
  return follow(step, { ...page, final }, discovery);
}

/** Longest address that is held to globs and robots.txt; scripts can give a page one of megabytes. */
const maxJudgedChars = 16_384;

/** Why a page that led elsewhere is not taken for the page there; where it is, that address is known from now on. */
async function refuseRedirect(step: CrawlStep, { position }: RenderedPage, final: URL): Promise<SkipReason | null> {
  const { rules, ports, frontier } = step;
  // The start page goes where it goes; the scope has moved with it.
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

async function follow(step: CrawlStep, page: FinalPage, discovery: Discovery): Promise<Judged> {
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
  const isCopy = original !== null && (await standsFor(step, page, original));
  const leads = isCopy && original !== null ? [original, ...urls] : urls;
  const candidates = isDeepest
    ? []
    : leads.filter(step.rules.isInside).map((url) => ({ url, depth, parentUrl: entry.url }));
  return { skipped: isCopy ? "duplicate" : null, candidates };
}

/**
 * Whether a page is a copy of the page that it names as the original: one that the crawl has, or will have. Two pages
 * that name each other are not both set aside.
 */
async function standsFor(step: CrawlStep, { position, entry, final }: FinalPage, original: URL): Promise<boolean> {
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
