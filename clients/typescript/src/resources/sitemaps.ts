import { WatchframeError } from "../errors.ts";
import type { Operations } from "../generated/operations.ts";
import type { MonitorSitemap, MonitorSitemapPatch, MonitorSitemapRequest, SyncPlan } from "../generated/shapes.ts";
import { List } from "../list.ts";
import type { CallOptions } from "../transport.ts";
import { waitForEnd, type WaitOptions } from "../wait.ts";

/** Milliseconds between two polls of a sync. Syncs have no long poll. */
const syncPollMs = 1_000;

/** Watched sitemaps. Each of their pages has a monitor. */
export class Sitemaps {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  /** Makes a monitor for each page of a sitemap, and keeps them in step with it. The first sync starts at once. */
  async create(request: Omit<MonitorSitemapRequest, "dryRun">, options?: CallOptions): Promise<MonitorSitemap> {
    const reply = await this.#operations.createMonitorSitemap({ ...request, dryRun: false }, options);
    return given(reply.sitemap);
  }

  /** Shows the changes that `create` would make. Makes nothing. */
  async plan(request: Omit<MonitorSitemapRequest, "dryRun">, options?: CallOptions): Promise<SyncPlan> {
    const reply = await this.#operations.createMonitorSitemap({ ...request, dryRun: true }, options);
    return given(reply.plan);
  }

  async get(id: string, options?: CallOptions): Promise<MonitorSitemap> {
    return (await this.#operations.getMonitorSitemap(id, options)).sitemap;
  }

  list(options?: CallOptions): List<MonitorSitemap> {
    return new List(async (cursor) => {
      const page = await this.#operations.listMonitorSitemaps({ ...(cursor && { cursor }) }, options);
      return { items: page.sitemaps, nextCursor: page.nextCursor };
    });
  }

  async update(id: string, patch: MonitorSitemapPatch, options?: CallOptions): Promise<MonitorSitemap> {
    return (await this.#operations.updateMonitorSitemap(id, patch, options)).sitemap;
  }

  /** Stops the syncs. The monitors go on. */
  pause(id: string, options?: CallOptions): Promise<MonitorSitemap> {
    return this.update(id, { status: "paused" }, options);
  }

  resume(id: string, options?: CallOptions): Promise<MonitorSitemap> {
    return this.update(id, { status: "active" }, options);
  }

  /** Stops the syncs for good. The monitors stay as they are. */
  async delete(id: string, options?: CallOptions): Promise<MonitorSitemap> {
    return (await this.#operations.deleteMonitorSitemap(id, options)).sitemap;
  }

  /** Starts a sync now. */
  async sync(id: string, options?: CallOptions): Promise<MonitorSitemap> {
    const reply = await this.#operations.syncMonitorSitemap(id, { dryRun: false }, options);
    return given(reply.sitemap);
  }

  /** The plan of a sync at this moment. Changes nothing. */
  async planSync(id: string, options?: CallOptions): Promise<SyncPlan> {
    const reply = await this.#operations.syncMonitorSitemap(id, { dryRun: true }, options);
    return given(reply.plan);
  }

  /** The sitemap once no sync is due or runs. */
  waitForSync(id: string, options: Omit<WaitOptions<MonitorSitemap>, "cancelOnAbort"> = {}): Promise<MonitorSitemap> {
    const read = (call: CallOptions) => this.get(id, call);
    return waitForEnd({ read, isEnded: ({ syncing }) => !syncing, pollMs: syncPollMs }, options);
  }
}

/** The part of a reply that belongs to the call. */
function given<Part>(part: Part | null): Part {
  if (part === null) throw new WatchframeError("The service replied with another part than the call asked for.");
  return part;
}
