import type { Bytes } from "../bytes.ts";
import { Renders as RenderCalls } from "../generated/resources.ts";
import type { Job, JobReference, RenderRequest as RenderFields } from "../generated/shapes.ts";
import type { CallOptions } from "../transport.ts";
import { restOf, type RunOptions, startOptions } from "../wait.ts";
import { Jobs } from "./jobs.ts";

/** A render of the page at an address, or of a document. */
export type RenderRequest = RenderFields & ({ url: string } | { html: string });

/** Renders of single pages. */
export class Renders extends RenderCalls {
  readonly #jobs = new Jobs(this.operations);

  /** Starts a render and returns at once. */
  override create(request: RenderRequest, options?: CallOptions): Promise<JobReference> {
    return super.create(request, options);
  }

  /** Renders a page and waits for its end. @throws JobFailedError */
  async run(request: RenderRequest, options: RunOptions<Job> = {}): Promise<Job> {
    const rest = restOf(options);
    const { id } = await this.create(request, startOptions(options));
    return this.#jobs.wait(id, rest());
  }

  /** Renders a page and returns its picture. @throws JobFailedError */
  async screenshot(request: RenderRequest, options: RunOptions<Job> = {}): Promise<Bytes> {
    const { id } = await this.run({ ...request, screenshot: true }, options);
    return this.#jobs.output(id, "screenshot", options.signal && { signal: options.signal });
  }
}
