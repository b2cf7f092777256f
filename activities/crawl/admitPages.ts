import { createHash } from "node:crypto";
import { insertUnseen } from "#data/crawls.ts";
import { pageJobId } from "#data/jobs.ts";
import type { CrawlPageEntry, SkipReason } from "#schemas/crawl.ts";
import { type CrawlStep, robotsRefusal, yieldingIterator } from "./crawlStep.ts";
import { isFile } from "./pageUrl.ts";
import { likenessOf } from "./traps.ts";

/** A page that the crawl found. */
export type FoundPage = {
  crawlId: string;
  /** Index in the frontier. */
  position: number;
  /** Milliseconds since 1970, equal in all attempts. */
  at: number;
  url: URL;
  key: string;
  depth: number;
  parentUrl: string | null;
  /** Why the page is skipped; null if it will be rendered. */
  skipped: SkipReason | null;
};

/** The frontier entry of a found page. */
export function pageEntry({ crawlId, position, at, url, key, depth, parentUrl, skipped }: FoundPage): CrawlPageEntry {
  return {
    id: pageJobId({ parentId: crawlId, position, at }),
    url: url.href,
    key,
    depth,
    parentUrl,
    status: skipped === null ? "queued" : "skipped",
    error: skipped,
    charged: 0,
    refunded: 0,
    statusCode: null,
    title: null,
    completedAt: skipped === null ? null : new Date(at),
  };
}

/** An address from a link or a sitemap. */
export type Candidate = { url: URL; depth: number; parentUrl: string };

/** The place of the admitted pages in the frontier. */
export type Admission = {
  /** Position of the page with the links; -1 for the pages the crawl starts with. */
  by: number;
  /** Position of the first new page. */
  from: number;
  /** Pages admitted so far. */
  admittedCount: number;
  /** Milliseconds since 1970, equal in all attempts. */
  at: number;
  /** Whether an earlier attempt may have recorded some of the candidates as known. */
  again: boolean;
};

/** The new pages in order, the total of admitted pages, and whether `maxPages` left pages out. */
export type Admitted = { pages: CrawlPageEntry[]; admittedCount: number; limited: boolean };

/** A candidate that belongs to the crawl and is new to it. */
type NewPage = Candidate & { key: string };

/**
 * Decides which candidates become pages of the crawl. Each address is decided once. Addresses of files, and addresses that
 * robots.txt forbids, are recorded as skipped; at most `maxPages` of them.
 */
export async function admitPages(
  step: CrawlStep,
  candidates: readonly Candidate[],
  admission: Admission,
): Promise<Admitted> {
  const { record } = step.frontier;
  const { maxPages } = record.bounds;
  const unseen = await selectUnseen(step, candidates, admission);
  const selected = await limitSimilar(step, unseen);
  const pages: CrawlPageEntry[] = [];
  const leftOut: NewPage[] = [];
  let { admittedCount } = admission;
  for await (const page of yieldingIterator(selected, step.signal)) {
    const skipReason = await refusalOf(step, page.url);
    const position = admission.from + pages.length;
    const isFull = skipReason === null ? admittedCount >= maxPages : position - admittedCount >= maxPages;
    if (isFull) {
      if (skipReason === null) leftOut.push(page);
      continue;
    }
    if (skipReason === null) admittedCount += 1;
    pages.push(pageEntry({ crawlId: record._id, position, at: admission.at, ...page, skipped: skipReason }));
  }
  // A page that was left out must not count as a page of the crawl later.
  for (const { key } of leftOut) await step.ports.database.crawlSeen.deleteOne({ _id: `${record._id}:${key}` });
  return { pages, admittedCount, limited: leftOut.length > 0 };
}

/** The candidates that belong to the crawl and are new; they are recorded as known. */
async function selectUnseen(
  { ports: { database }, frontier, rules, signal }: CrawlStep,
  candidates: readonly Candidate[],
  { by, again }: Admission,
): Promise<NewPage[]> {
  const crawlId = frontier.record._id;
  const pages = new Map<string, NewPage>();
  for await (const candidate of yieldingIterator(candidates, signal)) {
    if (!rules.belongs(candidate.url)) continue;
    const key = rules.keyOf(candidate.url);
    if (!pages.has(key)) pages.set(key, { ...candidate, key });
  }
  const records = [...pages.keys()].map((key) => ({ _id: `${crawlId}:${key}`, crawlId, by }));
  const inserted = await insertUnseen(database, records);
  const own = await Promise.all(
    records.map(async ({ _id }) => {
      if (inserted.has(_id)) return true;
      return again && (await database.crawlSeen.findOne({ _id }))?.by === by;
    }),
  );
  return [...pages.values()].filter((_, index) => own[index]);
}

/** Removes pages of patterns that have reached their limit. */
async function limitSimilar(step: CrawlStep, pages: readonly NewPage[]): Promise<NewPage[]> {
  const similar = new Map<string, { limit: number; keys: string[] }>();
  for await (const { url, key } of yieldingIterator(pages, step.signal)) {
    const likeness = likenessOf(url);
    if (likeness === null) continue;
    const { pattern, limit } = likeness;
    const known = similar.get(pattern);
    if (known === undefined) similar.set(pattern, { limit, keys: [key] });
    else known.keys.push(key);
  }
  const refused = new Set<string>();
  for (const [pattern, { limit, keys }] of similar) {
    const accepted = await acceptKeys(step, { pattern, limit, keys });
    for (const key of keys) if (!accepted.has(key)) refused.add(key);
  }
  return pages.filter(({ key }) => !refused.has(key));
}

type SimilarPages = { pattern: string; limit: number; keys: readonly string[] };

/** Records the keys of a pattern up to its limit, and returns all recorded keys; idempotent. */
async function acceptKeys(
  { ports, frontier }: CrawlStep,
  { pattern, limit, keys }: SimilarPages,
): Promise<ReadonlySet<string>> {
  const { crawlPatterns } = ports.database;
  const crawlId = frontier.record._id;
  const _id = `${crawlId}:${createHash("sha256").update(pattern).digest("base64url").slice(0, 22)}`;
  const known = (await crawlPatterns.findOne({ _id }))?.keys ?? [];
  const accepted = [...new Set([...known, ...keys])].slice(0, Math.max(limit, known.length));
  if (accepted.length > known.length)
    await crawlPatterns.replaceOne({ _id }, { crawlId, keys: accepted }, { upsert: true });
  return new Set(accepted);
}

async function refusalOf(step: CrawlStep, url: URL): Promise<SkipReason | null> {
  if (isFile(url)) return "not_html";
  return robotsRefusal(step, url);
}
