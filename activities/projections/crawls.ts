import { pagesPerSegment, readSegment, segmentId, segmentOf } from "#data/crawls.ts";
import { isDuplicateKey } from "#data/insertIfAbsent.ts";
import { newJob } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import type { CrawlPageEntry, CrawlRecord, CrawlTally } from "#schemas/crawl.ts";
import type { JobRecord } from "#schemas/job.ts";
import { renderJobInput } from "#orders/inputs.ts";
import { maxHostDelayMs } from "#rules/throttle.ts";
import type { WorkflowOrder } from "#orders/starts.ts";
import { storedRobots } from "./crawlRobots.ts";
import { chargeJob } from "./jobs.ts";

/** Claims up to `count` pages from position `next`. A `depth` that is not null limits them to that depth. */
export type ClaimPagesInput = { crawlId: string; next: number; count: number; depth: number | null; version: number };

/** A page to render. */
export type ClaimedPage = { position: number; render: WorkflowOrder<"renderJob"> };

export type ClaimedPages = {
  pages: ClaimedPage[];
  /** Position to continue from. */
  next: number;
  /** Depth of the pages; null if there are none. */
  depth: number | null;
  /** Whether the account has too few credits for the next page. */
  outOfCredits: boolean;
  /** The longest Crawl-delay of the pages' hosts, milliseconds. */
  delayMs: number;
};

/**
 * Claims the next pages of the frontier: charges each and records its job. Idempotent, as a job has the id of its page. Pages
 * that an earlier run claimed are claimed again; a second start of their workflows has no effect.
 */
export async function claimPages(database: Database, input: ClaimPagesInput): Promise<ClaimedPages> {
  const { crawlId, count, version } = input;
  const frontier = await openFrontier(database, { crawlId, version });
  const { record } = frontier;
  const claimedPages: ClaimedPages = { pages: [], next: input.next, depth: null, outOfCredits: false, delayMs: 0 };
  for (; claimedPages.next < record.found && claimedPages.pages.length < count; claimedPages.next += 1) {
    const entry = await frontier.page(claimedPages.next);
    if (entry.status !== "queued" && entry.status !== "in_progress") continue;
    if (entry.depth !== (claimedPages.depth ?? input.depth ?? entry.depth)) break;
    const delayMs = await delayAt(database, record, entry);
    const job = jobOf(record, entry, { delayMs, createdAt: new Date(version / 1_000) });
    if (entry.status === "queued" && !(await chargeJob(database, job))) {
      claimedPages.outOfCredits = true;
      break;
    }
    await frontier.change(claimedPages.next, { status: "in_progress", charged: job.price });
    const render = { type: "renderJob", input: renderJobInput(job), priority: job.priority } as const;
    claimedPages.pages.push({ position: claimedPages.next, render });
    claimedPages.depth = entry.depth;
    claimedPages.delayMs = Math.max(claimedPages.delayMs, delayMs);
  }
  await frontier.save({});
  return claimedPages;
}

type JobFacts = { delayMs: number; createdAt: Date };

function jobOf(crawl: CrawlRecord, { id, url }: CrawlPageEntry, { delayMs, createdAt }: JobFacts): JobRecord {
  const { _id: crawlId } = crawl;
  const origin = crawl.spec.crawl?.origin ?? new URL(crawl.url).origin;
  const spec = { ...crawl.spec, crawl: { origin, delayMs } };
  return newJob({ ...crawl, spec }, { id, kind: "crawl_page", url, createdAt, crawlId });
}

/** The Crawl-delay of a page's origin, milliseconds. Its robots.txt was read when the page was found. */
async function delayAt(database: Database, { _id, bounds }: CrawlRecord, { url }: CrawlPageEntry): Promise<number> {
  if (!bounds.respectRobots) return 0;
  const stored = await storedRobots(database, _id, new URL(url).origin);
  return Math.min(Math.round((stored?.robots?.crawlDelay ?? 0) * 1_000), maxHostDelayMs);
}

/** Changes of a crawl's record, except the fields that `save` maintains. */
type RecordChange = Partial<Omit<CrawlRecord, "_id" | "tallies" | "version">>;

/**
 * The frontier of a crawl within one step of its workflow. Steps run one at a time, so a step reads and writes whole segments.
 * A repeated step with the same version writes the same. Only `save` writes.
 */
export type Frontier = {
  /** The record at the step's beginning, with the changes that the step saved. */
  readonly record: CrawlRecord;
  /** The page at a position. @throws Error if there is none. */
  page(position: number): Promise<CrawlPageEntry>;
  change(position: number, change: Partial<CrawlPageEntry>): Promise<void>;
  /** Puts pages from a position on. They replace pages that an interrupted try left there. */
  put(from: number, pages: readonly CrawlPageEntry[]): Promise<void>;
  /** Writes the changed segments, then the record with their tallies. @throws Error if a later step has been written. */
  save(change: RecordChange): Promise<void>;
};

/** Opens the frontier for one step. `version` is the workflow time of the step, in microseconds. */
export async function openFrontier(
  database: Database,
  { crawlId, version }: { crawlId: string; version: number },
): Promise<Frontier> {
  let record = await readCrawl(database, crawlId);
  const segments = new Map<number, CrawlPageEntry[]>();
  const changedSegments = new Set<number>();

  async function load(segment: number): Promise<CrawlPageEntry[]> {
    const pages = segments.get(segment) ?? (await readSegment(database, crawlId, segment))?.pages ?? [];
    segments.set(segment, pages);
    return pages;
  }

  async function set(position: number, entry: CrawlPageEntry): Promise<void> {
    const segment = segmentOf(position);
    const pages = await load(segment);
    pages[position % pagesPerSegment] = entry;
    changedSegments.add(segment);
  }

  async function page(position: number): Promise<CrawlPageEntry> {
    const entry = (await load(segmentOf(position)))[position % pagesPerSegment];
    if (entry === undefined) throw new Error(`Crawl ${crawlId} has no page ${position}.`);
    return entry;
  }

  return {
    get record() {
      return record;
    },
    page,
    change: async (position, change) => set(position, { ...(await page(position)), ...change }),
    async put(from, pages) {
      for (const [index, entry] of pages.entries()) await set(from + index, entry);
    },
    async save(change) {
      const numbers = [...changedSegments];
      await Promise.all(
        numbers.map((segment) =>
          writeSegment(database, { crawlId, segment, version, pages: segments.get(segment) ?? [] }),
        ),
      );
      const found = change.found ?? record.found;
      const tallies = numbers.map((segment) => {
        // Entries beyond the end come from an interrupted try and do not count.
        const pages = (segments.get(segment) ?? []).slice(0, Math.max(0, found - segment * pagesPerSegment));
        return [String(segment), tallyOf(pages)] as const;
      });
      const fields = tallies.map(([segment, tally]) => [`tallies.${segment}`, tally] as const);
      const { matchedCount } = await database.crawls.updateOne(
        { _id: crawlId, version: { $lte: version } },
        { $set: { ...change, ...Object.fromEntries(fields), version } },
      );
      if (matchedCount === 0) throw overtaken(crawlId);
      record = { ...record, ...change, tallies: { ...record.tallies, ...Object.fromEntries(tallies) }, version };
      changedSegments.clear();
    },
  };
}

async function readCrawl({ crawls }: Database, crawlId: string): Promise<CrawlRecord> {
  const record = await crawls.findOne({ _id: crawlId });
  if (record === null) throw new Error(`There is no crawl ${crawlId}.`);
  return record;
}

type Segment = { crawlId: string; segment: number; version: number; pages: CrawlPageEntry[] };

async function writeSegment({ crawlPages }: Database, { crawlId, segment, version, pages }: Segment): Promise<void> {
  const _id = segmentId(crawlId, segment);
  try {
    await crawlPages.replaceOne({ _id, version: { $lte: version } }, { crawlId, pages, version }, { upsert: true });
  } catch (error) {
    // The segment has a newer version, so the filter did not match and the upsert tried to insert it again.
    throw isDuplicateKey(error) ? overtaken(crawlId) : error;
  }
}

/** The error of a try that timed out while a later step has been written. Its result is no longer awaited. */
function overtaken(crawlId: string): Error {
  return new Error(`A later step of crawl ${crawlId} has been written.`);
}

function tallyOf(pages: readonly CrawlPageEntry[]): CrawlTally {
  const tally = { queued: 0, in_progress: 0, completed: 0, failed: 0, skipped: 0, charged: 0, refunded: 0 };
  for (const { status, charged, refunded } of pages) {
    tally[status] += 1;
    tally.charged += charged;
    tally.refunded += refunded;
  }
  return tally;
}
