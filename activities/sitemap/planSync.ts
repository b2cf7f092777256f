import { countMonitors } from "#data/monitors.ts";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import { findKnownMonitors, pageMonitorId, sitemapUrlField, syncChangesField } from "#data/sitemaps.ts";
import {
  blockingProblems,
  maxPlanUrls,
  type SitemapSyncRecord,
  type SyncProblemCode,
  type SyncReport,
} from "#schemas/monitor/sitemap.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import { plans } from "#schemas/settings/plans.ts";
import { retentionMs } from "#schemas/settings/retention.ts";
import { open } from "#vault/open.ts";
import { seal } from "#vault/seal.ts";
import type { SitemapSyncInput } from "#orders/inputs.ts";
import type { ActivityPorts } from "../ports.ts";
import { readSitemap } from "../projections/sitemaps.ts";
import { proxiedFetch } from "../proxies/openProxy.ts";
import { type Difference, differ, type PageChange } from "./differ.ts";
import { readPages, type SitemapPages } from "./readPages.ts";

/** The numbers of a planned sync, and how many changes there are to make. */
export type PlannedSync = Pick<SitemapSyncRecord, "report" | "size">;

/** Milliseconds for reading a sitemap with its nested ones; a caller waits for a dry run. */
const readMs = { sync: 120_000, dryRun: 25_000 };

/** A sitemap to compare with its monitors. Of a sitemap that does not exist yet, only the settings are known. */
type Subject = {
  id: string;
  createdAt: Date;
  url: URL;
  includePaths: string[];
  excludePaths: string[];
  maxMonitors: number;
  intervalMinutes: number;
  /** The proxy of the captures, which the sitemap is read through, too. */
  proxy?: string | undefined;
};

/**
 * Reads a sitemap, compares it with its monitors and records the changes to make. A repeat finds the recorded ones. A dry run
 * records the plan for its caller instead.
 */
export async function planSync(
  ports: ActivityPorts,
  input: SitemapSyncInput,
  signal: AbortSignal,
): Promise<PlannedSync> {
  const { sitemapSyncs } = ports.database;
  const earlier = await sitemapSyncs.findOne({ _id: input.syncId });
  if (earlier !== null) return earlier;
  const subject = await readSubject(ports, input);
  const { changes, report } = await compare(ports, { input, subject }, signal);
  const { syncId, accountId, dryRun } = input;
  const now = new Date();
  const context = { accountId, entityId: syncId, field: syncChangesField };
  const record: SitemapSyncRecord = {
    _id: syncId,
    accountId,
    sitemapId: subject.id,
    report,
    size: dryRun ? 0 : changes.length,
    changes: dryRun ? null : seal(ports.keyRing, JSON.stringify(changes), context),
    addUrls: dryRun ? changes.flatMap((one) => (one.type === "add" ? [one.url] : [])).slice(0, maxPlanUrls) : [],
    createdAt: now,
    expiresAt: new Date(now.getTime() + retentionMs.sitemapSync),
  };
  await insertIfAbsent(sitemapSyncs, record);
  return { report, size: record.size };
}

async function readSubject({ database, keyRing }: ActivityPorts, input: SitemapSyncInput): Promise<Subject> {
  const { accountId, sitemap } = input;
  const openUrl = (entityId: string, sealed: Parameters<typeof open>[1]) =>
    new URL(open(keyRing, sealed, { accountId, entityId, field: sitemapUrlField }));
  if (!("id" in sitemap)) {
    const { sealedFor: id, url, ...rest } = sitemap;
    return { id, createdAt: new Date(), url: openUrl(id, url), ...rest };
  }
  const { _id: id, createdAt, spec } = await readSitemap(database, sitemap.id);
  const { url, includePaths, excludePaths, maxMonitors, template } = spec;
  const { intervalMinutes } = template;
  // The API validated this JSON.
  const { proxy }: MonitorCapture = JSON.parse(template.capture);
  return { id, createdAt, url: openUrl(id, url), includePaths, excludePaths, maxMonitors, intervalMinutes, proxy };
}

type Compared = { changes: PageChange[]; report: SyncReport };

const nothing = { pages: 0, add: 0, pause: 0, resume: 0, keep: 0, overLimit: 0, foreign: 0 };

async function compare(
  ports: ActivityPorts,
  { input, subject }: { input: SitemapSyncInput; subject: Subject },
  signal: AbortSignal,
): Promise<Compared> {
  const { accountId, dryRun, manyGone: wasManyGone } = input;
  const { database } = ports;
  const account = await database.accounts.findOne({ _id: accountId });
  if (account === null || account.paused !== undefined) {
    return { changes: [], report: { ...nothing, problem: "account_paused" } };
  }
  const withinMs = dryRun ? readMs.dryRun : readMs.sync;
  const fetch = await proxiedFetch(ports, accountId, subject.proxy);
  const sitePages = await readPages({ ...ports, fetch }, subject, { accountId, withinMs, signal });
  const { foreignCount } = sitePages;
  if (sitePages.problem !== null && blockingProblems.has(sitePages.problem)) {
    return { changes: [], report: { ...nothing, foreign: foreignCount, problem: sitePages.problem } };
  }
  const { monitors: maxOfPlan, minIntervalMinutes } = plans[account.plan];
  const known = await findKnownMonitors(database, accountId, [subject.id]);
  const pages = sitePages.pages.map(({ url, key }) => ({ id: pageMonitorId(subject, key), url }));
  const isTooOften = subject.intervalMinutes < minIntervalMinutes;
  const free = maxOfPlan === null ? null : Math.max(0, maxOfPlan - (await countMonitors(database, accountId)));
  const remainingInPlan = isTooOften ? 0 : free;
  const isComplete = sitePages.problem === null;
  const found = differ(pages, known, { maxMonitors: subject.maxMonitors, remainingInPlan, isComplete, wasManyGone });
  const limited = remainingInPlan !== null && found.report.add === remainingInPlan && found.report.overLimit > 0;
  const problem = problemOf(sitePages, { difference: found, isLimited: limited });
  return { changes: found.changes, report: { ...found.report, foreign: foreignCount, problem } };
}

/** The gravest problem of a sync that changes something. */
function problemOf(
  { problem }: SitemapPages,
  { difference, isLimited }: { difference: Difference; isLimited: boolean },
): SyncProblemCode | null {
  if (problem !== null) return problem;
  if (difference.manyGone) return "many_pages_gone";
  return isLimited ? "plan_limit" : null;
}
