import { type Bytes, readBytes } from "../bytes.ts";
import { JobFailedError } from "../errors.ts";
import type { Operations } from "../generated/operations.ts";
import type { Job, JobReference, RetriedJobs } from "../generated/shapes.ts";
import { List, type ListQuery } from "../list.ts";
import type { CallOptions } from "../transport.ts";
import { longPollSeconds, waitForEnd, type WaitOptions } from "../wait.ts";

/** Accepted work: renders, pages of batches and crawls, comparisons. */
export class Jobs {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  async get(id: string, options?: CallOptions): Promise<Job> {
    return (await this.#operations.getStatus(id, {}, options)).job;
  }

  list(query: ListQuery<Operations["listJobs"]> = {}, options?: CallOptions): List<Job> {
    return new List(async (cursor) => {
      const { jobs, nextCursor } = await this.#operations.listJobs({ ...query, ...(cursor && { cursor }) }, options);
      return { items: jobs, nextCursor };
    });
  }

  /** The job once it has completed. It survives an API that is away. @throws JobFailedError, TimeoutError */
  async wait(id: string, options: WaitOptions<Job> = {}): Promise<Job> {
    const read = async (call: CallOptions) =>
      (await this.#operations.getStatus(id, { wait: longPollSeconds }, call)).job;
    const cancel = (call: CallOptions) => this.cancel(id, call);
    const job = await waitForEnd({ read, isEnded: ({ completedAt }) => completedAt !== null, cancel }, options);
    if (job.status !== "completed") throw new JobFailedError(job);
    return job;
  }

  async cancel(id: string, options?: CallOptions): Promise<Job> {
    return (await this.#operations.cancelJob(id, options)).job;
  }

  /** Runs a failed job again under its id. */
  retry(id: string, options?: CallOptions): Promise<JobReference> {
    return this.#operations.retryJob(id, options);
  }

  /** Runs the newest failed jobs of the account again, at most `limit`. Default: as many as the API allows at once. */
  retryFailed(request: { limit?: number } = {}, options?: CallOptions): Promise<RetriedJobs> {
    return this.#operations.retryFailed(request, options);
  }

  /** The reply with an output, to read as a stream. `name` is `screenshot`, `markdown` or another output of the job. */
  stream(id: string, name: string, options?: CallOptions): Promise<Response> {
    return this.#operations.getOutput(id, name, {}, options);
  }

  async output(id: string, name: string, options?: CallOptions): Promise<Bytes> {
    return readBytes(await this.stream(id, name, options));
  }
}
