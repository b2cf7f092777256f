import {
  CancellationScope,
  CancelledFailure,
  condition,
  ContinueAsNew,
  continueAsNew,
  defineSignal,
  isCancellation,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from "@temporalio/workflow";
import type { ClaimedPage } from "#activities/projections/crawls.ts";
import type { StopReason } from "#schemas/crawl.ts";
import { runRenderChild } from "./children.ts";
import { startWebhookDelivery } from "./deliveries.ts";
import { describeCrawlEnd } from "./ends.ts";
import { nextVersion } from "./ids.ts";
import type { CrawlInput, CrawlState } from "#orders/inputs.ts";
import { controlSignals } from "#orders/messages.ts";
import { crawls, project } from "./proxies.ts";

/** Pages per history, before the workflow continues as new. */
const maxPagesPerHistory = 200;

/**
 * A crawl, level by level. The pages of one depth start after all pages of the previous depth are recorded, so a page's depth
 * is its shortest distance from the start page. The frontier is in MongoDB; this workflow decides when to continue and to end.
 */
export async function crawl(input: CrawlInput): Promise<void> {
  const requestedEnd = { cancelled: false, byTemporal: false };
  setHandler(defineSignal(controlSignals.cancel), () => void (requestedEnd.cancelled = true));
  CancellationScope.current().cancelRequested.catch(() => {
    requestedEnd.cancelled = true;
    requestedEnd.byTemporal = true;
  });
  // Running pages finish after a cancellation: their cost is spent.
  await CancellationScope.nonCancellable(() => run(input, requestedEnd));
  if (requestedEnd.byTemporal) throw new CancelledFailure("The crawl was cancelled.");
}

/** Whether the caller or an operator cancelled the crawl. Signal and cancellation handlers update it. */
type Requested = { cancelled: boolean };

async function run(input: CrawlInput, requested: Requested): Promise<void> {
  try {
    const state = input.state ?? (await open(input, requested));
    // Cancellation wins over a robots.txt refusal.
    const refused = state.refused !== null && requested.cancelled ? "cancelled" : state.refused;
    const end = refused ?? (await renderPages(input, state, requested));
    if (typeof end !== "string") await continueAsNew<typeof crawl>({ ...input, state: end });
    else await finish(input, end);
  } catch (error) {
    if (!(error instanceof ContinueAsNew)) await finish(input, "internal_error");
    throw error;
  }
}

/** Opens the crawl. Slow robots.txt files and sitemaps take minutes, so a cancellation ends it early. */
async function open({ crawlId, maxDurationSeconds }: CrawlInput, requestedEnd: Requested): Promise<CrawlState> {
  const deadline = Date.now() + maxDurationSeconds * 1_000;
  const scope = new CancellationScope();
  const opening = scope.run(() => crawls.openCrawl({ crawlId, version: nextVersion() }));
  try {
    await Promise.race([opening, condition(() => requestedEnd.cancelled)]);
    if (requestedEnd.cancelled) scope.cancel();
    const { found, refused } = await opening;
    return { next: 0, found, deadline, refused };
  } catch (error) {
    if (requestedEnd.cancelled && isCancellation(error)) return { next: 0, found: 0, deadline, refused: "cancelled" };
    throw error;
  }
}

/** Renders pages until the crawl ends or the history is long. Returns the stop reason, or the state to continue from. */
async function renderPages(
  input: CrawlInput,
  state: CrawlState,
  requestedEnd: Requested,
): Promise<StopReason | CrawlState> {
  const work = newWork(input, state);
  stopAt(state.deadline, work);
  for (;;) {
    work.changed = false;
    if (work.error !== null) throw work.error;
    if (requestedEnd.cancelled && work.stop === null) {
      work.stop = "cancelled";
      await inOrder(work, () => crawls.finishCrawl(ending(input, { reason: "cancelled", final: false })));
    }
    const { next, found, atWork, stop } = work;
    setCurrentDetails(`${next} of ${found} pages started, ${atWork} in progress${stop === null ? "" : ` · ${stop}`}`);
    const isHistoryLong = work.recorded >= maxPagesPerHistory || workflowInfo().continueAsNewSuggested;
    if (!isHistoryLong && canClaim(work)) await claimPages(input, work);
    else if (atWork > 0) await condition(() => work.changed || (requestedEnd.cancelled && work.stop === null));
    else if (stop !== null) return stop;
    else if (next >= found) return "no_more_pages";
    else return { ...state, next, found };
  }
}

/** Stops the crawl at `deadline`, milliseconds since 1970. */
function stopAt(deadline: number, work: CrawlWork): void {
  const stop = (): void => {
    work.stop ??= "max_duration";
    work.changed = true;
  };
  sleep(Math.max(1, deadline - Date.now()), { summary: "maximum duration" }).then(stop, stop);
}

async function finish(input: CrawlInput, reason: StopReason): Promise<void> {
  const event = await crawls.finishCrawl(ending(input, { reason, final: true }));
  setCurrentDetails(describeCrawlEnd(reason));
  if (event !== null) await startWebhookDelivery(event, input.crawlId);
}

function ending({ crawlId }: CrawlInput, end: { reason: StopReason; final: boolean }) {
  return { crawlId, ...end, version: nextVersion() };
}

/** From this Crawl-delay on, pages are rendered one at a time. More would only wait for each other. */
const longDelayMs = 1_000;

/** The state of a crawl within one history. */
type CrawlWork = {
  /** Position of the next page to claim. */
  next: number;
  /** Pages in the frontier. */
  found: number;
  maxConcurrentPages: number;
  /** Pages in progress. */
  atWork: number;
  /** Depth of the pages in progress; null if there are none. */
  depth: number | null;
  /** Whether the next page is deeper than those in progress. */
  isDeeper: boolean;
  /** Pages recorded in this history. */
  recorded: number;
  stop: StopReason | null;
  /** The first error that ends the crawl, such as an activity that failed for good; null if there is none. */
  error: unknown;
  /** Whether the state changed since the loop last read it. */
  changed: boolean;
  /** The latest step on the frontier. The next step waits for it. */
  step: Promise<unknown>;
};

function newWork({ concurrency }: CrawlInput, { next, found }: CrawlState): CrawlWork {
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

/** Whether another page may start now. */
function canClaim({ stop, atWork, maxConcurrentPages, next, found, isDeeper }: CrawlWork): boolean {
  return stop === null && atWork < maxConcurrentPages && next < found && !isDeeper;
}

/** Runs a step on the frontier after all earlier steps. */
function inOrder<Result>(work: CrawlWork, step: () => Promise<Result>): Promise<Result> {
  const done = work.step.then(step);
  // The caller of the step handles its failure.
  work.step = done.catch(() => undefined);
  return done;
}

/** Claims as many pages as may start now, and starts them. */
async function claimPages({ crawlId }: CrawlInput, work: CrawlWork): Promise<void> {
  const claimedPages = await inOrder(work, () => {
    const { next, depth, maxConcurrentPages, atWork } = work;
    return project.claimPages({ crawlId, next, depth, count: maxConcurrentPages - atWork, version: nextVersion() });
  });
  const { pages, next, outOfCredits, delayMs } = claimedPages;
  work.next = next;
  work.isDeeper = pages.length === 0 && work.atWork > 0 && next < work.found;
  if (delayMs > longDelayMs) work.maxConcurrentPages = 1;
  if (outOfCredits) work.stop ??= "out_of_credits";
  if (pages.length === 0) return;
  work.depth = claimedPages.depth;
  for (const page of pages) startPage(crawlId, work, page);
}

/** Renders and records a page without waiting for it. */
function startPage(crawlId: string, work: CrawlWork, page: ClaimedPage): void {
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
  await runRenderChild(render);
  const { found, failed } = await inOrder(work, () =>
    crawls.recordPage({ crawlId, position, follow: work.stop === null, version: nextVersion() }),
  );
  work.found = found;
  work.recorded += 1;
  if (position === 0 && failed) work.stop ??= "start_page_failed";
}
