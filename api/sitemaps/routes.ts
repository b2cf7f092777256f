import {
  SitemapList,
  SitemapOrPlanReply,
  SitemapPatch,
  type SitemapRecord,
  SitemapReply,
  SitemapRequest,
  SyncRequest,
} from "#schemas/monitor/sitemap.ts";
import { within } from "../http/errors.ts";
import { keyWith, refusePaused } from "../http/auth.ts";
import { countCall } from "../http/countCall.ts";
import type { Caller } from "../http/exchange.ts";
import { pageOf, readBefore, SitemapId, listQuery } from "../http/params.ts";
import { defineRoute } from "../http/route.ts";
import { partOf, withWarnings } from "../http/validation.ts";
import { toShownCapture } from "../monitors/spec.ts";
import { warnMonitor } from "../monitors/warnings.ts";
import type { ApiPorts } from "../ports.ts";
import { acceptSitemap, changeSitemap, newSitemapSpec, requestSync, updateAndSignalSitemap } from "./commands.ts";
import { planNewSitemap, planNextSync } from "./dryRun.ts";
import { presentSitemap } from "./present.ts";
import { countBySitemap, findSitemaps, markSitemapDeleted, readSitemap } from "./store.ts";
import { expandTemplate, newSitemapRules, sitemapRules } from "./validate.ts";

/** Readings of sitemaps in a minute that an account asks for. */
const maxReadsPerMinute = 30;

const routeDefaults = { tag: "Monitors", errorShape: "monitor" } as const;

/** Watches the pages of a sitemap. */
export const createMonitorSitemap = defineRoute({
  ...routeDefaults,
  id: "createMonitorSitemap",
  client: [
    {
      resource: "sitemaps",
      method: "create",
      unwrap: "sitemap",
      body: { dryRun: false },
      help: "Makes a monitor for each page of a sitemap, and keeps them in step with it. The first sync starts at once.",
    },
    {
      resource: "sitemaps",
      method: "plan",
      unwrap: "plan",
      body: { dryRun: true },
      help: "Shows the changes that `create` would make. Makes nothing.",
    },
  ],
  method: "POST",
  idempotent: true,
  path: "/render/monitors/from-sitemap",
  summary: "Create monitors from a sitemap",
  description:
    "Makes a monitor for each page of a sitemap and keeps them in step with it. At each sync, new pages join, and monitors of pages that are gone pause. They resume when the page is back. The first sync starts at once. `dryRun: true` replies with what it would do, and makes nothing. Only pages on the sitemap's host join. The sitemap's address is never returned.",
  auth: keyWith("monitor"),
  body: SitemapRequest,
  example: {
    sitemapUrl: "https://example.com/sitemap.xml",
    monitor: { intervalMinutes: 1_440, tags: ["docs"] },
    includePaths: ["/docs/**"],
    maxMonitors: 200,
  },
  expand: expandTemplate,
  rules: newSitemapRules,
  warn: ({ body, raw }) => within("monitor", warnMonitor(partOf(raw, "monitor"), toShownCapture(body.monitor.capture))),
  responses: {
    200: { description: "What the first sync would do. Nothing was made.", json: SitemapOrPlanReply },
    201: {
      description: "The sitemap is watched; its first sync has started.",
      json: SitemapOrPlanReply,
      headers: ["Location"],
      links: { getMonitorSitemap: "$response.body#/sitemap/id", updateMonitorSitemap: "$response.body#/sitemap/id" },
    },
  },
  errors: ["plan_limit", "too_many_sitemaps", "too_many_at_once", "timeout"],
  async handle({ body, caller, exchange, reservation }, ports) {
    const order = { caller, requestId: exchange.requestId, request: body, reservation };
    if (body.dryRun === true) {
      await countRead(ports, caller);
      const spec = await newSitemapSpec(ports, order);
      const plan = await planNewSitemap(ports, { id: reservation.id, caller, spec }, exchange.untilGone());
      return { status: 200, json: { success: true, sitemap: null, plan } };
    }
    const record = await acceptSitemap(ports, order);
    const location = new URL(`/render/monitor-sitemaps/${record._id}`, ports.publicUrl).href;
    return { status: 201, headers: { Location: location }, json: { ...(await replyOf(ports, record)), plan: null } };
  },
});

/** Counts a reading on request, which costs nothing. @throws ApiError `rate_limited`. */
async function countRead(ports: ApiPorts, { accountId }: Caller): Promise<void> {
  const message = `An account syncs sitemaps at most ${maxReadsPerMinute} times a minute on request, dry runs included; wait for the seconds in Retry-After.`;
  await countCall(ports, { rateKey: `sitemaps:${accountId}`, perMinute: maxReadsPerMinute, message });
}

async function replyOf(ports: ApiPorts, record: SitemapRecord) {
  const counts = await countBySitemap(ports.database, record.accountId, [record._id]);
  return { success: true, sitemap: presentSitemap(ports, record, counts.get(record._id)) } as const;
}

const SitemapsQuery = listQuery({ items: "Sitemaps", standard: 20, maximum: 50 }, {});

/** The account's sitemaps, newest first. */
export const listMonitorSitemaps = defineRoute({
  ...routeDefaults,
  id: "listMonitorSitemaps",
  client: { resource: "sitemaps", method: "list", list: "sitemaps" },
  method: "GET",
  path: "/render/monitor-sitemaps",
  summary: "List sitemaps, newest first",
  auth: keyWith("read", "monitor"),
  query: SitemapsQuery,
  responses: {
    200: {
      description: "One page of sitemaps.",
      json: SitemapList,
      links: { getMonitorSitemap: "$response.body#/sitemaps/0/id" },
    },
  },
  errors: [],
  async handle({ query: { limit, cursor }, caller: { accountId } }, ports) {
    const scope = ["monitorSitemaps", accountId];
    const before = readBefore(ports.signingKey, scope, cursor);
    const records = await findSitemaps(ports.database, accountId, { before, limit: limit + 1 });
    const { page, nextCursor } = pageOf(ports.signingKey, scope, { records, limit });
    const counts = await countBySitemap(
      ports.database,
      accountId,
      page.map(({ _id }) => _id),
    );
    const sitemaps = page.map((one) => presentSitemap(ports, one, counts.get(one._id)));
    return { status: 200, json: { success: true, sitemaps, nextCursor } };
  },
});

/** One sitemap. */
export const getMonitorSitemap = defineRoute({
  ...routeDefaults,
  id: "getMonitorSitemap",
  client: { resource: "sitemaps", method: "get", unwrap: "sitemap" },
  method: "GET",
  path: "/render/monitor-sitemaps/:id",
  summary: "Get a sitemap",
  auth: keyWith("read", "monitor"),
  params: SitemapId,
  responses: { 200: { description: "The sitemap as it is now.", json: SitemapReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    return { status: 200, json: await replyOf(ports, await readSitemap(ports.database, caller.accountId, params.id)) };
  },
});

/** Changes, pauses or resumes a sitemap. */
export const updateMonitorSitemap = defineRoute({
  ...routeDefaults,
  id: "updateMonitorSitemap",
  client: [
    { resource: "sitemaps", method: "update", unwrap: "sitemap" },
    {
      resource: "sitemaps",
      method: "pause",
      unwrap: "sitemap",
      args: {},
      body: { status: "paused" },
      help: "Stops the syncs. The monitors go on.",
    },
    {
      resource: "sitemaps",
      method: "resume",
      unwrap: "sitemap",
      args: {},
      body: { status: "active" },
      help: "Starts the syncs again.",
    },
  ],
  method: "PATCH",
  whilePaused: true,
  path: "/render/monitor-sitemaps/:id",
  summary: "Update, pause or resume a sitemap",
  description:
    "A paused sitemap is not read; its monitors go on. New globs and limits hold from the next sync. A change of `monitor` holds for monitors that are made later. Use `POST /render/monitors/bulk` for those that are there.",
  auth: keyWith("monitor"),
  params: SitemapId,
  body: SitemapPatch,
  example: { status: "paused" },
  expand: expandTemplate,
  rules: sitemapRules,
  responses: { 200: { description: "The sitemap as it is now.", json: SitemapReply } },
  errors: ["not_found", "plan_limit", "account_paused"],
  async handle({ params, body, caller }, ports) {
    if (body.status === "active") refusePaused(caller);
    const record = await changeSitemap(ports, { caller, sitemapId: params.id, change: body });
    const json = await replyOf(ports, record);
    const warnings = warnMonitor(body.monitor, json.sitemap.monitor.capture);
    return withWarnings({ status: 200, json } as const, within("monitor", warnings));
  },
});

/** Stops watching a sitemap. */
export const deleteMonitorSitemap = defineRoute({
  ...routeDefaults,
  id: "deleteMonitorSitemap",
  client: {
    resource: "sitemaps",
    method: "delete",
    unwrap: "sitemap",
    help: "Stops the syncs for good. The monitors stay as they are.",
  },
  method: "DELETE",
  path: "/render/monitor-sitemaps/:id",
  summary: "Delete a sitemap",
  description: "The sitemap is not read again. Its monitors stay as they are.",
  auth: keyWith("monitor"),
  params: SitemapId,
  responses: { 200: { description: "The deleted sitemap.", json: SitemapReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const found = await readSitemap(ports.database, caller.accountId, params.id);
    const write = () => markSitemapDeleted(ports.database, found, ports.now());
    const record = await updateAndSignalSitemap(ports, found, write);
    return { status: 200, json: await replyOf(ports, record ?? found) };
  },
});

/** Reads a sitemap now. */
export const syncMonitorSitemap = defineRoute({
  ...routeDefaults,
  id: "syncMonitorSitemap",
  client: [
    {
      resource: "sitemaps",
      method: "sync",
      unwrap: "sitemap",
      args: {},
      body: { dryRun: false },
      help: "Starts a sync now.",
    },
    {
      resource: "sitemaps",
      method: "planSync",
      unwrap: "plan",
      args: {},
      body: { dryRun: true },
      help: "The plan of a sync at this moment. Changes nothing.",
    },
  ],
  method: "POST",
  idempotent: true,
  path: "/render/monitor-sitemaps/:id/sync",
  summary: "Sync a sitemap now",
  description:
    "The next sync by the clock stays when it is. A paused sitemap may be synced, too. `syncing` is false again after the end. `dryRun: true` replies with what a sync would do, and changes nothing.",
  auth: keyWith("monitor"),
  params: SitemapId,
  body: SyncRequest,
  emptyBody: {},
  example: { dryRun: true },
  responses: {
    200: { description: "What a sync would do. Nothing was changed.", json: SitemapOrPlanReply },
    202: { description: "The sync starts.", json: SitemapOrPlanReply },
  },
  errors: ["not_found", "too_many_at_once", "timeout"],
  async handle({ params, body, caller, exchange, reservation }, ports) {
    const record = await readSitemap(ports.database, caller.accountId, params.id);
    await countRead(ports, caller);
    if (body.dryRun === true) {
      const plan = await planNextSync(ports, { syncId: reservation.id, caller, record }, exchange.untilGone());
      return { status: 200, json: { success: true, sitemap: null, plan } };
    }
    const requested = await requestSync(ports, record);
    return { status: 202, json: { ...(await replyOf(ports, requested)), plan: null } };
  },
});
