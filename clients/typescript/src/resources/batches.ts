import { Batches as BatchCalls } from "../generated/resources.ts";
import type { Batch, JobReference } from "../generated/shapes.ts";
import type { CallOptions } from "../transport.ts";
import { groupPollMs, hasCompleted, waitForEnd, type WaitOptions } from "../wait.ts";
import { retryFailedJobs } from "./retryFailedJobs.ts";

/** Many pages at once. */
export class Batches extends BatchCalls {
  /** The batch once all of its pages have ended. Failed pages are counted in it. */
  wait(id: string, options: WaitOptions<Batch> = {}): Promise<Batch> {
    const read = (call: CallOptions) => this.get(id, call);
    const cancel = (call: CallOptions) => this.cancel(id, call);
    const work = { read, isEnded: hasCompleted, pollMs: groupPollMs, cancel };
    return waitForEnd(work, options);
  }

  /** Renders the failed pages again, each under its id. Returns them. @throws ApiError of the first refusal. */
  retryFailed(id: string, options?: CallOptions): Promise<JobReference[]> {
    return retryFailedJobs(this.operations, { batchId: id }, options);
  }
}
