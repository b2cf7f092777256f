import { Crawls as CrawlCalls } from "../generated/resources.ts";
import type { Crawl, JobReference } from "../generated/shapes.ts";
import type { CallOptions } from "../transport.ts";
import { groupPollMs, hasCompleted, waitForEnd, type WaitOptions } from "../wait.ts";
import { retryFailedJobs } from "./retryFailedJobs.ts";

/** Whole sites, page by page. */
export class Crawls extends CrawlCalls {
  /** The crawl once it has ended. `stopReason` says why. */
  wait(id: string, options: WaitOptions<Crawl> = {}): Promise<Crawl> {
    const read = (call: CallOptions) => this.get(id, call);
    const cancel = (call: CallOptions) => this.cancel(id, call);
    const work = { read, isEnded: hasCompleted, pollMs: groupPollMs, cancel };
    return waitForEnd(work, options);
  }

  /** Renders the failed pages again, each under its id. Returns them. @throws ApiError of the first refusal. */
  retryFailed(id: string, options?: CallOptions): Promise<JobReference[]> {
    return retryFailedJobs(this.operations, { crawlId: id }, options);
  }
}
