import type { CrawlPageEntry, CrawlRecord } from "#schemas/crawl.ts";
import type { JobRecord } from "#schemas/job.ts";
import type { ActivityPorts } from "../ports.ts";
import { type Frontier, openFrontier } from "../projections/crawls.ts";
import { admitPages } from "./admitPages.ts";
import { awaitCanonical } from "./copies.ts";
import { crawlRules, crawlStep } from "./crawlStep.ts";
import { judgePage, type RenderedPage } from "./judgePage.ts";
import { reachedUrl } from "./pageUrl.ts";

/** `position` is the page's index in the frontier. `follow` asks for its links. `version` is the workflow's time in microseconds. */
export type RecordPageInput = { crawlId: string; position: number; follow: boolean; version: number };

/** The number of pages in the frontier. `failed`: the page failed, or it answered with an error and is the only one. */
export type RecordedPage = { found: number; failed: boolean };

/**
 * Records the outcome of a page after its job's end, and adds its links to the frontier. An interrupted attempt is continued
 * from its recorded position, so no link is lost or added twice.
 */
export async function recordPage(
  ports: ActivityPorts,
  { crawlId, position, follow, version }: RecordPageInput,
  signal: AbortSignal,
): Promise<RecordedPage> {
  const frontier = await openFrontier(ports.database, { crawlId, version });
  const { noting } = frontier.record;
  const write = (page: number): Promise<void> => writePage(ports, frontier, { position: page, follow, signal });
  // An operator may have reset the workflow while another page was written.
  if (noting !== null && noting.page !== position) await write(noting.page);
  await write(position);
  const { status, statusCode } = await frontier.page(position);
  const { found } = frontier.record;
  // An error page leads nowhere, so a crawl of it alone has reached nothing of the site.
  const isErrorAlone = found === 1 && statusCode !== null && statusCode >= 400;
  return { found, failed: status === "failed" || isErrorAlone };
}

type PageWrite = { position: number; follow: boolean; signal: AbortSignal };

async function writePage(
  ports: ActivityPorts,
  frontier: Frontier,
  { position, follow, signal }: PageWrite,
): Promise<void> {
  const entry = await frontier.page(position);
  const isRetry = frontier.record.noting?.page === position;
  if (!isRetry && entry.status !== "queued" && entry.status !== "in_progress") return;
  const job = await endedJob(ports, entry);
  const { found, admitted, noting } = frontier.record;
  const base = isRetry && noting !== null ? noting : { page: position, from: found, admitted };
  if (!isRetry) await frontier.save({ noting: base });
  await writeVerdict({ ports, frontier, page: { position, entry, job }, base, again: isRetry, follow, signal });
}

/** The ended job of a page. @throws While the job has not ended; for a terminated workflow this lasts some seconds. */
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
  const step = { ...(await crawlStep(ports, frontier, signal)), rules: crawlRules({ ...record, anchors }) };
  const { change, candidates, sessionParameters, waitsFor } = await judgePage(step, page);
  const sessions = [...new Set([...record.sessionParameters, ...sessionParameters])].slice(0, 50);
  const updatedStep = { ...step, rules: crawlRules({ ...record, anchors, sessionParameters: sessions }) };
  const { pages, admittedCount, limited } = await admitPages(updatedStep, follow ? candidates : [], {
    by: page.position,
    from: base.from,
    admittedCount: base.admitted,
    // The time comes from the record, so that every attempt creates the same pages.
    at: (page.job.completedAt ?? page.job.createdAt).getTime(),
    again,
  });
  if (waitsFor !== null) await awaitCanonical(step, page.position, waitsFor);
  await frontier.put(base.from, pages);
  await frontier.change(page.position, change);
  await frontier.save({
    noting: null,
    found: base.from + pages.length,
    admitted: admittedCount,
    limited: record.limited || limited,
    anchors,
    sessionParameters: sessions,
  });
}

/** Adds the origin to which the start page redirected. The caller meant that site. */
function anchorsAfter({ anchors }: CrawlRecord, { position, job }: RenderedPage): string[] {
  const final = position === 0 ? reachedUrl(job.result?.page?.finalUrl ?? "") : null;
  return final === null ? anchors : [...new Set([...anchors, `${final.origin}/`])];
}
