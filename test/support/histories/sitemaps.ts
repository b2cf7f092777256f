import type { MonitorSitemap } from "#schemas/monitor/sitemap.ts";
import { workflowIds } from "#orders/messages.ts";
import { smallCapture } from "../monitors.ts";
import { sitemapOf } from "../sitemaps.ts";
import { until } from "../until.ts";
import type { World } from "./scenario.ts";

/** A sitemap that is synced, paused, resumed, synced by hand and deleted; its first sync, and one that pauses and adds. */
export async function recordSitemaps({ pipeline, caller, site, record }: World): Promise<void> {
  const { monitorSitemaps } = pipeline.database;
  const { workflow } = pipeline.temporal;
  site.release();
  const request = async (method: string, path: string, body?: unknown): Promise<{ sitemap: MonitorSitemap }> => {
    const reply = await caller.call(method, path, body);
    return reply.json();
  };
  const list = (...paths: string[]) => (site.page = sitemapOf(paths.map((path) => `${site.url}${path}`)));
  list("/now/one", "/now/two");
  const { sitemap } = await request("POST", "/render/monitors/from-sitemap", {
    sitemapUrl: `${site.url}/now/sitemap.xml`,
    monitor: { intervalMinutes: 43_200, capture: smallCapture },
  });
  const { id } = sitemap;
  const path = `/render/monitor-sitemaps/${id}`;
  const handle = workflow.getHandle(workflowIds.monitorSitemap(id));
  const reaches = (isReached: (shown: MonitorSitemap) => boolean) =>
    until(async () => isReached((await request("GET", path)).sitemap));
  const wanted = (status: string) =>
    until(async () => (await monitorSitemaps.findOne({ _id: id }))?.spec.wanted === status);
  await reaches(({ lastSync }) => lastSync?.added === 2);
  await request("PATCH", path, { status: "paused" });
  await reaches(({ nextSyncAt }) => nextSyncAt === null);
  await handle.signal("resume");
  await wanted("active");
  list("/now/two", "/now/three");
  await request("POST", `${path}/sync`);
  await reaches(({ lastSync }) => lastSync?.paused === 1);
  await request("DELETE", path);
  await until(async () => (await handle.describe()).status.name === "COMPLETED");
  await record("monitorSitemap-deleted", workflowIds.monitorSitemap(id));
  const syncs: string[] = [];
  const query = `WorkflowType = "sitemapSync" AND AccountId = "${caller.accountId}"`;
  await until(async () => {
    syncs.length = 0;
    for await (const { workflowId } of workflow.list({ query })) syncs.push(workflowId);
    return syncs.length === 2;
  });
  const [first = "", second = ""] = syncs.toSorted();
  await record("sitemapSync-first", first);
  await record("sitemapSync-changed", second);
  site.page = null;
}
