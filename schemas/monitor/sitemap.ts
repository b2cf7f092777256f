import { type Static, Type } from "typebox";
import {
  DateTime,
  globPattern,
  HttpUrl,
  keysOf,
  literals,
  Name,
  nullable,
  remedyKeyword,
  type Sealed,
  unitKeyword,
  Uuid,
  Warnings,
} from "../common.ts";
import { Monitor, MonitorPatch, MonitorRequest, type MonitorSpec } from "./monitor.ts";
import { sharedPlain } from "./plainSettings.ts";
import { replyOf } from "./setting.ts";

const noExtraFields = { additionalProperties: false } as const;

export const SitemapStatus = literals(["active", "paused", "deleted"]);
export type SitemapStatus = Static<typeof SitemapStatus>;

const { name: _name, url: _url, ...templateFields } = MonitorRequest.properties;
const { name: _newName, url: _newUrl, ...templateChanges } = MonitorPatch.properties;

/** The settings of a sitemap's monitors: the body of `POST /render/monitors` without name and address. */
export const MonitorTemplateInput = Type.Object(templateFields, {
  ...noExtraFields,
  description: "The body of `POST /render/monitors` without `name` and `url`. Each new monitor gets these settings.",
});
export type MonitorTemplateInput = Static<typeof MonitorTemplateInput>;

const globs = (description: string) =>
  Type.Array(
    Type.String({
      minLength: 1,
      maxLength: 128,
      pattern: globPattern,
      [remedyKeyword]: "give several shorter globs",
    }),
    { maxItems: 50, description },
  );
const includePaths = globs(
  "Globs of paths to watch; without any, all. `*` and `?` match within a segment, `**` matches any number of segments.",
);
const excludePaths = globs("Globs of paths not to watch. They win over `includePaths`.");

/** Maximum number of sitemaps of an account. */
export const maxSitemaps = 50;

/** Default limits of a sitemap. */
export const sitemapDefaults = { maxMonitors: 100, syncIntervalMinutes: 1_440 } as const;

const maxMonitors = {
  minimum: 1,
  maximum: 1_000,
  description: "Maximum number of monitors. More pages are counted in `overLimit`. A lower limit removes no monitor.",
};
const syncIntervalMinutes = {
  minimum: 60,
  maximum: 43_200,
  [unitKeyword]: "minutes",
  description: "Minutes between two readings of the sitemap.",
};

/** Body of `POST /render/monitors/from-sitemap`. */
export const SitemapRequest = Type.Object(
  {
    sitemapUrl: Type.String({
      ...HttpUrl,
      writeOnly: true,
      description: "A sitemap, an index of sitemaps or a text file of addresses, plain or gzipped.",
    }),
    monitor: MonitorTemplateInput,
    name: Type.Optional(Type.String({ ...Name, description: "Default: the sitemap's host." })),
    includePaths: Type.Optional(includePaths),
    excludePaths: Type.Optional(excludePaths),
    maxMonitors: Type.Optional(Type.Integer({ ...maxMonitors, default: sitemapDefaults.maxMonitors })),
    syncIntervalMinutes: Type.Optional(
      Type.Integer({ ...syncIntervalMinutes, default: sitemapDefaults.syncIntervalMinutes }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: "Reads the sitemap and replies with the plan. Makes nothing." }),
    ),
  },
  noExtraFields,
);
export type SitemapRequest = Static<typeof SitemapRequest>;

/** Body of `PATCH /render/monitor-sitemaps/{id}`. */
export const SitemapPatch = Type.Object(
  {
    name: Type.Optional(Name),
    status: Type.Optional(literals(["active", "paused"])),
    includePaths: Type.Optional(includePaths),
    excludePaths: Type.Optional(excludePaths),
    maxMonitors: Type.Optional(Type.Integer(maxMonitors)),
    syncIntervalMinutes: Type.Optional(Type.Integer(syncIntervalMinutes)),
    monitor: Type.Optional(
      Type.Object(templateChanges, {
        ...noExtraFields,
        minProperties: 1,
        description: "Changes of the settings that later monitors get. Present monitors stay as they are.",
      }),
    ),
  },
  { ...noExtraFields, minProperties: 1 },
);
export type SitemapPatch = Static<typeof SitemapPatch>;

/** Body of `POST /render/monitor-sitemaps/{id}/sync`. */
export const SyncRequest = Type.Object(
  { dryRun: Type.Optional(Type.Boolean({ default: false, description: "Replies with the plan. Changes nothing." })) },
  noExtraFields,
);

/** Problems of a sync, each with its sentence. */
export const syncProblems = {
  sitemap_unreachable: "The sitemap's server did not answer, or with an error of its own. No monitor was changed.",
  sitemap_missing: "The server says that there is no sitemap at this address. No monitor was changed.",
  sitemap_refused: "The sitemap's server refuses the request, as for a log-in or a robot. No monitor was changed.",
  sitemap_forbidden: "The sitemap is at an address that may not be requested. No monitor was changed.",
  sitemap_invalid: "The address does not answer with a sitemap. No monitor was changed.",
  sitemap_too_complex: "Reading the sitemap took too much time or memory. No monitor was changed.",
  sitemap_empty: "The sitemap names no page that may be watched. No monitor was changed.",
  sitemap_incomplete: "A part of the sitemap could not be read. New pages joined, and no monitor was paused.",
  many_pages_gone:
    "More than half of the watched pages are gone. No monitor was paused; the next sync pauses them if they are still gone.",
  plan_limit: "The account's plan allows no shorter interval or no further monitor. Some pages are not watched.",
  account_paused: "The operator has paused the account. No monitor was changed.",
  internal_error: "The sync failed because of an internal error. The next one tries again.",
} as const;
export type SyncProblemCode = keyof typeof syncProblems;

/** Problems after which nothing is changed. */
export const blockingProblems: ReadonlySet<SyncProblemCode> = new Set([
  "sitemap_unreachable",
  "sitemap_missing",
  "sitemap_refused",
  "sitemap_forbidden",
  "sitemap_invalid",
  "sitemap_too_complex",
  "sitemap_empty",
  "account_paused",
  "internal_error",
]);

export const SyncProblem = Type.Object({ code: literals(keysOf(syncProblems)), message: Type.String() }, noExtraFields);
export type SyncProblem = Static<typeof SyncProblem>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** Maximum number of addresses in a plan. */
export const maxPlanUrls = 200;

/** The changes that a sync would make. */
export const SyncPlan = Type.Object(
  {
    pages: count("Pages of the sitemap that may be watched: on its host, included and not excluded."),
    add: count("Pages that would join."),
    addUrls: Type.Array(Type.String(), {
      maxItems: maxPlanUrls,
      description: `The first ${maxPlanUrls} of them, in the sitemap's order.`,
    }),
    pause: count("Monitors that would pause, as their pages are gone."),
    resume: count("Monitors that would resume, as their pages are back."),
    keep: count("Monitors that stay, as the sitemap still has their pages."),
    overLimit: count("Pages beyond `maxMonitors` or the plan's number of monitors."),
    foreign: count("Entries of other hosts, which are left out."),
    problems: Type.Array(SyncProblem),
  },
  noExtraFields,
);
export type SyncPlan = Static<typeof SyncPlan>;

const LastSync = Type.Object(
  {
    at: DateTime,
    pages: count("Pages that may be watched."),
    added: count("Monitors that were made."),
    paused: count("Monitors that were paused, as their pages are gone."),
    resumed: count("Monitors that were resumed, as their pages are back."),
    overLimit: count("Pages beyond `maxMonitors` or the plan's number of monitors."),
    error: Type.Optional(SyncProblem),
  },
  noExtraFields,
);

const { intervalMinutes, cron, timezone, tags, capture, diff, alerts } = Monitor.properties;

/** Settings that a sitemap gives to its monitors. */
export const MonitorSettings = Type.Object(
  { intervalMinutes, cron, timezone, tags, ...replyOf(sharedPlain), capture, diff, alerts },
  { ...noExtraFields, description: "The settings that new monitors get." },
);

/** A sitemap whose pages are watched, as the API shows it. */
export const MonitorSitemap = Type.Object(
  {
    id: Uuid,
    name: Name,
    host: Type.String({
      description:
        "Host of the sitemap, with a port that is not the scheme's own. The rest of the address is write-only.",
    }),
    status: SitemapStatus,
    includePaths,
    excludePaths,
    maxMonitors: Type.Integer(maxMonitors),
    syncIntervalMinutes: Type.Integer(syncIntervalMinutes),
    monitor: MonitorSettings,
    counts: Type.Object(
      {
        active: count("Its active monitors."),
        paused: count("Its monitors that were paused by hand."),
        gone: count("Its monitors that are paused because their pages are gone."),
        overLimit: count("Pages of the last sync beyond a limit."),
      },
      noExtraFields,
    ),
    syncing: Type.Boolean({ description: "Whether a sync was asked for or runs." }),
    lastSync: nullable(LastSync, "Null before the end of the first sync."),
    nextSyncAt: nullable(DateTime, "Null while paused."),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  noExtraFields,
);
export type MonitorSitemap = Static<typeof MonitorSitemap>;

export const SitemapReply = Type.Object(
  { success: Type.Literal(true), sitemap: MonitorSitemap, warnings: Warnings },
  noExtraFields,
);
/** Reply to a call that has a dry run: the sitemap, or the plan. */
export const SitemapOrPlanReply = Type.Object(
  {
    success: Type.Literal(true),
    sitemap: nullable(MonitorSitemap, "Null after a dry run."),
    plan: nullable(SyncPlan, "Null unless it was a dry run."),
    warnings: Warnings,
  },
  noExtraFields,
);
export const SitemapList = Type.Object(
  {
    success: Type.Literal(true),
    sitemaps: Type.Array(MonitorSitemap),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  },
  noExtraFields,
);

/** The settings of later monitors. Their secrets are sealed for the sitemap. */
export type MonitorTemplate = Omit<MonitorSpec, "name" | "host" | "throttleKey" | "url">;

/** The owner's settings of a sitemap. Only the API writes them. */
export type SitemapSpec = {
  name: string;
  wanted: SitemapStatus;
  /** Host of the sitemap. The address is sealed. */
  host: string;
  url: Sealed;
  template: MonitorTemplate;
  includePaths: string[];
  excludePaths: string[];
  maxMonitors: number;
  syncIntervalMinutes: number;
};

/** The end of a sync. */
export type SyncRecord = {
  at: Date;
  pages: number;
  added: number;
  paused: number;
  resumed: number;
  overLimit: number;
  error: SyncProblemCode | null;
};

/** A sitemap's record in MongoDB. */
export type SitemapRecord = {
  _id: string;
  accountId: string;
  keyId: string;
  requestId: string;
  spec: SitemapSpec;
  /** Grows with each change of `spec`. */
  specRev: number;
  /** Time of the last call for a sync that has not begun; null without one. */
  syncRequestedAt: Date | null;
  /** State of the sitemap. Only its workflow writes it. */
  state: {
    nextSyncAt: Date | null;
    lastSync: SyncRecord | null;
    /** Workflow time of the newest projection, in microseconds. */
    version: number;
  };
  createdAt: Date;
  updatedAt: Date;
  /** Time at which a deleted sitemap is removed. */
  expiresAt: Date | null;
};

/** Numbers of a sync, and its problem. */
export type SyncReport = Omit<SyncPlan, "addUrls" | "problems"> & { problem: SyncProblemCode | null };

/** A sync that runs, or the plan of a dry run. Removed at its end. */
export type SitemapSyncRecord = {
  /** The sync's id. */
  _id: string;
  accountId: string;
  sitemapId: string;
  report: SyncReport;
  /** Sealed JSON of the changes to make, `PageChange[]`; null for a dry run. */
  changes: Sealed | null;
  /** Number of changes. */
  size: number;
  /** The first pages that would join; empty unless it is a dry run. */
  addUrls: string[];
  createdAt: Date;
  expiresAt: Date;
};
