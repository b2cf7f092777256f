import type { Operations } from "../generated/operations.ts";
import type {
  Batch,
  BatchAccepted,
  BatchItem,
  BatchRequest,
  Crawl,
  CrawlPage,
  CrawlReference,
  CrawlRequest,
  DelayedRequest,
  JobReference,
  RecurringRequest,
  Schedule,
} from "../generated/shapes.ts";
import { List } from "../list.ts";
import type { CallOptions } from "../transport.ts";
import { retryFailedJobs } from "./retryFailedJobs.ts";
import { waitForEnd, type WaitOptions } from "../wait.ts";

/** Milliseconds between two polls of work without a long poll. */
const pollMs = 2_000;

/** Many pages at once. */
export class Batches {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  create(request: BatchRequest, options?: CallOptions): Promise<BatchAccepted> {
    return this.#operations.submitBatch(request, options);
  }

  async get(id: string, options?: CallOptions): Promise<Batch> {
    return (await this.#operations.getBatch(id, { limit: 1 }, options)).batch;
  }

  list(options?: CallOptions): List<Batch> {
    return new List(async (cursor) => {
      const page = await this.#operations.listBatches(cursor === null ? {} : { cursor }, options);
      return { items: page.batches, nextCursor: page.nextCursor };
    });
  }

  /** The pages of a batch. */
  items(id: string, query: { status?: BatchItem["status"] } = {}, options?: CallOptions): List<BatchItem> {
    return new List(async (cursor) => {
      const page = await this.#operations.getBatch(id, { ...query, ...(cursor && { cursor }) }, options);
      return { items: page.items, nextCursor: page.nextCursor };
    });
  }

  /** The batch once all of its pages have ended. Failed pages are counted in it. */
  wait(id: string, options: WaitOptions<Batch> = {}): Promise<Batch> {
    const read = (call: CallOptions) => this.get(id, call);
    const cancel = (call: CallOptions) => this.cancel(id, call);
    return waitForEnd({ read, isEnded: ({ completedAt }) => completedAt !== null, pollMs, cancel }, options);
  }

  /** Renders the failed pages again, each under its id. Returns them. @throws ApiError of the first refusal. */
  retryFailed(id: string, options?: CallOptions): Promise<JobReference[]> {
    return retryFailedJobs(this.#operations, { batchId: id }, options);
  }

  async cancel(id: string, options?: CallOptions): Promise<Batch> {
    return (await this.#operations.cancelBatch(id, options)).batch;
  }
}

/** Whole sites, page by page. */
export class Crawls {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  create(request: CrawlRequest, options?: CallOptions): Promise<CrawlReference> {
    return this.#operations.submitCrawl(request, options);
  }

  async get(id: string, options?: CallOptions): Promise<Crawl> {
    return (await this.#operations.getCrawl(id, options)).crawl;
  }

  list(options?: CallOptions): List<Crawl> {
    return new List(async (cursor) => {
      const page = await this.#operations.listCrawls(cursor === null ? {} : { cursor }, options);
      return { items: page.crawls, nextCursor: page.nextCursor };
    });
  }

  /** The pages of a crawl, also those that it skipped. */
  pages(id: string, query: { status?: CrawlPage["status"] } = {}, options?: CallOptions): List<CrawlPage> {
    return new List(async (cursor) => {
      const page = await this.#operations.listCrawlPages(id, { ...query, ...(cursor && { cursor }) }, options);
      return { items: page.pages, nextCursor: page.nextCursor };
    });
  }

  /** The crawl once it has ended. `stopReason` says why. */
  wait(id: string, options: WaitOptions<Crawl> = {}): Promise<Crawl> {
    const read = (call: CallOptions) => this.get(id, call);
    const cancel = (call: CallOptions) => this.cancel(id, call);
    return waitForEnd({ read, isEnded: ({ completedAt }) => completedAt !== null, pollMs, cancel }, options);
  }

  /** Renders the failed pages again, each under its id. Returns them. @throws ApiError of the first refusal. */
  retryFailed(id: string, options?: CallOptions): Promise<JobReference[]> {
    return retryFailedJobs(this.#operations, { crawlId: id }, options);
  }

  async cancel(id: string, options?: CallOptions): Promise<Crawl> {
    return (await this.#operations.cancelCrawl(id, options)).crawl;
  }
}

/** Renders at a later time, once or by cron. */
export class Schedules {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  createOnce(request: DelayedRequest, options?: CallOptions): Promise<Schedule> {
    return this.#operations.scheduleRender(request, options);
  }

  createRecurring(request: RecurringRequest, options?: CallOptions): Promise<Schedule> {
    return this.#operations.scheduleRecurring(request, options);
  }

  get(id: string, options?: CallOptions): Promise<Schedule> {
    return this.#operations.getSchedule(id, options);
  }

  /** This list has offsets in the API, which the cursors here stand for. */
  list(query: { status?: Schedule["status"]; type?: Schedule["type"] } = {}, options?: CallOptions): List<Schedule> {
    return new List(async (cursor) => {
      const offset = Number(cursor ?? 0);
      const { schedules, total } = await this.#operations.listSchedules({ ...query, offset }, options);
      const next = offset + schedules.length;
      return { items: schedules, nextCursor: schedules.length > 0 && next < total ? String(next) : null };
    });
  }

  pause(id: string, options?: CallOptions): Promise<Schedule> {
    return this.#operations.changeSchedule(id, { status: "paused" }, options);
  }

  resume(id: string, options?: CallOptions): Promise<Schedule> {
    return this.#operations.changeSchedule(id, { status: "active" }, options);
  }

  cancel(id: string, options?: CallOptions): Promise<Schedule> {
    return this.#operations.cancelSchedule(id, options);
  }
}
