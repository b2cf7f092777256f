import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import {
  allHandlersFinished,
  CancellationScope,
  CancelledFailure,
  ChildWorkflowFailure,
  condition,
  isCancellation,
  ParentClosePolicy,
  setCurrentDetails,
  setHandler,
  sleep,
  startChild,
} from "@temporalio/workflow";
import { startWebhookDelivery } from "./deliveries.ts";
import { counted } from "./endDetails.ts";
import { nextVersion } from "./ids.ts";
import { type BatchItemInput, batchItemInput, itemCancelled, type RenderBatchInput } from "./messages.ts";
import { project } from "./proxies.ts";
import { backOff } from "./rules/deliverySchedule.ts";
import { nextItem } from "./rules/outcomes.ts";
import { workflowStart } from "./starts.ts";

/** Pages settled in one go: as many as a local activity has time for while MongoDB is slow. */
const settledAtOnce = 10;
/** Milliseconds between two looks for pages that others are to settle; a page that is retried may wait in line for days. */
const untilSettled = { first: 5_000, longest: 5 * 60_000 };

/**
 * A batch: begins its pages, spread over their hosts and as many at once as the plan and the hosts' pace allow, each as a job of
 * its own; tells when all have ended. Cancelling it cancels what is under way and what is left.
 */
export async function renderBatch(input: RenderBatchInput): Promise<void> {
  const pages = new Pages(input);
  setHandler(itemCancelled, async ({ jobId }) => {
    const left = pages.leaveOut(jobId);
    if (left.length > 0) await CancellationScope.nonCancellable(() => cancel(left));
  });
  await renderAll(input, pages);
  const cancelled = CancellationScope.current().consideredCancelled;
  await CancellationScope.nonCancellable(() => finish(input, { left: pages.left(), cancelled }));
  setCurrentDetails(pages.describeEnd(cancelled));
  if (cancelled) throw new CancelledFailure("The batch was cancelled.");
}

/** Which pages are left and which are under way. */
class Pages {
  readonly #waiting: BatchItemInput[];
  readonly #underWay = new Map<string, number>();
  readonly #atOnce: number;
  readonly #perHost: number;
  readonly #total: number;
  #ended = 0;
  #rendered = 0;

  constructor({ items, concurrency, perHost }: RenderBatchInput) {
    this.#waiting = [...items];
    this.#atOnce = concurrency;
    this.#perHost = perHost;
    this.#total = items.length;
  }

  /** Whether a page may be begun, or none is left. */
  isReady(): boolean {
    if (this.#waiting.length === 0) return true;
    return this.#countAll() < this.#atOnce && this.#next() >= 0;
  }

  /** The next page to begin; undefined where none is left. */
  begin(): BatchItemInput | undefined {
    const [item] = this.#waiting.splice(this.#next(), 1);
    if (item !== undefined) this.#count(item.host, 1);
    return item;
  }

  end({ host }: BatchItemInput, succeeded: boolean): void {
    this.#ended += 1;
    if (succeeded) this.#rendered += 1;
    this.#count(host, -1);
  }

  /** Puts a page back that could not be begun. */
  putBack(item: BatchItemInput): void {
    this.#waiting.push(item);
    this.#count(item.host, -1);
  }

  /** The page, where it was still left and now is not any more. */
  leaveOut(jobId: string): BatchItemInput[] {
    const place = this.#waiting.findIndex((item) => item.jobId === jobId);
    return place < 0 ? [] : this.#waiting.splice(place, 1);
  }

  /** How the batch ended. */
  describeEnd(cancelled: boolean): string {
    const status = cancelled ? "cancelled" : "completed";
    return `${status}: ${this.#rendered} of ${counted(this.#total, "page")} rendered`;
  }

  left(): readonly BatchItemInput[] {
    return this.#waiting;
  }

  #next(): number {
    return nextItem(this.#waiting, this.#underWay, this.#perHost);
  }

  #countAll(): number {
    return [...this.#underWay.values()].reduce((sum, count) => sum + count, 0);
  }

  #count(host: string, change: 1 | -1): void {
    this.#underWay.set(host, (this.#underWay.get(host) ?? 0) + change);
    setCurrentDetails(
      `${this.#ended} of ${this.#total} ended · ${this.#countAll()} under way · ${this.#waiting.length} left`,
    );
  }
}

/** Renders the pages until none is left, or the batch is cancelled: the next one, and beside it those behind it. */
async function renderAll(input: RenderBatchInput, pages: Pages): Promise<void> {
  if (!(await unlessCancelled(condition(() => pages.isReady())))) return;
  const item = pages.begin();
  if (item !== undefined) await Promise.all([renderItem(input, pages, item), renderAll(input, pages)]);
}

async function renderItem(input: RenderBatchInput, pages: Pages, item: BatchItemInput): Promise<void> {
  let succeeded = false;
  const rendering = render(input, item).then((done) => void (succeeded = done));
  if (await unlessCancelled(rendering)) pages.end(item, succeeded);
  else pages.putBack(item);
}

/** Whether the work was done before the batch was cancelled. */
async function unlessCancelled(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (!isCancellation(error)) throw error;
    return false;
  }
}

/** Renders one page, and says whether that succeeded. Rejects only where the batch was cancelled before the page was begun. */
async function render(input: RenderBatchInput, item: BatchItemInput): Promise<boolean> {
  const { priority } = input;
  // Nothing is left to do for it, and no webhook waits.
  if (item.answered && input.webhook === null) return true;
  const order = { type: "renderJob", input: batchItemInput(input, item), priority } as const;
  const { workflowType, ...start } = workflowStart(order);
  try {
    const page = await startChild(workflowType, { ...start, parentClosePolicy: ParentClosePolicy.ABANDON });
    await page.result();
    return true;
  } catch (error) {
    const begun = error instanceof ChildWorkflowFailure || error instanceof WorkflowExecutionAlreadyStartedError;
    if (!begun) throw error;
    return false;
  }
}

async function finish(
  { batchId, accountId, webhook }: RenderBatchInput,
  { left, cancelled }: { left: readonly BatchItemInput[]; cancelled: boolean },
): Promise<void> {
  for (let from = 0; from < left.length; from += settledAtOnce) {
    await cancel(left.slice(from, from + settledAtOnce));
  }
  await condition(allHandlersFinished);
  // One whose workflow an operator terminated is settled by the reconciler.
  for (let turn = 0; (await project.countUnfinished({ batchId })) > 0; turn += 1)
    await sleep(backOff(turn, untilSettled), { summary: "until the last page is settled" });
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
