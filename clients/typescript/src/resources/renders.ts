import { ConnectionError, JobFailedError, WatchframeError } from "../errors.ts";
import type { Operations } from "../generated/operations.ts";
import type { Diff, DiffRequest, Job, JobReference, ListedDiff, RenderRequest } from "../generated/shapes.ts";
import { List } from "../list.ts";
import type { CallOptions } from "../transport.ts";
import { longPollSeconds, restOf, waitForEnd, type WaitOptions } from "../wait.ts";

type Query<Name extends keyof Operations> = Operations[Name] extends (query?: infer Given, ...rest: never[]) => unknown
  ? Omit<NonNullable<Given>, "cursor">
  : never;

/** Bytes of an output with their media type. */
export type Bytes = { bytes: Uint8Array; contentType: string };

/** Renders of single pages. */
export class Renders {
  readonly #operations: Operations;
  readonly #jobs: Jobs;

  constructor(operations: Operations, jobs: Jobs) {
    this.#operations = operations;
    this.#jobs = jobs;
  }

  /** Starts a render and returns at once. */
  create(request: RenderRequest, options?: CallOptions): Promise<JobReference> {
    return this.#operations.submitRender(request, options);
  }

  /** Renders a page and waits for its end. @throws JobFailedError */
  async run(
    request: RenderRequest,
    options: WaitOptions<Job> & Pick<CallOptions, "idempotencyKey"> = {},
  ): Promise<Job> {
    const { timeoutMs: _forTheWait, ...call } = options;
    const rest = restOf(options);
    const { id } = await this.create(request, call);
    return this.#jobs.wait(id, rest());
  }

  /** Renders a page and returns its picture. @throws JobFailedError */
  async screenshot(request: RenderRequest, options: WaitOptions<Job> = {}): Promise<Bytes> {
    const { id } = await this.run({ ...request, screenshot: true }, options);
    return this.#jobs.output(id, "screenshot", options.signal && { signal: options.signal });
  }
}

/** Accepted work: renders, pages of batches and crawls, comparisons. */
export class Jobs {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  async get(id: string, options?: CallOptions): Promise<Job> {
    return (await this.#operations.getStatus(id, {}, options)).job;
  }

  list(query: Query<"listJobs"> = {}, options?: CallOptions): List<Job> {
    return new List(async (cursor) => {
      const { jobs, nextCursor } = await this.#operations.listJobs({ ...query, ...(cursor && { cursor }) }, options);
      return { items: jobs, nextCursor };
    });
  }

  /** The job once it has completed. It survives an API that is away. @throws JobFailedError, TimeoutError */
  async wait(id: string, options: WaitOptions<Job> = {}): Promise<Job> {
    const read = async (call: CallOptions) =>
      (await this.#operations.getStatus(id, { wait: longPollSeconds }, call)).job;
    const job = await waitForEnd({ read, isEnded: ({ completedAt }) => completedAt !== null }, options);
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

  /** The reply with an output, to read as a stream. `name` is `screenshot`, `markdown` or another output of the job. */
  stream(id: string, name: string, options?: CallOptions): Promise<Response> {
    return this.#operations.getOutput(id, name, {}, options);
  }

  async output(id: string, name: string, options?: CallOptions): Promise<Bytes> {
    return readBytes(await this.stream(id, name, options));
  }
}

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

  list(query: Query<"listDiffs"> = {}, options?: CallOptions): List<ListedDiff> {
    return new List(async (cursor) => {
      const { diffs, nextCursor } = await this.#operations.listDiffs({ ...query, ...(cursor && { cursor }) }, options);
      return { items: diffs, nextCursor };
    });
  }

  /** Compares and waits for the result. @throws WatchframeError if the comparison fails. */
  async run(request: DiffRequest, options: WaitOptions<Diff> = {}): Promise<Diff> {
    const { timeoutMs: _forTheWait, ...start } = options;
    const rest = restOf(options);
    const { id } = await this.create(request, start);
    const read = async (call: CallOptions) =>
      (await this.#operations.getDiff(id, { wait: longPollSeconds }, call)).diff;
    const diff = await waitForEnd({ read, isEnded: ({ completedAt }) => completedAt !== null }, rest());
    if (diff.status !== "completed") {
      throw new WatchframeError(diff.error?.message ?? `The comparison ended as ${diff.status}.`);
    }
    return diff;
  }
}

/** The bytes of a reply. @throws ConnectionError if it breaks off. */
export async function readBytes(response: Response): Promise<Bytes> {
  const contentType = response.headers.get("Content-Type") ?? "application/octet-stream";
  try {
    return { bytes: new Uint8Array(await response.arrayBuffer()), contentType };
  } catch (cause) {
    throw new ConnectionError("The reply broke off.", { cause });
  }
}
