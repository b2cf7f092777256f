import { ComparisonFailedError } from "../errors.ts";
import type { Operations } from "../generated/operations.ts";
import type { Diff, DiffRequest, Job, JobReference, ListedDiff } from "../generated/shapes.ts";
import { List, type ListQuery } from "../list.ts";
import type { CallOptions } from "../transport.ts";
import { longPollSeconds, restOf, type RunOptions, startOptions, waitForEnd, type WaitOptions } from "../wait.ts";

/** Comparisons of two pages, jobs or files. */
export class Comparisons {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  create(request: DiffRequest, options?: CallOptions): Promise<JobReference> {
    return this.#operations.submitDiff(request, options);
  }

  async get(id: string, options?: CallOptions): Promise<Diff> {
    return (await this.#operations.getDiff(id, {}, options)).diff;
  }

  list(query: ListQuery<Operations["listDiffs"]> = {}, options?: CallOptions): List<ListedDiff> {
    return new List(async (cursor) => {
      const { diffs, nextCursor } = await this.#operations.listDiffs({ ...query, ...(cursor && { cursor }) }, options);
      return { items: diffs, nextCursor };
    });
  }

  /** Compares and waits for the result. @throws ComparisonFailedError */
  async run(request: DiffRequest, options: RunOptions<Diff> = {}): Promise<Diff> {
    const rest = restOf(options);
    const { id } = await this.create(request, startOptions(options));
    return this.wait(id, rest());
  }

  /** The comparison once it has completed. @throws ComparisonFailedError, TimeoutError */
  async wait(id: string, options: WaitOptions<Diff> = {}): Promise<Diff> {
    const read = async (call: CallOptions) =>
      (await this.#operations.getDiff(id, { wait: longPollSeconds }, call)).diff;
    const cancel = (call: CallOptions) => this.cancel(id, call);
    const diff = await waitForEnd({ read, isEnded: ({ completedAt }) => completedAt !== null, cancel }, options);
    if (diff.status !== "completed") throw new ComparisonFailedError(diff);
    return diff;
  }

  /** A comparison is a job, so the reply is its job. */
  async cancel(id: string, options?: CallOptions): Promise<Job> {
    return (await this.#operations.cancelJob(id, options)).job;
  }
}
