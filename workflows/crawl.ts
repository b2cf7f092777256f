import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import {
  CancellationScope,
  CancelledFailure,
  ChildWorkflowFailure,
  condition,
  ContinueAsNew,
  continueAsNew,
  defineSignal,
  isCancellation,
  ParentClosePolicy,
  setCurrentDetails,
  setHandler,
  sleep,
  startChild,
  workflowInfo,
} from "@temporalio/workflow";
import type { ClaimedPage } from "#activities/projections/crawls.ts";
import type { StopReason } from "#schemas/crawl.ts";
import { startWebhookDelivery } from "./deliveries.ts";
import { describeCrawlEnd } from "./endDetails.ts";
import { nextVersion } from "./ids.ts";
import { controlSignals, type CrawlInput, type CrawlState } from "./messages.ts";
import { crawls, project } from "./proxies.ts";
import { workflowStart } from "./starts.ts";

/** Pages per history, before the workflow continues as new. */
const pagesARun = 200;

/**
 * A crawl, level by level: pages that are one link further away come when all nearer ones are recorded, so that a page's depth is
 * that of the shortest way to it, whatever takes how long. The frontier lies in MongoDB; this decides when to go on and when to end.
 */
export async function crawl(input: CrawlInput): Promise<void> {
  const requested = { cancelled: false, byTemporal: false };
  setHandler(defineSignal(controlSignals.cancel), () => void (requested.cancelled = true));
  CancellationScope.current().cancelRequested.catch(() => {
    requested.cancelled = true;
    requested.byTemporal = true;
  });
  // Running pages finish after a cancellation: their cost is spent.
  await CancellationScope.nonCancellable(() => run(input, requested));
  if (requested.byTemporal) throw new CancelledFailure("The crawl was cancelled.");
}

/** What the caller or an operator wants, kept up to date by the signal and by Temporal's own cancellation. */
type Requested = { cancelled: boolean };

async function run(input: CrawlInput, requested: Requested): Promise<void> {
  try {
    const state = input.state ?? (await open(input, requested));
    // Cancellation wins over a robots.txt refusal.
    const refused = state.refused !== null && requested.cancelled ? "cancelled" : state.refused;
    const end = refused ?? (await goOn(input, state, requested));
    if (typeof end !== "string") await continueAsNew<typeof crawl>({ ...input, state: end });
    else await finish(input, end);
  } catch (error) {
    if (!(error instanceof ContinueAsNew)) await finish(input, "internal_error");
    throw error;
  }
}

/** Begins a crawl, which takes minutes where robots.txt and sitemaps are slow to come, unless it is cancelled meanwhile. */
async function open({ crawlId, maxDurationSeconds }: CrawlInput, requested: Requested): Promise<CrawlState> {
  const deadline = Date.now() + maxDurationSeconds * 1_000;
  const scope = new CancellationScope();
  const opening = scope.run(() => crawls.openCrawl({ crawlId, version: nextVersion() }));
  try {
    await Promise.race([opening, condition(() => requested.cancelled)]);
    if (requested.cancelled) scope.cancel();
    const { found, refused } = await opening;
    return { next: 0, found, deadline, refused };
  } catch (error) {
    if (requested.cancelled && isCancellation(error)) return { next: 0, found: 0, deadline, refused: "cancelled" };
    throw error;
  }
}

/** Renders page after page. Resolves to why the crawl ends, or to where it stands once the history is long. */
async function goOn(input: CrawlInput, state: CrawlState, requested: Requested): Promise<StopReason | CrawlState> {
  const work = newWork(input, state);
  endAt(state.deadline, work);
  for (;;) {
    work.changed = false;
    if (work.error !== null) throw work.error;
    if (requested.cancelled && work.stop === null) {
      work.stop = "cancelled";
      await inOrder(work, () => crawls.finishCrawl(ending(input, { reason: "cancelled", final: false })));
    }
    const { next, found, atWork, stop } = work;
    setCurrentDetails(`${next} of ${found} pages begun, ${atWork} at work${stop === null ? "" : ` · ${stop}`}`);
    const isLong = work.recorded >= pagesARun || workflowInfo().continueAsNewSuggested;
    if (!isLong && hasRoom(work)) await claimPages(input, work);
    else if (atWork > 0) await condition(() => work.changed || (requested.cancelled && work.stop === null));
    else if (stop !== null) return stop;
    else if (next >= found) return "no_more_pages";
    else return { ...state, next, found };
  }
}

/** Lets the crawl end at an instant, milliseconds since 1970. */
function endAt(deadline: number, work: CrawlWork): void {
  const end = (): void => {
    work.stop ??= "max_duration";
    work.changed = true;
  };
  sleep(Math.max(1, deadline - Date.now()), { summary: "longest duration" }).then(end, end);
}

async function finish(input: CrawlInput, reason: StopReason): Promise<void> {
  const event = await crawls.finishCrawl(ending(input, { reason, final: true }));
  setCurrentDetails(describeCrawlEnd(reason));
  if (event !== null) await startWebhookDelivery(event, input.crawlId);
}

function ending({ crawlId }: CrawlInput, end: { reason: StopReason; final: boolean }) {
  return { crawlId, ...end, version: nextVersion() };
}

/** Milliseconds of Crawl-delay from which on pages are rendered one by one: more would only wait for each other. */
const longDelayMs = 1_000;

/** What a run of a crawl is doing. */
type CrawlWork = {
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

/** Whether another page may be begun now. */
function hasRoom({ stop, atWork, maxConcurrentPages, next, found, isDeeper }: CrawlWork): boolean {
  return stop === null && atWork < maxConcurrentPages && next < found && !isDeeper;
}

/** Does a step on the frontier when all earlier ones are done. */
function inOrder<Result>(work: CrawlWork, step: () => Promise<Result>): Promise<Result> {
  const done = work.step.then(step);
  // The caller of the step handles its failure.
  work.step = done.catch(() => undefined);
  return done;
}

/** Claims as many pages as there is room for, and begins them. */
async function claimPages({ crawlId }: CrawlInput, work: CrawlWork): Promise<void> {
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
    const child = await startChild(workflowType, { ...start, parentClosePolicy: ParentClosePolicy.ABANDON });
    await child.result();
  } catch (error) {
    // Started already only where an operator reset the crawl: its job is waited for when it is recorded.
    const expected = error instanceof ChildWorkflowFailure || error instanceof WorkflowExecutionAlreadyStartedError;
    if (!expected) throw error;
  }
}
