import type { Database } from "#data/mongo.ts";
import { newJob } from "#data/jobs.ts";
import type { CrawlPageEntry, CrawlRecord } from "#schemas/crawl.ts";
import type { JobRecord } from "#schemas/job.ts";
import { renderJobInput } from "#workflows/messages.ts";
import type { WorkflowOrder } from "#workflows/starts.ts";
import { keptRobots } from "../crawl/robots/robotsCache.ts";
import { chargeJob } from "./chargeJob.ts";
import { openFrontier } from "./frontier.ts";

/** `next` is the place to begin at; only pages of `depth` are claimed, where that is not null. */
export type ClaimPagesInput = { crawlId: string; next: number; count: number; depth: number | null; version: number };

/** A page to be rendered. */
export type ClaimedPage = { position: number; render: Extract<WorkflowOrder, { type: "renderJob" }> };

export type ClaimedPages = {
  pages: ClaimedPage[];
  /** Place to go on at. */
  next: number;
  /** Depth of the pages; null where there are none. */
  depth: number | null;
  /** Whether the account was short for the next one. */
  outOfCredits: boolean;
  /** Milliseconds that the pages' hosts want between two requests, at most. */
  delayMs: number;
};

/**
 * Takes the next pages off the frontier: each is charged and its job recorded, once however often this is tried, as the ids of
 * the jobs are the pages'. Pages that an earlier run claimed are claimed again; starting their renders twice starts them once.
 */
export async function claimPages(database: Database, input: ClaimPagesInput): Promise<ClaimedPages> {
  const { crawlId, count, version } = input;
  const frontier = await openFrontier(database, { crawlId, version });
  const { record } = frontier;
  const claimed: ClaimedPages = { pages: [], next: input.next, depth: null, outOfCredits: false, delayMs: 0 };
  for (; claimed.next < record.found && claimed.pages.length < count; claimed.next += 1) {
    const entry = await frontier.page(claimed.next);
    if (entry.status !== "queued" && entry.status !== "in_progress") continue;
    if (entry.depth !== (claimed.depth ?? input.depth ?? entry.depth)) break;
    const delayMs = await delayAt(database, record, entry);
    const job = jobOf(record, entry, { delayMs, createdAt: new Date(version / 1_000) });
    if (entry.status === "queued" && !(await chargeJob(database, job))) {
      claimed.outOfCredits = true;
      break;
    }
    await frontier.change(claimed.next, { status: "in_progress", charged: job.price });
    const render = { type: "renderJob", input: renderJobInput(job), priority: job.priority } as const;
    claimed.pages.push({ position: claimed.next, render });
    claimed.depth = entry.depth;
    claimed.delayMs = Math.max(claimed.delayMs, delayMs);
  }
  await frontier.save({});
  return claimed;
}

type JobFacts = { delayMs: number; createdAt: Date };

function jobOf(crawl: CrawlRecord, { id, url }: CrawlPageEntry, { delayMs, createdAt }: JobFacts): JobRecord {
  const { _id: crawlId } = crawl;
  const origin = crawl.spec.crawl?.origin ?? new URL(crawl.url).origin;
  const spec = { ...crawl.spec, crawl: { origin, delayMs } };
  return newJob({ ...crawl, spec }, { id, kind: "crawl_page", url, createdAt, crawlId });
}

/** Crawl-delay of a page's origin; its robots.txt was read when the page was found. */
async function delayAt(database: Database, { _id, bounds }: CrawlRecord, { url }: CrawlPageEntry): Promise<number> {
  if (!bounds.respectRobots) return 0;
  const file = await keptRobots(database, _id, new URL(url).origin);
  return file?.reachable === true ? Math.round((file.rules.crawlDelay ?? 0) * 1_000) : 0;
}
