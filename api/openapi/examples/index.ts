import type { Static } from "typebox";
import type { KeyList, KeyReply, NewKeyReply, ShownKey, UsageHistory, UsageReply } from "#schemas/account.ts";
import type { Delivery, DeliveryList, DeliveryReply } from "#schemas/events.ts";
import type { Link } from "#schemas/outputs.ts";
import { version } from "#schemas/version.ts";
import { accounts } from "./account.ts";
import { batches } from "./batches.ts";
import { changes } from "./changes.ts";
import { crawls } from "./crawls.ts";
import {
  cancelledJob,
  diffList,
  diffReply,
  jobList,
  jobReference,
  jobReply,
  retriedJobs,
  statusReply,
  warnedReference,
} from "./jobs.ts";
import { monitors, recipients, runs } from "./monitors.ts";
import { base, ids, pageUrl, times } from "./parts.ts";
import { feeds } from "./feeds.ts";
import { presets } from "./presets.ts";
import { signingKeys } from "./signingKeys.ts";
import { sitemaps } from "./sitemaps.ts";
import { sessions } from "./sessions.ts";
import { schedules } from "./schedules.ts";

const usage: Static<typeof UsageReply> = {
  success: true,
  plan: "pro",
  credits: {
    used: 1_250,
    limit: 10_000,
    remaining: 8_750,
    percentageUsed: 12.5,
    periodStart: "2026-11-01T00:00:00.000Z",
    periodEnd: "2026-12-01T00:00:00.000Z",
  },
  concurrency: { limit: 10, active: 1, queued: 0 },
  monitors: { active: 3, limit: 50 },
  byOperation: { render: 1_010, monitor: 240 },
};

const history: Static<typeof UsageHistory> = {
  success: true,
  days: [{ date: "2026-11-21", keyId: ids.key, charged: 42, refunded: 2, byOperation: { render: 40 } }],
};

const key: ShownKey = {
  id: ids.key,
  name: "laptop",
  scopes: ["render", "read"],
  createdAt: times.created,
  lastUsedAt: times.completed,
  expiresAt: null,
  revokedAt: null,
};
const keyList: Static<typeof KeyList> = { success: true, keys: [key] };
const currentKey: Static<typeof KeyReply> = { success: true, key };
const newKey: Static<typeof NewKeyReply> = { success: true, key: { ...key, lastUsedAt: null }, apiKey: "wf_live_…" };
const revokedKey: Static<typeof KeyReply> = { success: true, key: { ...key, revokedAt: times.completed } };

const delivery: Delivery = {
  id: "evt_0123456789abcdef0123456789abcdef",
  channel: "webhook",
  type: "job.completed",
  resourceId: ids.job,
  runId: null,
  status: "delivered",
  signed: true,
  notBefore: null,
  attempts: [{ at: times.completed, duration: 140, statusCode: 200, responseBody: "ok", error: null }],
  replays: 0,
  createdAt: times.completed,
  completedAt: times.completed,
  expiresAt: times.expires,
};
const event = {
  id: delivery.id,
  type: delivery.type,
  timestamp: times.completed,
  data: { jobId: ids.job, status: "completed", statusUrl: `${base}/status/${ids.job}` },
};
const deliveryReply = (change: Partial<Delivery> = {}): Static<typeof DeliveryReply> => ({
  success: true,
  delivery: { ...delivery, ...change, body: JSON.stringify(event) },
});
const deliveryList: Static<typeof DeliveryList> = { success: true, deliveries: [delivery], nextCursor: null };

const sample: Static<typeof DeliveryReply>["delivery"] = {
  id: "chn_0123456789abcdef0123456789abcdef",
  channel: "slack",
  type: "channel.test",
  resourceId: ids.monitor,
  runId: null,
  status: "pending",
  channelId: ids.channel,
  host: "hooks.slack.com",
  notBefore: null,
  attempts: [],
  replays: 0,
  createdAt: times.completed,
  completedAt: null,
  expiresAt: times.expires,
  body: null,
};

/** Replies about credits and use. */
const usages = { usage, history };
/** Replies about API keys. */
const keys = { list: keyList, current: currentKey, created: newKey, revoked: revokedKey };
/** Replies about webhooks and e-mails that were sent. */
const deliveries = {
  list: deliveryList,
  reply: deliveryReply(),
  replayed: deliveryReply({ status: "pending", replays: 1, completedAt: null }),
};

/** An example of each operation's replies of JSON, by status. A test holds it against the schemas and for complete. */
export const replyExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  getAccount: { 200: accounts.reply },
  updateAccount: { 200: accounts.changed },
  submitRender: { 202: warnedReference },
  takeScreenshot: { 200: jobReply },
  takeScreenshotByQuery: { 200: jobReply },
  createFeed: { 201: feeds.reply },
  listFeeds: { 200: feeds.list },
  deleteFeed: { 200: feeds.reply },
  createSigningKey: { 201: signingKeys.created },
  listSigningKeys: { 200: signingKeys.list },
  deleteSigningKey: { 200: signingKeys.reply },
  createPreset: { 201: presets.reply },
  listPresets: { 200: presets.list },
  getPreset: { 200: presets.reply },
  updatePreset: { 200: presets.reply },
  deletePreset: { 200: presets.reply },
  scheduleRender: { 201: schedules.delayed },
  scheduleRecurring: { 201: schedules.repeatable },
  listSchedules: { 200: schedules.list },
  getSchedule: { 200: schedules.reply },
  changeSchedule: { 200: schedules.paused },
  cancelSchedule: { 200: schedules.cancelled },
  submitCrawl: { 202: crawls.reference },
  listCrawls: { 200: crawls.list },
  getCrawl: { 200: crawls.reply },
  cancelCrawl: { 200: crawls.cancelled },
  listCrawlPages: { 200: crawls.pages },
  createMonitor: { 200: monitors.planned, 201: monitors.created },
  changeMonitors: { 200: monitors.allDone, 207: monitors.partlyDone },
  listMonitors: { 200: monitors.list },
  getMonitor: { 200: monitors.reply },
  updateMonitor: { 200: monitors.changed },
  deleteMonitor: { 200: monitors.deleted },
  createMonitorSitemap: { 200: sitemaps.plan, 201: sitemaps.created },
  listMonitorSitemaps: { 200: sitemaps.list },
  getMonitorSitemap: { 200: sitemaps.reply },
  updateMonitorSitemap: { 200: sitemaps.paused },
  deleteMonitorSitemap: { 200: sitemaps.deleted },
  syncMonitorSitemap: { 200: sitemaps.plan, 202: sitemaps.syncing },
  listChanges: { 200: changes.list },
  getChange: { 200: changes.reply },
  updateChange: { 200: changes.noted },
  markChangeSeen: { 200: changes.seen },
  markChangeUnseen: { 200: changes.reply },
  keepOldBaseline: { 200: changes.kept },
  markChangesSeen: { 200: changes.manySeen },
  markChangesUnseen: { 200: changes.many },
  reviewChange: { 200: changes.review },
  acknowledgeIncident: { 200: monitors.acknowledged },
  unacknowledgeIncident: { 200: monitors.reply },
  testChannel: { 202: { success: true, delivery: sample } },
  listMonitorIncidents: { 200: monitors.incidents },
  listMonitorBaselines: { 200: monitors.baselines },
  setBaseline: { 200: monitors.reply },
  runMonitor: { 202: runs.queued },
  listMonitorRuns: { 200: runs.list },
  getMonitorRun: { 200: runs.reply },
  showAlertAction: { 200: { success: true, action: "pause", done: false } },
  takeAlertAction: { 200: { success: true, action: "pause", done: true } },
  addRecipient: { 201: recipients.pending },
  listRecipients: { 200: recipients.list },
  verifyRecipient: { 200: recipients.verified },
  deleteRecipient: { 200: recipients.deleted },
  showUnsubscribe: { 200: { success: true, unsubscribed: false } },
  unsubscribe: { 200: { success: true, unsubscribed: true } },
  submitBatch: { 200: batches.accepted, 207: batches.partlyAccepted },
  listBatches: { 200: batches.list },
  getBatch: { 200: batches.withItems },
  cancelBatch: { 200: batches.cancelled },
  submitDiff: { 202: jobReference },
  listDiffs: { 200: diffList },
  getDiff: { 200: diffReply },
  getStatus: { 200: statusReply },
  // The bytes of an extract, here of links.
  getOutput: {
    200: [{ href: pageUrl, text: "Home", rel: [], internal: true, nofollow: false, region: "nav" } satisfies Link],
  },
  listJobs: { 200: jobList },
  cancelJob: { 200: cancelledJob },
  retryJob: { 202: jobReference },
  retryFailed: { 200: retriedJobs },
  listDeliveries: { 200: deliveries.list },
  getDelivery: { 200: deliveries.reply },
  replayDelivery: { 202: deliveries.replayed },
  getUsage: { 200: usages.usage },
  getUsageHistory: { 200: usages.history },
  listApiKeys: { 200: keys.list },
  getCurrentApiKey: { 200: keys.current },
  createApiKey: { 201: keys.created },
  revokeApiKey: { 200: keys.revoked },
  createSession: { 201: sessions.reply },
  listSessions: { 200: sessions.list },
  getCurrentSession: { 200: sessions.current },
  getFront: {
    200: {
      success: true,
      name: "Watchframe",
      version,
      links: {
        console: `${base}/console`,
        docs: `${base}/docs`,
        openApi: `${base}/openapi.json`,
        health: `${base}/health/ready`,
      },
    },
  },
  getLiveness: { 200: { success: true, status: "live" } },
  getReadiness: { 200: { success: true, status: "ready", parts: { mongodb: "up", temporal: "up", objects: "up" } } },
  receiveMailEvent: { 200: { success: true } },
  getOpenApi: { 200: { openapi: "3.1.0", info: { title: "Watchframe", version }, paths: {} } },
};
