import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import { ChildWorkflowFailure, ParentClosePolicy, startChild, WorkflowIdReusePolicy } from "@temporalio/workflow";
import type { ClaimedPage } from "#activities/project/claimPages.ts";
import type { StopReason } from "#schemas/crawl.ts";
import type { CrawlInput, CrawlState } from "./messages.ts";
import { workflowStart } from "./starts.ts";
import { crawls, project } from "./proxies.ts";
import { nextVersion } from "./version.ts";

/** Milliseconds of Crawl-delay from which on pages are rendered one by one: more would only wait for each other. */
const longDelayMs = 1_000;

/** What a run of a crawl is doing. */
export type CrawlWork = {
  /** Place of the next page to be claimed, and how many pages the crawl knows. */
  next: number;
  found: number;
  /** Pages that may be at work at once, and that are. */
  maxConcurrentPages: number;
  atWork: number;
  /** Links from the start to the pages at work; null where there are none. */
  depth: number | null;
  /** Whether the next page is further away than those at work. */
  isDeeper: boolean;
  recorded: number;
  stop: StopReason | null;
  /** What broke, beyond what a page can do. */
  error: unknown;
  /** Whether something happened since this was last looked at. */
  changed: boolean;
  /** The latest step on the frontier; the next one waits for it. */
  step: Promise<unknown>;
};

/** A run's work at its beginning. */
export function newWork({ concurrency }: CrawlInput, { next, found }: CrawlState): CrawlWork {
  return {
    next,
    found,
    maxConcurrentPages: concurrency,
    atWork: 0,
    depth: null,
    isDeeper: false,
    recorded: 0,
    stop: null,
    error: null,
    changed: false,
    step: Promise.resolve(),
  };
}

/** Whether another page may be begun now. */
export function hasRoom({ stop, atWork, maxConcurrentPages, next, found, isDeeper }: CrawlWork): boolean {
  return stop === null && atWork < maxConcurrentPages && next < found && !isDeeper;
}

/** Does a step on the frontier when all earlier ones are done. */
export function inOrder<Result>(work: CrawlWork, step: () => Promise<Result>): Promise<Result> {
  const done = work.step.then(step);
  // Whoever asked for the step hears of its failure.
  work.step = done.catch(() => undefined);
  return done;
}

/** Claims as many pages as there is room for, and begins them. */
export async function claimPages({ crawlId }: CrawlInput, work: CrawlWork): Promise<void> {
  const claimed = await inOrder(work, () => {
    const { next, depth, maxConcurrentPages, atWork } = work;
    return project.claimPages({ crawlId, next, depth, count: maxConcurrentPages - atWork, version: nextVersion() });
  });
  const { pages, next, outOfCredits, delayMs } = claimed;
  work.next = next;
  work.isDeeper = pages.length === 0 && work.atWork > 0 && next < work.found;
  if (delayMs > longDelayMs) work.maxConcurrentPages = 1;
  if (outOfCredits) work.stop ??= "out_of_credits";
  if (pages.length === 0) return;
  work.depth = claimed.depth;
  for (const page of pages) begin(crawlId, work, page);
}

/** Has a page rendered and recorded, beside whatever else is going on. */
function begin(crawlId: string, work: CrawlWork, page: ClaimedPage): void {
  work.atWork += 1;
  renderPage(crawlId, work, page)
    .catch((error: unknown) => void (work.error ??= error))
    .finally(() => {
      work.atWork -= 1;
      if (work.atWork === 0) [work.depth, work.isDeeper] = [null, false];
      work.changed = true;
    });
}

async function renderPage(crawlId: string, work: CrawlWork, { position, render }: ClaimedPage): Promise<void> {
  await untilRendered(render);
  const { found, failed } = await inOrder(work, () =>
    crawls.recordPage({ crawlId, position, follow: work.stop === null, version: nextVersion() }),
  );
  work.found = found;
  work.recorded += 1;
  if (position === 0 && failed) work.stop ??= "start_page_failed";
}

/** Waits for the end of a page's render, whatever it is: the job's record tells. */
async function untilRendered(render: ClaimedPage["render"]): Promise<void> {
  const { workflowType, ...start } = workflowStart(render);
  try {
    const child = await startChild(workflowType, {
      ...start,
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
    });
    await child.result();
  } catch (error) {
    // Started already only where an operator reset the crawl: its job is waited for when it is recorded.
    const expected = error instanceof ChildWorkflowFailure || error instanceof WorkflowExecutionAlreadyStartedError;
    if (!expected) throw error;
  }
}
