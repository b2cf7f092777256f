import { createHash } from "node:crypto";
import { UUID } from "uuidv7";
import { insertUnseen } from "#data/crawls.ts";
import type { CrawlPageEntry, SkipReason } from "#schemas/crawl.ts";
import { type CrawlStep, robotsRefusal, yieldingIterator } from "./crawlStep.ts";
import { isFile } from "./pageUrl.ts";
import { likenessOf } from "./traps.ts";

/** A page that was found. */
export type FoundPage = {
  crawlId: string;
  /** Its place in the frontier. */
  position: number;
  /** Milliseconds since 1970, the same at every try. */
  at: number;
  url: URL;
  key: string;
  depth: number;
  parentUrl: string | null;
  /** Why it is passed over; null where it is to be rendered. */
  skipped: SkipReason | null;
};

/** The entry of a page that was found. */
export function pageEntry({ crawlId, position, at, url, key, depth, parentUrl, skipped }: FoundPage): CrawlPageEntry {
  return {
    id: pageId({ crawlId, position, at }),
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

/** A UUIDv7 (RFC 9562, 5.7) that is the same at every try: it is also the id of the page's job, which is charged by it. */
function pageId({ crawlId, position, at }: Pick<FoundPage, "crawlId" | "position" | "at">): string {
  const hash = createHash("sha256").update(`${crawlId}:${position}`).digest();
  return UUID.fromFieldsV7(at, position % 4096, hash.readUInt32BE(0) >>> 2, hash.readUInt32BE(4)).toString();
}

/** An address that a page or a sitemap leads to. */
export type Candidate = { url: URL; depth: number; parentUrl: string };

/** Where what is admitted goes. */
export type Admission = {
  /** Place of the page that the candidates were found on; -1 for those the crawl begins with. */
  by: number;
  /** Place of the first new page. */
  from: number;
  /** Pages admitted so far. */
  admitted: number;
  /** Milliseconds since 1970, the same at every try. */
  at: number;
  /** Whether an earlier try may have made some of the candidates known already. */
  again: boolean;
};

/** The new pages in their order, the count of admitted ones with them, and whether `maxPages` left some out. */
export type Admitted = { pages: CrawlPageEntry[]; admitted: number; limited: boolean };

/** A candidate that belongs to the crawl and is not known to it yet. */
type NewPage = Candidate & { key: string };

/**
 * Decides which candidates become pages of the crawl. Each address is looked at once; those that robots.txt forbids or that
 * are files are recorded as skipped, as many as there may be pages at most.
 */
export async function admitPages(
  step: CrawlStep,
  candidates: readonly Candidate[],
  admission: Admission,
): Promise<Admitted> {
  const { record } = step.frontier;
  const { maxPages } = record.bounds;
  const unseen = await takeUnseen(step, candidates, admission);
  const taken = await takeAlike(step, unseen);
  const pages: CrawlPageEntry[] = [];
  const leftOut: NewPage[] = [];
  let { admitted } = admission;
  for await (const page of yieldingIterator(taken, step.signal)) {
    const skipped = await refusalOf(step, page.url);
    const position = admission.from + pages.length;
    const full = skipped === null ? admitted >= maxPages : position - admitted >= maxPages;
    if (full) {
      if (skipped === null) leftOut.push(page);
      continue;
    }
    if (skipped === null) admitted += 1;
    pages.push(pageEntry({ crawlId: record._id, position, at: admission.at, ...page, skipped }));
  }
  // An address that is no page of the crawl must not pass for one that is.
  for (const { key } of leftOut) await step.ports.database.crawlSeen.deleteOne({ _id: `${record._id}:${key}` });
  return { pages, admitted, limited: leftOut.length > 0 };
}

/** The candidates that belong to the crawl and that nothing led to before, made known. */
async function takeUnseen(
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

/** Leaves out pages of patterns of which enough were taken. */
async function takeAlike(step: CrawlStep, pages: readonly NewPage[]): Promise<NewPage[]> {
  const alike = new Map<string, { limit: number; keys: string[] }>();
  for await (const { url, key } of yieldingIterator(pages, step.signal)) {
    const likeness = likenessOf(url);
    if (likeness === null) continue;
    const { pattern, limit } = likeness;
    const known = alike.get(pattern);
    if (known === undefined) alike.set(pattern, { limit, keys: [key] });
    else known.keys.push(key);
  }
  const refused = new Set<string>();
  for (const [pattern, { limit, keys }] of alike) {
    const taken = await takeOfPattern(step, { pattern, limit, keys });
    for (const key of keys) if (!taken.has(key)) refused.add(key);
  }
  return pages.filter(({ key }) => !refused.has(key));
}

type Alike = { pattern: string; limit: number; keys: readonly string[] };

/** Notes the keys of a pattern up to its limit and returns those that are noted; noting them again changes nothing. */
async function takeOfPattern(
  { ports, frontier }: CrawlStep,
  { pattern, limit, keys }: Alike,
): Promise<ReadonlySet<string>> {
  const { crawlPatterns } = ports.database;
  const crawlId = frontier.record._id;
  const _id = `${crawlId}:${createHash("sha256").update(pattern).digest("base64url").slice(0, 22)}`;
  const known = (await crawlPatterns.findOne({ _id }))?.keys ?? [];
  const taken = [...new Set([...known, ...keys])].slice(0, Math.max(limit, known.length));
  if (taken.length > known.length) await crawlPatterns.replaceOne({ _id }, { crawlId, keys: taken }, { upsert: true });
  return new Set(taken);
}

async function refusalOf(step: CrawlStep, url: URL): Promise<SkipReason | null> {
  if (isFile(url)) return "not_html";
  return robotsRefusal(step, url);
}
