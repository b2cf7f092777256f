import type { Static } from "typebox";
import {
  type MonitorSitemap,
  type SitemapList,
  type SitemapOrPlanReply,
  type SitemapReply,
  syncProblems,
} from "#schemas/monitor/sitemap.ts";
import { monitor } from "./monitors.ts";
import { ids, times } from "./parts.ts";

const sitemap: MonitorSitemap = {
  id: ids.sitemap,
  name: "Handbook",
  host: "example.com",
  status: "active",
  includePaths: ["/docs/**"],
  excludePaths: [],
  maxMonitors: 200,
  syncIntervalMinutes: 1_440,
  monitor: {
    intervalMinutes: 1_440,
    tags: ["docs"],
    baselineMode: "rolling",
    changeThreshold: 0,
    capture: monitor.capture,
    diff: monitor.diff,
    alerts: {
      ...monitor.alerts,
      email: { account: true, recipientIds: [] },
      webhook: { configured: false, signed: false },
      channels: [],
      digest: "daily",
    },
  },
  counts: { active: 118, paused: 1, gone: 3, overLimit: 0 },
  syncing: false,
  lastSync: {
    at: times.completed,
    pages: 119,
    added: 2,
    paused: 0,
    resumed: 0,
    overLimit: 0,
    error: { code: "sitemap_incomplete", message: syncProblems.sitemap_incomplete },
  },
  nextSyncAt: times.nextRun,
  createdAt: times.created,
  updatedAt: times.created,
};

const reply = (change: Partial<MonitorSitemap> = {}): Static<typeof SitemapReply> => ({
  success: true,
  sitemap: { ...sitemap, ...change },
});

const ordered = (change: Partial<MonitorSitemap>): Static<typeof SitemapOrPlanReply> => ({
  ...reply(change),
  plan: null,
});

const plan: Static<typeof SitemapOrPlanReply> = {
  success: true,
  sitemap: null,
  plan: {
    pages: 121,
    add: 2,
    addUrls: ["https://example.com/docs/new", "https://example.com/docs/newer"],
    pause: 1,
    resume: 0,
    keep: 118,
    overLimit: 0,
    foreign: 0,
    problems: [],
  },
};

const list: Static<typeof SitemapList> = { success: true, sitemaps: [sitemap], nextCursor: null };

/** Replies about sitemaps. */
export const sitemaps = {
  created: ordered({ syncing: true, lastSync: null, counts: { active: 0, paused: 0, gone: 0, overLimit: 0 } }),
  reply: reply(),
  paused: reply({ status: "paused", nextSyncAt: null }),
  deleted: reply({ status: "deleted", nextSyncAt: null }),
  syncing: ordered({ syncing: true }),
  plan,
  list,
};
