import { insertUnseen } from "#data/crawls.ts";
import type { CrawlPageEntry, SkipReason } from "#schemas/crawl.ts";
import type { JobRecord, RenderOutcome } from "#schemas/job.ts";
import { maxPageChars } from "#schemas/outputs.ts";
import { cutChars } from "../cut.ts";
import type { Candidate } from "./admitPages.ts";
import { compareWithCanonical, settleCopies, type ShownPage } from "./copies.ts";
import { type CrawlStep, robotsRefusal, yieldingIterator } from "./crawlStep.ts";
import { type Discovery, getDiscovery } from "./discovery.ts";
import { isPage, pageUrl, reachedUrl } from "./pageUrl.ts";
import { isEndless, sharedTokens } from "./traps.ts";

/** A page after the end of its render job. */
export type RenderedPage = { position: number; entry: CrawlPageEntry; job: JobRecord };

/** The change of a page's entry, its links, and the query parameters that its links show to be visitor tokens. */
export type Verdict = {
  change: Partial<CrawlPageEntry>;
  candidates: Candidate[];
  sessionParameters: string[];
  /** Key of the canonical page that it is compared with later; null if there is none. */
  waitsFor: string | null;
};

/**
 * The verdict on a rendered page. A page outside the crawl, or a duplicate of another page, is skipped. Links of responses
 * with status 400 and above are not followed, as error pages say nothing about the site.
 */
export async function judgePage(step: CrawlStep, page: RenderedPage): Promise<Verdict> {
  const { job } = page;
  const credits = { charged: job.credits.charged, refunded: job.credits.refunded, completedAt: job.completedAt };
  if (job.result?.page === undefined) {
    const error = job.error?.code ?? "internal_error";
    return { change: { ...credits, status: "failed", error }, candidates: [], sessionParameters: [], waitsFor: null };
  }
  const { statusCode, title } = job.result.page;
  const { skipped, candidates, waitsFor } = await judgeContent(step, page, job.result);
  const status = skipped === null ? "completed" : "skipped";
  return {
    change: { ...credits, statusCode, title: cutChars(title, 500), status, error: skipped },
    candidates,
    waitsFor,
    sessionParameters: sharedTokens(candidates.map(({ url }) => url)),
  };
}

type Judgement = { skipped: SkipReason | null; candidates: Candidate[]; waitsFor: string | null };

const skip = (skipped: SkipReason): Judgement => ({ skipped, candidates: [], waitsFor: null });

async function judgeContent(step: CrawlStep, page: RenderedPage, outcome: RenderOutcome): Promise<Judgement> {
  const { finalUrl, statusCode, contentType } = outcome.page;
  const final = reachedUrl(finalUrl, step.frontier.record.bounds) ?? new URL(page.entry.url);
  const refused = step.rules.keyOf(final) === page.entry.key ? null : await refuseRedirect(step, page, final);
  if (refused !== null) return skip(refused);
  if (!isPage(contentType)) return skip("not_html");
  if (statusCode >= 400 || outcome.discovery === undefined) return { skipped: null, candidates: [], waitsFor: null };
  const discovery = await getDiscovery(step.ports.objects, outcome.discovery);
  const keys = [page.entry.key, step.rules.keyOf(final)];
  const shown = { ...page, final, keys, words: discovery.words };
  await settleCopies(step, shown);
  return follow(step, shown, discovery);
}

/** Why a redirected page is skipped; null if it is accepted. An accepted final address is recorded as known. */
async function refuseRedirect(
  step: CrawlStep,
  { position, job }: RenderedPage,
  final: URL,
): Promise<SkipReason | null> {
  const { rules, ports, frontier } = step;
  // The scope already includes the final address of the start page.
  if (!rules.isInside(final)) return "out_of_scope";
  // An address of this length was cut, so it may be that of another page.
  if ((job.result?.page?.finalUrl.length ?? 0) >= maxPageChars.address) return "excluded";
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

type FinalPage = RenderedPage & ShownPage & { final: URL };

async function follow(step: CrawlStep, page: FinalPage, discovery: Discovery): Promise<Judgement> {
  const { maxDepth, respectRobots, hashRoutes } = step.frontier.record.bounds;
  const { entry, final } = page;
  const depth = entry.depth + 1;
  const isDeepest = entry.depth >= maxDepth;
  const links = respectRobots && discovery.nofollow ? [] : discovery.links;
  const urls: URL[] = [];
  for await (const { href, nofollow } of yieldingIterator(links, step.signal)) {
    const url = respectRobots && nofollow ? null : pageUrl(href, { hashRoutes });
    if (url !== null && !isEndless(url)) urls.push(url);
  }
  const original = discovery.canonical === null ? null : pageUrl(discovery.canonical, { base: final, hashRoutes });
  const key = original === null ? null : await canonicalKey(step, original);
  const { isCopy, waitsFor } =
    key === null ? { isCopy: false, waitsFor: null } : await compareWithCanonical(step, page, key);
  const targets = waitsFor !== null && original !== null ? [original, ...urls] : urls;
  const candidates = isDeepest
    ? []
    : targets.filter(step.rules.isInside).map((url) => ({ url, depth, parentUrl: entry.url }));
  return { skipped: isCopy ? "duplicate" : null, candidates, waitsFor };
}

/** The key of a canonical page that may be part of the crawl; null for others. A canonical link is a hint only. */
async function canonicalKey(step: CrawlStep, original: URL): Promise<string | null> {
  if (!step.rules.belongs(original) || (await robotsRefusal(step, original)) !== null) return null;
  return step.rules.keyOf(original);
}
