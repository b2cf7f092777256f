import { type Bytes, readBytes } from "../bytes.ts";
import { JobFailedError } from "../errors.ts";
import { Jobs as JobCalls } from "../generated/resources.ts";
import type { Job } from "../generated/shapes.ts";
import type { CallOptions } from "../transport.ts";
import { hasCompleted, longPollSeconds, waitForEnd, type WaitOptions } from "../wait.ts";

/** Accepted work: renders, pages of batches and crawls, comparisons. */
export class Jobs extends JobCalls {
  /** The job once it has completed. It survives an API that is away. @throws JobFailedError, TimeoutError */
  async wait(id: string, options: WaitOptions<Job> = {}): Promise<Job> {
    const read = async (call: CallOptions) =>
      (await this.operations.getStatus(id, { wait: longPollSeconds }, call)).job;
    const cancel = (call: CallOptions) => this.cancel(id, call);
    const job = await waitForEnd({ read, isEnded: hasCompleted, cancel }, options);
    if (job.status !== "completed") throw new JobFailedError(job);
    return job;
  }

  /** The bytes of an output with their media type. */
  async output(id: string, name: string, options?: CallOptions): Promise<Bytes> {
    return readBytes(await this.stream(id, name, options));
  }
}
