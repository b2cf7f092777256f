import type { CrawlPageEntry, CrawlRecord } from "#schemas/crawl.ts";
import type { JobRecord } from "#schemas/job.ts";
import type { ActivityPorts } from "../ports.ts";
import { type Frontier, openFrontier } from "../projections/crawls.ts";
import { admitPages } from "./admitPages.ts";
import { crawlRules, crawlStep } from "./crawlStep.ts";
import { judgePage, type RenderedPage } from "./judgePage.ts";
import { reachedUrl } from "./pageUrl.ts";

/** `place` is the page's in the frontier; `follow` whether its links are wanted; `version` the workflow's time now, in microseconds. */
export type RecordPageInput = { crawlId: string; position: number; follow: boolean; version: number };

/** How many pages the crawl has now, and whether this one failed. */
export type RecordedPage = { found: number; failed: boolean };

/**
 * Records what became of a page whose job has ended, and puts the pages it leads to into the frontier. Where a try was
 * interrupted, the next one goes on from the place it had noted, so that no link is lost and none comes in twice.
 */
export async function recordPage(
  ports: ActivityPorts,
  { crawlId, position, follow, version }: RecordPageInput,
  signal: AbortSignal,
): Promise<RecordedPage> {
  const frontier = await openFrontier(ports.database, { crawlId, version });
  const { noting } = frontier.record;
  const write = (page: number): Promise<void> => writePage(ports, frontier, { position: page, follow, signal });
  // An operator may have reset the workflow while another page was being written.
  if (noting !== null && noting.page !== position) await write(noting.page);
  await write(position);
  const { status } = await frontier.page(position);
  return { found: frontier.record.found, failed: status === "failed" };
}

type PageWrite = { position: number; follow: boolean; signal: AbortSignal };

async function writePage(
  ports: ActivityPorts,
  frontier: Frontier,
  { position, follow, signal }: PageWrite,
): Promise<void> {
  const entry = await frontier.page(position);
  const again = frontier.record.noting?.page === position;
  if (!again && entry.status !== "queued" && entry.status !== "in_progress") return;
  const job = await endedJob(ports, entry);
  const { found, admitted, noting } = frontier.record;
  const base = again && noting !== null ? noting : { page: position, from: found, admitted };
  if (!again) await frontier.save({ noting: base });
  await writeVerdict({ ports, frontier, page: { position, entry, job }, base, again, follow, signal });
}

/** The job of a page; rejects while it has not ended, as that of a terminated workflow for some seconds. */
async function endedJob({ database }: ActivityPorts, { id }: CrawlPageEntry): Promise<JobRecord> {
  const job = await database.jobs.findOne({ _id: id });
  if (job === null || job.status === "queued" || job.status === "in_progress")
    throw new Error("The page's job has not ended.");
  return job;
}

type VerdictWrite = {
  ports: ActivityPorts;
  frontier: Frontier;
  page: RenderedPage;
  base: NonNullable<CrawlRecord["noting"]>;
  again: boolean;
  follow: boolean;
  signal: AbortSignal;
};

async function writeVerdict(write: VerdictWrite): Promise<void> {
  const { ports, frontier, page, base, again, follow, signal } = write;
  const { record } = frontier;
  const anchors = anchorsAfter(record, page);
  const step = { ...crawlStep(ports, frontier, signal), rules: crawlRules({ ...record, anchors }) };
  const { change, candidates, sessionParameters } = await judgePage(step, page);
  const sessions = [...new Set([...record.sessionParameters, ...sessionParameters])].slice(0, 50);
  const wise = { ...step, rules: crawlRules({ ...record, anchors, sessionParameters: sessions }) };
  const { pages, admitted, limited } = await admitPages(wise, follow ? candidates : [], {
    by: page.position,
    from: base.from,
    admitted: base.admitted,
    // From the record, so that every try makes the same pages.
    at: (page.job.completedAt ?? page.job.createdAt).getTime(),
    again,
  });
  await frontier.put(base.from, pages);
  await frontier.change(page.position, change);
  await frontier.save({
    noting: null,
    found: base.from + pages.length,
    admitted,
    limited: record.limited || limited,
    anchors,
    sessionParameters: sessions,
  });
}

/** The scope moves along where the start page redirects: the caller meant the site, whatever it calls itself. */
function anchorsAfter({ anchors }: CrawlRecord, { position, job }: RenderedPage): string[] {
  const final = position === 0 ? reachedUrl(job.result?.page?.finalUrl ?? "") : null;
  return final === null ? anchors : [...new Set([...anchors, `${final.origin}/`])];
}
