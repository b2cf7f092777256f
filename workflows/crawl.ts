import {
  CancellationScope,
  CancelledFailure,
  condition,
  ContinueAsNew,
  continueAsNew,
  defineSignal,
  isCancellation,
  patched,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from "@temporalio/workflow";
import type { StopReason } from "#schemas/crawl.ts";
import { claimPages, type CrawlWork, hasRoom, inOrder, newWork } from "./crawlWork.ts";
import { startWebhookDelivery } from "./deliver.ts";
import { controlSignals, type CrawlInput, type CrawlState } from "./messages.ts";
import { crawls } from "./proxies.ts";
import { nextVersion } from "./version.ts";

/** Pages before the history is begun anew. */
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
  // Pages at work finish, whoever cancels: what they cost is spent.
  await CancellationScope.nonCancellable(() => run(input, requested));
  if (requested.byTemporal) throw new CancelledFailure("The crawl was cancelled.");
}

/** What the caller or an operator wants, kept up to date by the signal and by Temporal's own cancellation. */
type Requested = { cancelled: boolean };

async function run(input: CrawlInput, requested: Requested): Promise<void> {
  try {
    const state = input.state ?? (await open(input, requested));
    // Whoever cancels while robots.txt is asked for need not hear what it says.
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
    if (requested.cancelled && patched("cancel while opening")) scope.cancel();
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
  if (event !== null) await startWebhookDelivery(event, input.crawlId);
}

function ending({ crawlId }: CrawlInput, end: { reason: StopReason; final: boolean }) {
  return { crawlId, ...end, version: nextVersion() };
}
