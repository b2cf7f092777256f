import { expect } from "chai";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorSitemap, SyncPlan } from "#schemas/monitor/sitemap.ts";
import type { CrawlSite, SiteAnswer } from "./crawlSite.ts";
import { smallCapture } from "./monitors.ts";
import type { Caller } from "./pipeline.ts";
import { until } from "./until.ts";

/** A sitemap of addresses, as the protocol has it. */
export function sitemapOf(addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<url><loc>${address.replaceAll("&", "&amp;")}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</urlset>`;
}

/** An index of sitemaps. */
export function indexOf(addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<sitemap><loc>${address}</loc></sitemap>`);
  return `<?xml version="1.0"?><sitemapindex>${entries.join("")}</sitemapindex>`;
}

/** Has the site answer a path with a sitemap of its own paths, and each of them with a page. */
export function listPages(site: CrawlSite, file: string, paths: readonly string[]): void {
  answerFile(site, file, { body: sitemapOf(paths.map((path) => `${site.url}${path}`)) });
}

/** Has the site answer a path with a file, and any other path as before, or else with a page. */
export function answerFile(site: CrawlSite, file: string, answer: SiteAnswer): void {
  const before = site.answer;
  const page = { body: "<!doctype html><title>A page</title><h1>A page</h1>" };
  site.answer = (url) => (url.pathname === file ? answer : (before(url) ?? page));
}

/** A caller's sitemaps, as the API shows them. */
export type Sitemaps = {
  /** A request: the reply's body with its status. */
  call<Reply>(method: string, path: string, body?: unknown): Promise<Reply & { status: number }>;
  /** Watches a sitemap, with small pictures once a month, and waits for the first sync. */
  create(file: string, body?: Record<string, unknown>): Promise<MonitorSitemap>;
  plan(file: string, body?: Record<string, unknown>): Promise<SyncPlan>;
  get(id: string): Promise<MonitorSitemap>;
  /** Syncs by hand and waits for the end. */
  sync(id: string): Promise<MonitorSitemap>;
  /** Its monitors by the paths in their names. */
  monitors(id: string): Promise<Map<string, Monitor>>;
};

/** The caller's sitemaps of a site. */
export function sitemapsOf(caller: Caller, site: Pick<CrawlSite, "url" | "host">): Sitemaps {
  const call: Sitemaps["call"] = async (method, path, body) => {
    const reply = await caller.call(method, path, body);
    return { ...(await reply.json()), status: reply.status };
  };
  const post = async <Reply>(file: string, body: Record<string, unknown>): Promise<Reply & { status: number }> => {
    const { monitor, ...rest } = body;
    return call("POST", "/render/monitors/from-sitemap", {
      sitemapUrl: `${site.url}${file}`,
      monitor: { intervalMinutes: 43_200, capture: smallCapture, ...Object(monitor) },
      ...rest,
    });
  };
  const idle = (id: string) =>
    until(async () => {
      const sitemap = await sitemaps.get(id);
      return !sitemap.syncing && sitemap.lastSync !== null && sitemap;
    }, 60_000);
  const sitemaps: Sitemaps = {
    call,
    async create(file, body = {}) {
      const reply = await post<{ sitemap: MonitorSitemap }>(file, body);
      expect(reply.status, JSON.stringify(reply)).to.equal(201);
      return idle(reply.sitemap.id);
    },
    async plan(file, body = {}) {
      const reply = await post<{ plan: SyncPlan }>(file, { ...body, dryRun: true });
      expect(reply.status, JSON.stringify(reply)).to.equal(200);
      return reply.plan;
    },
    get: async (id) => {
      const reply = await call<{ sitemap: MonitorSitemap }>("GET", `/render/monitor-sitemaps/${id}`);
      expect(reply.status, JSON.stringify(reply)).to.equal(200);
      return reply.sitemap;
    },
    async sync(id) {
      const before = (await sitemaps.get(id)).lastSync?.at;
      const reply = await call("POST", `/render/monitor-sitemaps/${id}/sync`);
      expect(reply.status, JSON.stringify(reply)).to.equal(202);
      return until(async () => {
        const sitemap = await idle(id);
        return sitemap.lastSync?.at !== before && sitemap;
      }, 60_000);
    },
    async monitors(id) {
      const { monitors } = await call<{ monitors: Monitor[] }>("GET", `/render/monitors?sitemap=${id}&limit=200`);
      return new Map(monitors.map((monitor) => [monitor.name.slice(site.host.length), monitor]));
    },
  };
  return sitemaps;
}
