import { Sitemaps as SitemapCalls } from "../generated/resources.ts";
import type { MonitorSitemap } from "../generated/shapes.ts";
import type { CallOptions } from "../transport.ts";
import { runPollMs, waitForEnd, type WaitOptions } from "../wait.ts";

/** Watched sitemaps. Each of their pages has a monitor. */
export class Sitemaps extends SitemapCalls {
  /** The sitemap once no sync is due or runs. */
  waitForSync(id: string, options: Omit<WaitOptions<MonitorSitemap>, "cancelOnAbort"> = {}): Promise<MonitorSitemap> {
    const read = (call: CallOptions) => this.get(id, call);
    return waitForEnd({ read, isEnded: ({ syncing }) => !syncing, pollMs: runPollMs }, options);
  }
}
