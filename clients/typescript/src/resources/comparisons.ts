import { ComparisonFailedError } from "../errors.ts";
import { Comparisons as ComparisonCalls } from "../generated/resources.ts";
import type { Diff, DiffRequest } from "../generated/shapes.ts";
import type { CallOptions } from "../transport.ts";
import {
  hasCompleted,
  longPollSeconds,
  restOf,
  type RunOptions,
  startOptions,
  waitForEnd,
  type WaitOptions,
} from "../wait.ts";

/** Comparisons of two pages, jobs or files. */
export class Comparisons extends ComparisonCalls {
  /** Compares and waits for the result. @throws ComparisonFailedError */
  async run(request: DiffRequest, options: RunOptions<Diff> = {}): Promise<Diff> {
    const rest = restOf(options);
    const { id } = await this.create(request, startOptions(options));
    return this.wait(id, rest());
  }

  /** The comparison once it has completed. @throws ComparisonFailedError, TimeoutError */
  async wait(id: string, options: WaitOptions<Diff> = {}): Promise<Diff> {
    const read = async (call: CallOptions) => (await this.operations.getDiff(id, { wait: longPollSeconds }, call)).diff;
    const cancel = (call: CallOptions) => this.cancel(id, call);
    const diff = await waitForEnd({ read, isEnded: hasCompleted, cancel }, options);
    if (diff.status !== "completed") throw new ComparisonFailedError(diff);
    return diff;
  }
}
