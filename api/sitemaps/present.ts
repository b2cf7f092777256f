import { givenOf, keysOf } from "#schemas/common.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import { sharedPlain } from "#schemas/monitor/plainSettings.ts";
import {
  type MonitorSitemap,
  type MonitorTemplate,
  type SitemapRecord,
  type SitemapSyncRecord,
  type SyncPlan,
  type SyncProblem,
  type SyncProblemCode,
  type SyncRecord,
  syncProblems,
} from "#schemas/monitor/sitemap.ts";
import { presentAlerts } from "../monitors/present.ts";
import type { Links } from "../ports.ts";
import type { MonitorCounts } from "./store.ts";

/** A sitemap as clients see it. This is the only way from a record to JSON, so fields that are not named here stay private. */
export function presentSitemap(
  { now }: Pick<Links, "now">,
  record: SitemapRecord,
  counts: MonitorCounts | undefined,
): MonitorSitemap {
  const { spec, state, syncRequestedAt } = record;
  const {
    name,
    host,
    wanted: wantedStatus,
    includePaths,
    excludePaths,
    maxMonitors,
    syncIntervalMinutes,
    template,
  } = spec;
  const { lastSync, nextSyncAt } = state;
  const next = wantedStatus === "active" ? nextSyncAt : null;
  return {
    id: record._id,
    name,
    host,
    status: wantedStatus,
    includePaths,
    excludePaths,
    maxMonitors,
    syncIntervalMinutes,
    monitor: presentTemplate(template),
    counts: { ...(counts ?? { active: 0, paused: 0, gone: 0 }), overLimit: lastSync?.overLimit ?? 0 },
    syncing: wantedStatus !== "deleted" && (syncRequestedAt !== null || (next !== null && next <= now())),
    lastSync: lastSync === null ? null : presentSync(lastSync),
    nextSyncAt: next?.toISOString() ?? null,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

function presentTemplate(template: MonitorTemplate): MonitorSitemap["monitor"] {
  const { intervalMinutes, cron, timezone, tags, diff } = template;
  // The API wrote this after the schemas had checked it.
  const capture: MonitorCapture = JSON.parse(template.capture);
  const times = { intervalMinutes, ...(cron !== null && { cron }), ...(timezone !== null && { timezone }) };
  return { ...times, tags, ...givenOf(template, keysOf(sharedPlain)), capture, diff, alerts: presentAlerts(template) };
}

function presentSync({ at, error, ...counts }: SyncRecord): NonNullable<MonitorSitemap["lastSync"]> {
  return { at: at.toISOString(), ...counts, ...(error !== null && { error: presentProblem(error) }) };
}

function presentProblem(code: SyncProblemCode): SyncProblem {
  return { code, message: syncProblems[code] };
}

/** The plan of a dry run. */
export function presentPlan({ report, addUrls }: SitemapSyncRecord): SyncPlan {
  const { problem, ...counts } = report;
  return { ...counts, addUrls, problems: problem === null ? [] : [presentProblem(problem)] };
}
