import {
  allHandlersFinished,
  CancellationScope,
  CancelledFailure,
  condition,
  isCancellation,
  setCurrentDetails,
  setHandler,
  sleep,
} from "@temporalio/workflow";
import { runRenderChild } from "./children.ts";
import { startWebhookDelivery } from "./deliveries.ts";
import { counted } from "./ends.ts";
import { nextVersion } from "./ids.ts";
import { type BatchItemInput, batchItemInput, type RenderBatchInput } from "#orders/inputs.ts";
import { itemCancelled } from "#orders/messages.ts";
import { project } from "./proxies.ts";
import { backOff } from "#rules/deliverySchedule.ts";
import { nextItem } from "#rules/outcomes.ts";
import { throttleKeyOf } from "#rules/throttle.ts";

/** Pages that one local activity cancels; more could exceed its timeout while MongoDB is slow. */
const maxPagesPerCancel = 10;
/** Milliseconds between two counts of unfinished pages. A retried page may wait in a queue for days. */
const countDelays = { minMs: 5_000, maxMs: 5 * 60_000 };

/**
 * A batch: starts each page as a job, as many at once as the plan and the host throttling allow, spread over the hosts. It
 * sends an event when all have ended. Cancelling it cancels all pages that have not ended.
 */
export async function renderBatch(input: RenderBatchInput): Promise<void> {
  const pages = new Pages(input);
  setHandler(itemCancelled, async ({ jobId }) => {
    const removed = pages.remove(jobId);
    if (removed.length > 0) await CancellationScope.nonCancellable(() => cancel(removed));
  });
  await renderAll(input, pages);
  const cancelled = CancellationScope.current().consideredCancelled;
  await CancellationScope.nonCancellable(() => finish(input, { waiting: pages.waiting(), cancelled }));
  setCurrentDetails(pages.describeEnd(cancelled));
  if (cancelled) throw new CancelledFailure("The batch was cancelled.");
}

type BatchPage = { item: BatchItemInput; throttleKey: string };

/** The pages of a batch that wait, and the number in progress per throttle key. */
class Pages {
  readonly #waiting: BatchPage[];
  readonly #inProgress = new Map<string, number>();
  readonly #maxInProgress: number;
  readonly #maxPerHost: number;
  readonly #total: number;
  #ended = 0;
  #rendered = 0;

  constructor({ items, concurrency, perHost }: RenderBatchInput) {
    this.#waiting = items.map((item) => ({ item, throttleKey: throttleKeyOf(item.url) }));
    this.#maxInProgress = concurrency;
    this.#maxPerHost = perHost;
    this.#total = items.length;
  }

  /** Whether a page may start, or none waits. */
  isReady(): boolean {
    if (this.#waiting.length === 0) return true;
    return this.#countAll() < this.#maxInProgress && this.#next() >= 0;
  }

  /** Takes the next page; undefined if none waits. */
  take(): BatchPage | undefined {
    const [page] = this.#waiting.splice(this.#next(), 1);
    if (page !== undefined) this.#count(page.throttleKey, 1);
    return page;
  }

  end({ throttleKey }: BatchPage, succeeded: boolean): void {
    this.#ended += 1;
    if (succeeded) this.#rendered += 1;
    this.#count(throttleKey, -1);
  }

  /** Puts a page back that was not started. */
  putBack(page: BatchPage): void {
    this.#waiting.push(page);
    this.#count(page.throttleKey, -1);
  }

  /** Removes a waiting page and returns it; nothing if the page does not wait. */
  remove(jobId: string): BatchItemInput[] {
    const index = this.#waiting.findIndex(({ item }) => item.jobId === jobId);
    return index < 0 ? [] : this.#waiting.splice(index, 1).map(({ item }) => item);
  }

  /** The details of the ended workflow in Temporal's UI. */
  describeEnd(cancelled: boolean): string {
    const status = cancelled ? "cancelled" : "completed";
    return `${status}: ${this.#rendered} of ${counted(this.#total, "page")} rendered`;
  }

  waiting(): readonly BatchItemInput[] {
    return this.#waiting.map(({ item }) => item);
  }

  #next(): number {
    return nextItem(this.#waiting, this.#inProgress, this.#maxPerHost);
  }

  #countAll(): number {
    return [...this.#inProgress.values()].reduce((sum, count) => sum + count, 0);
  }

  #count(throttleKey: string, change: 1 | -1): void {
    this.#inProgress.set(throttleKey, (this.#inProgress.get(throttleKey) ?? 0) + change);
    setCurrentDetails(
      `${this.#ended} of ${this.#total} ended · ${this.#countAll()} in progress · ${this.#waiting.length} waiting`,
    );
  }
}

/** Renders the waiting pages until none is left or the batch is cancelled. The recursion starts the pages in parallel. */
async function renderAll(input: RenderBatchInput, pages: Pages): Promise<void> {
  if (!(await unlessCancelled(condition(() => pages.isReady())))) return;
  const page = pages.take();
  if (page !== undefined) await Promise.all([renderPage(input, pages, page), renderAll(input, pages)]);
}

async function renderPage(input: RenderBatchInput, pages: Pages, page: BatchPage): Promise<void> {
  let succeeded = false;
  const rendering = render(input, page.item).then((result) => void (succeeded = result));
  if (await unlessCancelled(rendering)) pages.end(page, succeeded);
  else pages.putBack(page);
}

/** Whether the work ended before the batch was cancelled. */
async function unlessCancelled(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (!isCancellation(error)) throw error;
    return false;
  }
}

/** Renders one page. Returns whether it succeeded. @throws CancelledFailure if the batch is cancelled before the page starts. */
async function render(input: RenderBatchInput, item: BatchItemInput): Promise<boolean> {
  const { priority } = input;
  // The API completed this page from the cache, and nothing is left to notify.
  if (item.answered && input.webhook === null) return true;
  return runRenderChild({ type: "renderJob", input: batchItemInput(input, item), priority });
}

async function finish(
  { batchId, accountId, webhook }: RenderBatchInput,
  { waiting, cancelled }: { waiting: readonly BatchItemInput[]; cancelled: boolean },
): Promise<void> {
  for (let from = 0; from < waiting.length; from += maxPagesPerCancel) {
    await cancel(waiting.slice(from, from + maxPagesPerCancel));
  }
  await condition(allHandlersFinished);
  // The reconciler settles a page after an operator terminated its workflow.
  for (let poll = 0; (await project.countUnfinished({ batchId })) > 0; poll += 1)
    await sleep(backOff(poll, countDelays), { summary: "until the last page is settled" });
  const status = cancelled ? "cancelled" : "completed";
  await project.settleBatch({ batchId, status, at: new Date().toISOString() });
  if (webhook === null || cancelled) return;
  const eventId = await project.recordBatchEvent({ batchId });
  await startWebhookDelivery({ eventId, accountId, type: "batch.completed" }, batchId);
}

async function cancel(items: readonly BatchItemInput[]): Promise<void> {
  const pages = items.map(({ jobId, fingerprint }) => ({ jobId, fingerprint }));
  await project.cancelPages({ pages, version: nextVersion() });
}
