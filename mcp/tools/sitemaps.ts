import { type Static, Type } from "typebox";
import { HttpUrl } from "#schemas/common.ts";
import {
  type MonitorSitemap,
  type SitemapOrPlanReply,
  SitemapRequest,
  type SyncPlan,
} from "#schemas/monitor/sitemap.ts";
import { factsBlock, saidBlocks, untrustedBlock } from "../results.ts";
import { defineTool } from "../tool.ts";
import { monitorSettings, newCapture, toMonitorBody } from "./monitorSettings.ts";
import { hints, toFields } from "./shapes.ts";

const { includePaths, excludePaths, maxMonitors, syncIntervalMinutes } = SitemapRequest.properties;

/** Monitors of all pages of a sitemap. */
export const watchSitemap = defineTool({
  name: "watchframe_watch_sitemap",
  title: "Watch the pages of a sitemap",
  description:
    "Makes a monitor for each page of a sitemap and keeps them in step: new pages join, gone pages pause. By default it makes nothing and gives the plan: show it to the user before you call again with dry_run false. Each run of each monitor costs two credits.",
  scopes: ["monitor"],
  annotations: hints.start,
  arguments: Type.Object(
    {
      sitemap_url: Type.String({ ...HttpUrl, description: "Address of the sitemap." }),
      dry_run: Type.Boolean({ default: true, description: "Give the plan and make nothing." }),
      include_paths: includePaths,
      exclude_paths: excludePaths,
      max_monitors: maxMonitors,
      sync_interval_minutes: syncIntervalMinutes,
      ...monitorSettings,
      ...newCapture,
      regions: Type.Boolean({ ...newCapture.regions, default: false }),
    },
    { additionalProperties: false },
  ),
  names: { "monitor.capture": "", "monitor.alerts": "", monitor: "" },
  async run(given, { api }) {
    const { sitemap_url, dry_run, include_paths, exclude_paths, max_monitors, sync_interval_minutes, ...settings } =
      given;
    const body = {
      ...toFields({ sitemap_url, dry_run, include_paths, exclude_paths, max_monitors, sync_interval_minutes }),
      monitor: toMonitorBody(settings),
    };
    const { sitemap, plan, warnings } = await api.json<Static<typeof SitemapOrPlanReply>>({
      method: "POST",
      path: "/render/monitors/from-sitemap",
      body,
      idempotent: !dry_run,
    });
    if (plan !== null) return [factsBlock({ ...planFacts(plan), warnings }), untrustedBlock(plan.addUrls.join("\n"))];
    if (sitemap === null) return [factsBlock({ warnings })];
    const { name, host } = sitemap;
    return [factsBlock({ ...sitemapFacts(sitemap), warnings }), ...saidBlocks({ name, host })];
  },
});

function planFacts({ pages, add, overLimit, foreign, problems }: Static<typeof SyncPlan>) {
  return { dry_run: true, pages, add, over_limit: overLimit, foreign, problems };
}

function sitemapFacts({ id, status, monitor }: Static<typeof MonitorSitemap>) {
  const { intervalMinutes: interval_minutes, cron, tags } = monitor;
  const next = "Its monitors appear in watchframe_list_monitors within a minute.";
  return { sitemap_id: id, status, interval_minutes, cron, tags, next };
}
