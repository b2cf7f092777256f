import type { Static } from "typebox";
import type { Monitor, MonitorList, MonitorReply } from "#schemas/monitor/monitor.ts";
import type { BulkReply } from "#schemas/monitor/bulk.ts";
import type { BaselineList, IncidentList } from "#schemas/monitor/history.ts";
import type { Recipient, RecipientList, RecipientReply } from "#schemas/recipient.ts";
import type { MonitorRun, RunList, RunReply } from "#schemas/monitor/run.ts";
import { ids, page, picture, times, twoCredits } from "./parts.ts";

export const monitor: Monitor = {
  id: ids.monitor,
  name: "Prices",
  host: "example.com",
  tags: ["shop"],
  status: "active",
  state: { kind: "ok", text: "OK", failures: 0, reason: null },
  intervalMinutes: 60,
  baselineMode: "rolling",
  changeThreshold: 0.01,
  capture: { fullPage: true, regions: false, format: "jpg", quality: 80 },
  diff: { mode: "perceptual", visualization: "overlay" },
  alerts: {
    email: { account: true, recipientIds: [ids.recipient] },
    webhook: { configured: true, signed: true },
    channels: [{ id: ids.channel, type: "slack", host: "hooks.slack.com" }],
    digest: "none",
    notifyRecovery: false,
    quietHours: null,
  },
  baselineRunId: ids.baselineRun,
  nextRunAt: times.nextRun,
  lastRunAt: times.started,
  mutedUntil: null,
  incident: null,
  recentRuns: [
    {
      id: ids.run,
      status: "completed",
      trigger: "scheduled",
      differenceRatio: 0,
      changed: false,
      transient: false,
      unconfirmed: false,
      createdAt: times.created,
    },
  ],
  sitemapId: null,
  missingSince: null,
  createdAt: times.created,
  updatedAt: times.created,
};

const reply = (change: Partial<Monitor> = {}): Static<typeof MonitorReply> => ({
  success: true,
  monitor: { ...monitor, ...change },
});

const list: Static<typeof MonitorList> = { success: true, monitors: [monitor], nextCursor: null, total: 1 };

const incidents: Static<typeof IncidentList> = {
  success: true,
  incidents: [
    {
      id: ids.incident,
      type: "change",
      runId: ids.baselineRun,
      openedAt: times.created,
      closedAt: times.completed,
      updates: [],
      reason: "restored",
    },
  ],
};
const baselines: Static<typeof BaselineList> = {
  success: true,
  baselines: [{ runId: ids.baselineRun, setAt: times.completed, by: "first_run", comparable: true }],
};

const done: BulkReply["results"][number] = {
  index: 0,
  success: true,
  status: 200,
  monitor: { ...monitor, status: "paused" },
};
const allDone: BulkReply = { success: true, done: 1, failed: 0, results: [done] };
const partlyDone: BulkReply = {
  success: true,
  done: 1,
  failed: 1,
  results: [
    done,
    {
      index: 1,
      success: false,
      status: 404,
      problem: {
        success: false,
        error: "There is no such resource in this account.",
        type: "not_found",
        code: "not_found",
        retryable: false,
      },
    },
  ],
};

/** Replies about monitors. */
export const monitors = {
  reply: reply(),
  created: {
    ...reply({
      state: { kind: "first_capture", text: "First capture", failures: 0, reason: null },
      baselineRunId: null,
      nextRunAt: times.created,
      lastRunAt: null,
      recentRuns: [],
    }),
    credits: { perRun: 2, perMonth: 1_440 },
  },
  planned: {
    ...reply({ baselineRunId: null, lastRunAt: null, recentRuns: [], nextRunAt: times.created }),
    credits: { perRun: 2, perMonth: 1_440 },
  },
  acknowledged: reply({
    state: { kind: "changed", text: "Changed", failures: 0, reason: null },
    incident: {
      id: ids.incident,
      type: "change",
      status: "open",
      openedAt: times.started,
      runId: ids.run,
      consecutiveFailures: 0,
      updates: [],
      lastNotifiedAt: times.started,
      acknowledgedAt: times.completed,
    },
  }),
  changed: reply({
    intervalMinutes: 1_440,
    cron: "0 9 * * MON-FRI",
    timezone: "Europe/Berlin",
    alerts: { ...monitor.alerts, quietHours: { from: "22:00", to: "07:00" } },
    nextRunAt: "2026-11-23T08:00:00.000Z",
  }),
  deleted: reply({
    status: "deleted",
    state: { kind: "paused", text: "Paused", failures: 0, reason: null },
    nextRunAt: null,
  }),
  list,
  allDone,
  partlyDone,
  incidents,
  baselines,
};

const { finalUrl: _address, redirects: _redirects, ...runPage } = page;
const outputs = `/render/monitors/${ids.monitor}/runs/${ids.run}/outputs`;

const queuedRun: MonitorRun = {
  id: ids.run,
  monitorId: ids.monitor,
  status: "queued",
  trigger: "manual",
  credits: twoCredits,
  createdAt: times.created,
  expiresAt: times.expires,
};

const run: MonitorRun = {
  ...queuedRun,
  status: "completed",
  trigger: "scheduled",
  comparedToRunId: ids.baselineRun,
  differenceRatio: 0.0312,
  regionCount: 1,
  startedAt: times.started,
  completedAt: times.completed,
  result: {
    changed: true,
    transient: false,
    unconfirmed: false,
    differenceRatio: 0.0312,
    threshold: 0.01,
    changedPixels: 85_463,
    comparedPixels: 2_739_200,
    regions: [{ x: 96, y: 320, width: 480, height: 178, differenceRatio: 1, status: "changed" }],
    regionsTruncated: false,
    baselineRunId: ids.baselineRun,
    screenshot: picture(`${outputs}/screenshot`),
    baselineScreenshot: picture(`/render/monitors/${ids.monitor}/runs/${ids.baselineRun}/outputs/screenshot`),
    visualization: picture(`${outputs}/visualization`, "png"),
    page: runPage,
  },
};

const runReply: Static<typeof RunReply> = { success: true, run };
const runQueued: Static<typeof RunReply> = { success: true, run: queuedRun };
const runList: Static<typeof RunList> = { success: true, runs: [run], nextCursor: null };

/** Replies about a monitor's runs. */
export const runs = { reply: runReply, queued: runQueued, list: runList };

const recipient: Recipient = {
  id: ids.recipient,
  status: "verified",
  createdAt: times.created,
  emailMasked: "s***e@e***.com",
  verifiedAt: times.completed,
};
const { verifiedAt: _verifiedAt, ...unverified } = recipient;

const recipientReply = (shown: Recipient): Static<typeof RecipientReply> => ({ success: true, recipient: shown });
const recipientList: Static<typeof RecipientList> = { success: true, recipients: [recipient], nextCursor: null };

/** Replies about recipients. */
export const recipients = {
  pending: recipientReply({ ...unverified, status: "pending" }),
  verified: recipientReply(recipient),
  deleted: recipientReply({ ...recipient, status: "deleted" }),
  list: recipientList,
};
