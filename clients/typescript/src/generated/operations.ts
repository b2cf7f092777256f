// Generated from the API's routes by `npm run client:generate`. Do not edit.

import { Calls } from "../calls.ts";
import type * as api from "./shapes.ts";

/** Query of: Take a screenshot by query and wait for it. */
export type TakeScreenshotByQuery = GetSignedImageQueryBase & {
  priority?: api.Priority;
  cache?: boolean;
  cacheTtl?: number;
  cacheKey?: string;
};

/** Query of: Get a page's picture by a signed link. */
export type GetSignedImageQuery = GetSignedImageQueryBase & {
  preset?: string;
  ttl?: number;
  expires?: number;
};

/** Query of: List monitors, newest first. */
export type ListMonitorsQuery = {
  status?: api.MonitorStatus;
  tag?: string;
  q?: string;
  incident?: "open" | "change" | "failure" | "expectation";
  sitemap?: string;
  limit?: number;
  cursor?: string;
};

/** Query of: Get the bytes of one output of a run. */
export type GetRunOutputQuery = {
  expires?: number;
  signature?: string;
  width?: number;
  height?: number;
  fit?: "contain" | "cover" | "pad";
  position?: "center" | "top" | "bottom" | "left" | "right";
  as?: "webp" | "avif" | "jpg" | "png";
  slice?: number;
  rows?: 768 | 1536 | 2048;
};

/** Query of: List jobs, newest first. */
export type ListJobsQuery = {
  status?: api.JobStatus;
  kind?: api.JobKind;
  batchId?: string;
  scheduleId?: string;
  crawlId?: string;
  host?: string;
  createdAfter?: string;
  createdBefore?: string;
  limit?: number;
  cursor?: string;
};

/** Query of: Get the bytes of one output. */
export type GetOutputQuery = GetRunOutputQuery;

/** Query of: List deliveries of webhooks, e-mails and channels, newest first. */
export type ListDeliveriesQuery = {
  channel?: api.DeliveryChannel;
  type?: api.DeliveryType;
  status?: api.DeliveryStatus;
  resourceId?: string;
  runId?: string;
  limit?: number;
  cursor?: string;
};

/** Fields that TakeScreenshotByQuery and GetSignedImageQuery share. */
export type GetSignedImageQueryBase = {
  url: string;
  device?: api.DeviceName;
  width?: number;
  height?: number;
  deviceScaleFactor?: number;
  theme?: api.Theme;
  format?: api.ImageFormat;
  quality?: number;
  fullPage?: boolean;
  maxHeight?: number;
  omitBackground?: boolean;
  selector?: string;
  timeout?: number;
  waitUntil?: api.WaitUntil;
  waitForSelector?: string;
  waitForHidden?: string;
  delay?: number;
  failOnStatus?: (number | string)[];
  scrollToElement?: string;
  hoverSelector?: string;
  blockCookieBanners?: boolean;
  blockAds?: boolean;
  blockChatWidgets?: boolean;
  blockPopups?: boolean;
  blockAccessibilityWidgets?: boolean;
  blockResources?: api.ResourceKind[];
  javascript?: boolean;
  locale?: string;
  timezone?: string;
  userAgent?: string;
  media?: api.Media;
  reducedMotion?: boolean;
};

/** Every operation of the API as one call. The resources of `Watchframe` build on them. */
export class Operations extends Calls {
  /** Submit an asynchronous render. `POST /render` */
  readonly submitRender = this.json<[body: api.RenderRequest], api.JobReference>("POST /render", "body", "idempotent");
  /** Take a screenshot and wait for it. `POST /render/screenshot` */
  readonly takeScreenshot = this.raw<[body: api.ScreenshotRequest]>("POST /render/screenshot", "body", "idempotent");
  /** Take a screenshot by query and wait for it. `GET /render/screenshot` */
  readonly takeScreenshotByQuery = this.raw<[query: TakeScreenshotByQuery]>("GET /render/screenshot", "query");
  /** Get a page's picture by a signed link. `GET /image/{key}/{signature}` */
  readonly getSignedImage = this.raw<[key: string, signature: string, query: GetSignedImageQuery]>(
    "GET /image/{key}/{signature}",
    "query",
  );
  /** Create a key that signs image links. `POST /account/signing-keys` */
  readonly createSigningKey = this.json<[body: api.SigningKeyRequest], api.NewSigningKeyReply>(
    "POST /account/signing-keys",
    "body",
    "idempotent",
  );
  /** List keys that sign image links. `GET /account/signing-keys` */
  readonly listSigningKeys = this.json<[], api.SigningKeyList>("GET /account/signing-keys");
  /** Delete a key that signs image links. `DELETE /account/signing-keys/{id}` */
  readonly deleteSigningKey = this.json<[id: string], api.SigningKeyReply>("DELETE /account/signing-keys/{id}");
  /** Create a preset. `POST /presets` */
  readonly createPreset = this.json<[body: api.PresetRequest], api.PresetReply>("POST /presets", "body", "idempotent");
  /** List presets by name. `GET /presets` */
  readonly listPresets = this.json<[query?: { limit?: number; cursor?: string }], api.PresetList>(
    "GET /presets",
    "query",
  );
  /** Get a preset. `GET /presets/{name}` */
  readonly getPreset = this.json<[name: string], api.PresetReply>("GET /presets/{name}");
  /** Change a preset. `PATCH /presets/{name}` */
  readonly updatePreset = this.json<[name: string, body: api.PresetPatch], api.PresetReply>(
    "PATCH /presets/{name}",
    "body",
  );
  /** Delete a preset. `DELETE /presets/{name}` */
  readonly deletePreset = this.json<[name: string], api.PresetReply>("DELETE /presets/{name}");
  /** Store a secret. `POST /secrets` */
  readonly storeSecret = this.json<[body: api.SecretRequest], api.SecretReply>("POST /secrets", "body");
  /** List secrets by name. `GET /secrets` */
  readonly listSecrets = this.json<[], api.SecretList>("GET /secrets");
  /** Delete a secret. `DELETE /secrets/{name}` */
  readonly deleteSecret = this.json<[name: string], api.SecretReply>("DELETE /secrets/{name}");
  /** Create an alert target. `POST /alert-targets` */
  readonly createAlertTarget = this.json<[body: api.AlertTargetRequest], api.AlertTargetReply>(
    "POST /alert-targets",
    "body",
    "idempotent",
  );
  /** List alert targets by name. `GET /alert-targets` */
  readonly listAlertTargets = this.json<[], api.AlertTargetList>("GET /alert-targets");
  /** Get an alert target. `GET /alert-targets/{id}` */
  readonly getAlertTarget = this.json<[id: string], api.AlertTargetReply>("GET /alert-targets/{id}");
  /** Change an alert target. `PATCH /alert-targets/{id}` */
  readonly updateAlertTarget = this.json<[id: string, body: api.AlertTargetPatch], api.AlertTargetReply>(
    "PATCH /alert-targets/{id}",
    "body",
  );
  /** Delete an alert target. `DELETE /alert-targets/{id}` */
  readonly deleteAlertTarget = this.json<[id: string], api.AlertTargetReply>("DELETE /alert-targets/{id}");
  /** Send a sample to a channel of an alert target. `POST /alert-targets/{id}/channels/{channel}/test` */
  readonly testAlertTarget = this.json<[id: string, channel: string], api.DeliveryReply>(
    "POST /alert-targets/{id}/channels/{channel}/test",
    "idempotent",
  );
  /** Preview a template of messages. `POST /alert-targets/preview` */
  readonly previewAlertTemplate = this.json<[body: api.TemplatePreviewRequest], api.TemplatePreviewReply>(
    "POST /alert-targets/preview",
    "body",
  );
  /** List the defaults of monitors. `GET /monitor-defaults` */
  readonly listMonitorDefaults = this.json<[], api.MonitorDefaultsList>("GET /monitor-defaults");
  /** Set defaults of all monitors. `PATCH /monitor-defaults` */
  readonly updateMonitorDefaults = this.json<[body: api.MonitorDefaultsPatch], api.MonitorDefaultsReply>(
    "PATCH /monitor-defaults",
    "body",
  );
  /** Remove the defaults of all monitors. `DELETE /monitor-defaults` */
  readonly deleteMonitorDefaults = this.json<[], api.MonitorDefaultsReply>("DELETE /monitor-defaults");
  /** Set defaults of the monitors with a tag. `PATCH /monitor-defaults/{tag}` */
  readonly updateTagDefaults = this.json<[tag: string, body: api.MonitorDefaultsPatch], api.MonitorDefaultsReply>(
    "PATCH /monitor-defaults/{tag}",
    "body",
  );
  /** Remove the defaults of the monitors with a tag. `DELETE /monitor-defaults/{tag}` */
  readonly deleteTagDefaults = this.json<[tag: string], api.MonitorDefaultsReply>("DELETE /monitor-defaults/{tag}");
  /** Create a proxy. `POST /proxies` */
  readonly createProxy = this.json<[body: api.ProxyRequest], api.ProxyReply>("POST /proxies", "body", "idempotent");
  /** List proxies by name. `GET /proxies` */
  readonly listProxies = this.json<[], api.ProxyList>("GET /proxies");
  /** Get a proxy. `GET /proxies/{id}` */
  readonly getProxy = this.json<[id: string], api.ProxyReply>("GET /proxies/{id}");
  /** Change a proxy. `PATCH /proxies/{id}` */
  readonly updateProxy = this.json<[id: string, body: api.ProxyPatch], api.ProxyReply>("PATCH /proxies/{id}", "body");
  /** Delete a proxy. `DELETE /proxies/{id}` */
  readonly deleteProxy = this.json<[id: string], api.ProxyReply>("DELETE /proxies/{id}");
  /** Test a proxy. `POST /proxies/{id}/test` */
  readonly testProxy = this.json<[id: string, body: api.ProxyTestRequest], api.ProxyReply>(
    "POST /proxies/{id}/test",
    "body",
  );
  /** Create a sign-in. `POST /sign-ins` */
  readonly createSignIn = this.json<[body: api.SignInRequest], api.SignInReply>("POST /sign-ins", "body", "idempotent");
  /** List sign-ins by name. `GET /sign-ins` */
  readonly listSignIns = this.json<[], api.SignInList>("GET /sign-ins");
  /** Get a sign-in. `GET /sign-ins/{id}` */
  readonly getSignIn = this.json<[id: string], api.SignInReply>("GET /sign-ins/{id}");
  /** Change a sign-in. `PATCH /sign-ins/{id}` */
  readonly updateSignIn = this.json<[id: string, body: api.SignInPatch], api.SignInReply>(
    "PATCH /sign-ins/{id}",
    "body",
  );
  /** Delete a sign-in. `DELETE /sign-ins/{id}` */
  readonly deleteSignIn = this.json<[id: string], api.SignInReply>("DELETE /sign-ins/{id}");
  /** Get the picture of the last try. `GET /sign-ins/{id}/picture` */
  readonly getSignInPicture = this.raw<[id: string, query?: { expires?: number; signature?: string }]>(
    "GET /sign-ins/{id}/picture",
    "query",
  );
  /** Renew a sign-in. `POST /sign-ins/{id}/renew` */
  readonly renewSignIn = this.json<[id: string], api.SignInReply>("POST /sign-ins/{id}/renew");
  /** Schedule one render. `POST /render/scheduled` */
  readonly scheduleRender = this.json<[body: api.DelayedRequest], api.ScheduleReply>(
    "POST /render/scheduled",
    "body",
    "idempotent",
  );
  /** List scheduled renders, the soonest first. `GET /render/scheduled` */
  readonly listSchedules = this.json<
    [query?: { type?: api.ScheduleType; status?: api.ScheduleStatus; limit?: number; offset?: number }],
    api.ScheduleList
  >("GET /render/scheduled", "query");
  /** Create a recurring render. `POST /render/schedule-recurring` */
  readonly scheduleRecurring = this.json<[body: api.RecurringRequest], api.ScheduleReply>(
    "POST /render/schedule-recurring",
    "body",
    "idempotent",
  );
  /** Get a scheduled render. `GET /render/scheduled/{id}` */
  readonly getSchedule = this.json<[id: string], api.ScheduleReply>("GET /render/scheduled/{id}");
  /** Pause or resume a scheduled render. `PATCH /render/scheduled/{id}` */
  readonly changeSchedule = this.json<[id: string, body: api.ScheduleChange], api.ScheduleReply>(
    "PATCH /render/scheduled/{id}",
    "body",
  );
  /** Cancel a scheduled render. `DELETE /render/scheduled/{id}` */
  readonly cancelSchedule = this.json<[id: string], api.ScheduleReply>("DELETE /render/scheduled/{id}");
  /** Crawl a site. `POST /crawl` */
  readonly submitCrawl = this.json<[body: api.CrawlRequest], api.CrawlReference>("POST /crawl", "body", "idempotent");
  /** List crawls, newest first. `GET /crawls` */
  readonly listCrawls = this.json<
    [query?: { status?: api.CrawlStatus; limit?: number; cursor?: string }],
    api.CrawlList
  >("GET /crawls", "query");
  /** Get a crawl. `GET /crawl/{id}` */
  readonly getCrawl = this.json<[id: string], api.CrawlReply>("GET /crawl/{id}");
  /** Cancel a crawl. `DELETE /crawl/{id}` */
  readonly cancelCrawl = this.json<[id: string], api.CrawlReply>("DELETE /crawl/{id}");
  /** Download a crawl as a zip. `GET /crawl/{id}/archive` */
  readonly getCrawlArchive = this.raw<[id: string]>("GET /crawl/{id}/archive");
  /** List the pages of a crawl. `GET /crawl/{crawlId}/pages` */
  readonly listCrawlPages = this.json<
    [crawlId: string, query?: { status?: api.CrawlPageStatus; limit?: number; cursor?: string }],
    api.CrawlPageList
  >("GET /crawl/{crawlId}/pages", "query");
  /** Create a monitor. `POST /render/monitors` */
  readonly createMonitor = this.json<[body: api.MonitorRequest, query?: { dryRun?: boolean }], api.NewMonitorReply>(
    "POST /render/monitors",
    "body",
    "query",
    "idempotent",
  );
  /** List monitors, newest first. `GET /render/monitors` */
  readonly listMonitors = this.json<[query?: ListMonitorsQuery], api.MonitorList>("GET /render/monitors", "query");
  /** Create, change, pause, resume or delete many monitors. `POST /render/monitors/bulk` */
  readonly changeMonitors = this.json<[body: api.BulkRequest], api.BulkReply>(
    "POST /render/monitors/bulk",
    "body",
    "idempotent",
  );
  /** Get a monitor. `GET /render/monitors/{id}` */
  readonly getMonitor = this.json<[id: string], api.MonitorReply>("GET /render/monitors/{id}");
  /** Update, pause or resume a monitor. `PATCH /render/monitors/{id}` */
  readonly updateMonitor = this.json<[id: string, body: api.MonitorPatch], api.MonitorReply>(
    "PATCH /render/monitors/{id}",
    "body",
  );
  /** Delete a monitor. `DELETE /render/monitors/{id}` */
  readonly deleteMonitor = this.json<[id: string], api.MonitorReply>("DELETE /render/monitors/{id}");
  /** Create monitors from a sitemap. `POST /render/monitors/from-sitemap` */
  readonly createMonitorSitemap = this.json<[body: api.MonitorSitemapRequest], api.MonitorSitemapOrPlanReply>(
    "POST /render/monitors/from-sitemap",
    "body",
    "idempotent",
  );
  /** List sitemaps, newest first. `GET /render/monitor-sitemaps` */
  readonly listMonitorSitemaps = this.json<[query?: { limit?: number; cursor?: string }], api.MonitorSitemapList>(
    "GET /render/monitor-sitemaps",
    "query",
  );
  /** Get a sitemap. `GET /render/monitor-sitemaps/{id}` */
  readonly getMonitorSitemap = this.json<[id: string], api.MonitorSitemapReply>("GET /render/monitor-sitemaps/{id}");
  /** Update, pause or resume a sitemap. `PATCH /render/monitor-sitemaps/{id}` */
  readonly updateMonitorSitemap = this.json<[id: string, body: api.MonitorSitemapPatch], api.MonitorSitemapReply>(
    "PATCH /render/monitor-sitemaps/{id}",
    "body",
  );
  /** Delete a sitemap. `DELETE /render/monitor-sitemaps/{id}` */
  readonly deleteMonitorSitemap = this.json<[id: string], api.MonitorSitemapReply>(
    "DELETE /render/monitor-sitemaps/{id}",
  );
  /** Sync a sitemap now. `POST /render/monitor-sitemaps/{id}/sync` */
  readonly syncMonitorSitemap = this.json<[id: string, body?: api.SyncRequest], api.MonitorSitemapOrPlanReply>(
    "POST /render/monitor-sitemaps/{id}/sync",
    "body",
    "idempotent",
  );
  /** List changes to review, newest first. `GET /changes` */
  readonly listChanges = this.json<
    [query?: { state?: api.PageChangeState; monitorId?: string; tag?: string; limit?: number; cursor?: string }],
    api.PageChangeList
  >("GET /changes", "query");
  /** Mark many changes as seen. `POST /changes/seen` */
  readonly markChangesSeen = this.json<[body: api.PageChangeIds], api.PageChangesReply>("POST /changes/seen", "body");
  /** Mark many changes as unseen again. `POST /changes/unseen` */
  readonly markChangesUnseen = this.json<[body: api.PageChangeIds], api.PageChangesReply>(
    "POST /changes/unseen",
    "body",
  );
  /** Get a change. `GET /changes/{id}` */
  readonly getChange = this.json<[id: string], api.PageChangeReply>("GET /changes/{id}");
  /** Write a note on a change. `PATCH /changes/{id}` */
  readonly updateChange = this.json<[id: string, body: api.PageChangePatch], api.PageChangeReply>(
    "PATCH /changes/{id}",
    "body",
  );
  /** Mark a change as seen. `POST /changes/{id}/seen` */
  readonly markChangeSeen = this.json<[id: string], api.PageChangeReply>("POST /changes/{id}/seen");
  /** Mark a change as unseen again. `POST /changes/{id}/unseen` */
  readonly markChangeUnseen = this.json<[id: string], api.PageChangeReply>("POST /changes/{id}/unseen");
  /** Keep the old baseline of a change. `POST /changes/{id}/keep` */
  readonly keepOldBaseline = this.json<
    [
      id: string,
      body?: {
        /** Becomes the note of the change. */
        reason?: string;
      },
    ],
    api.PageChangeReply
  >("POST /changes/{id}/keep", "body");
  /** Acknowledge the open incident. `POST /render/monitors/{id}/acknowledge` */
  readonly acknowledgeIncident = this.json<[id: string], api.MonitorReply>("POST /render/monitors/{id}/acknowledge");
  /** Withdraw the acknowledgement of the open incident. `DELETE /render/monitors/{id}/acknowledge` */
  readonly unacknowledgeIncident = this.json<[id: string], api.MonitorReply>(
    "DELETE /render/monitors/{id}/acknowledge",
  );
  /** Send a sample to a channel. `POST /render/monitors/{id}/channels/{channel}/test` */
  readonly testChannel = this.json<[id: string, channel: string], api.DeliveryReply>(
    "POST /render/monitors/{id}/channels/{channel}/test",
    "idempotent",
  );
  /** Create an Atom feed of changes. `POST /feeds` */
  readonly createFeed = this.json<[body?: api.FeedRequest], api.FeedReply>("POST /feeds", "body", "idempotent");
  /** List Atom feeds. `GET /feeds` */
  readonly listFeeds = this.json<[], api.FeedList>("GET /feeds");
  /** Delete an Atom feed. `DELETE /feeds/{id}` */
  readonly deleteFeed = this.json<[id: string], api.FeedReply>("DELETE /feeds/{id}");
  /** Read an Atom feed. `GET /feeds/{id}/{file}` */
  readonly readFeed = this.raw<[id: string, file: string]>("GET /feeds/{id}/{file}");
  /** List a monitor's incidents, newest first. `GET /render/monitors/{id}/incidents` */
  readonly listMonitorIncidents = this.json<[id: string], api.IncidentList>("GET /render/monitors/{id}/incidents");
  /** Make a run the baseline. `POST /render/monitors/{id}/baseline` */
  readonly setBaseline = this.json<
    [
      id: string,
      body: {
        runId: string;
      },
    ],
    api.MonitorReply
  >("POST /render/monitors/{id}/baseline", "body");
  /** List a monitor's baselines, newest first. `GET /render/monitors/{id}/baselines` */
  readonly listMonitorBaselines = this.json<[id: string], api.BaselineList>("GET /render/monitors/{id}/baselines");
  /** Queue a manual monitor run. `POST /render/monitors/{id}/run` */
  readonly runMonitor = this.json<[id: string], api.RunReply>("POST /render/monitors/{id}/run", "idempotent");
  /** List the values of a monitor's runs, newest first. `GET /render/monitors/{id}/values` */
  readonly listMonitorValues = this.json<
    [id: string, query?: { name?: string; from?: string; to?: string; limit?: number; cursor?: string }],
    api.RunValuesList
  >("GET /render/monitors/{id}/values", "query");
  /** Get the values of a monitor's runs as CSV. `GET /render/monitors/{id}/values.csv` */
  readonly getMonitorValuesFile = this.raw<[id: string, query?: { name?: string; from?: string; to?: string }]>(
    "GET /render/monitors/{id}/values.csv",
    "query",
  );
  /** List a monitor's runs, newest first. `GET /render/monitors/{id}/runs` */
  readonly listMonitorRuns = this.json<[id: string, query?: { limit?: number; cursor?: string }], api.RunList>(
    "GET /render/monitors/{id}/runs",
    "query",
  );
  /** Get a monitor run. `GET /render/monitors/{id}/runs/{runId}` */
  readonly getMonitorRun = this.json<[id: string, runId: string], api.RunReply>(
    "GET /render/monitors/{id}/runs/{runId}",
  );
  /** Get the bytes of one output of a run. `GET /render/monitors/{id}/runs/{runId}/outputs/{name}` */
  readonly getRunOutput = this.raw<[id: string, runId: string, name: string, query?: GetRunOutputQuery]>(
    "GET /render/monitors/{id}/runs/{runId}/outputs/{name}",
    "query",
  );
  /** Create a recipient or send its verification again. `POST /render/monitor-recipients` */
  readonly addRecipient = this.json<[body: api.RecipientRequest], api.RecipientReply>(
    "POST /render/monitor-recipients",
    "body",
    "idempotent",
  );
  /** List recipients, newest first. `GET /render/monitor-recipients` */
  readonly listRecipients = this.json<[], api.RecipientList>("GET /render/monitor-recipients");
  /** Delete a recipient. `DELETE /render/monitor-recipients/{id}` */
  readonly deleteRecipient = this.json<[id: string], api.RecipientReply>("DELETE /render/monitor-recipients/{id}");
  /** Submit a host-aware render batch. `POST /render/smart-batch` */
  readonly submitBatch = this.json<[body: api.BatchRequest], api.BatchAccepted>(
    "POST /render/smart-batch",
    "body",
    "idempotent",
  );
  /** List batches, newest first. `GET /render/batches` */
  readonly listBatches = this.json<[query?: { limit?: number; cursor?: string }], api.BatchList>(
    "GET /render/batches",
    "query",
  );
  /** Get a batch, its figures and its pages. `GET /render/batches/{id}` */
  readonly getBatch = this.json<
    [id: string, query?: { status?: api.JobStatus; limit?: number; cursor?: string }],
    api.BatchWithItems
  >("GET /render/batches/{id}", "query");
  /** Cancel a batch. `DELETE /render/batches/{id}` */
  readonly cancelBatch = this.json<[id: string], api.BatchReply>("DELETE /render/batches/{id}");
  /** Download a batch as a zip. `GET /render/batches/{id}/archive` */
  readonly getBatchArchive = this.raw<[id: string]>("GET /render/batches/{id}/archive");
  /** Compare two pages or pictures. `POST /render/diff` */
  readonly submitDiff = this.json<[body: api.DiffRequest], api.JobReference>("POST /render/diff", "body", "idempotent");
  /** List comparisons, newest first. `GET /render/diff` */
  readonly listDiffs = this.json<[query?: { status?: api.JobStatus; limit?: number; cursor?: string }], api.DiffList>(
    "GET /render/diff",
    "query",
  );
  /** Get a comparison and its result. `GET /render/diff/{id}` */
  readonly getDiff = this.json<[id: string, query?: { wait?: number }], api.DiffReply>(
    "GET /render/diff/{id}",
    "query",
  );
  /** Get a job's status and result. `GET /status/{id}` */
  readonly getStatus = this.json<
    [
      id: string,
      query?: {
        wait?: number;
        include?: (
          | "metadata"
          | "markdown"
          | "html"
          | "links"
          | "images"
          | "videos"
          | "fonts"
          | "colors"
          | "structure"
          | "design"
          | "elements"
          | "console"
          | "har"
          | "mhtml"
        )[];
      },
    ],
    api.StatusReply
  >("GET /status/{id}", "query");
  /** List jobs, newest first. `GET /jobs` */
  readonly listJobs = this.json<[query?: ListJobsQuery], api.JobList>("GET /jobs", "query");
  /** Cancel a job. `DELETE /jobs/{id}` */
  readonly cancelJob = this.json<[id: string], api.JobReply>("DELETE /jobs/{id}");
  /** Retry a failed job. `POST /retry/{id}` */
  readonly retryJob = this.json<[id: string], api.JobReference>("POST /retry/{id}", "idempotent");
  /** Retry failed jobs. `POST /retry-failed` */
  readonly retryFailed = this.json<
    [
      body?: {
        /** Maximum number of jobs to retry. */
        limit?: number;
      },
    ],
    api.RetriedJobs
  >("POST /retry-failed", "body", "idempotent");
  /** Get the bytes of one output. `GET /jobs/{id}/outputs/{name}` */
  readonly getOutput = this.raw<[id: string, name: string, query?: GetOutputQuery]>(
    "GET /jobs/{id}/outputs/{name}",
    "query",
  );
  /** List deliveries of webhooks, e-mails and channels, newest first. `GET /webhook-deliveries` */
  readonly listDeliveries = this.json<[query?: ListDeliveriesQuery], api.DeliveryList>(
    "GET /webhook-deliveries",
    "query",
  );
  /** Get one delivery with its content. `GET /webhook-deliveries/{id}` */
  readonly getDelivery = this.json<[id: string], api.DeliveryReply>("GET /webhook-deliveries/{id}");
  /** Deliver a webhook or a channel's message again. `POST /webhook-deliveries/{id}/replay` */
  readonly replayDelivery = this.json<[id: string], api.DeliveryReply>(
    "POST /webhook-deliveries/{id}/replay",
    "idempotent",
  );
  /** Follow the account's changes. `GET /events` */
  readonly streamEvents = this.raw<[query?: { kinds?: api.ChangeKind[] }]>("GET /events", "query");
  /** Get the account's usage in this period. `GET /usage` */
  readonly getUsage = this.json<[], api.UsageReply>("GET /usage");
  /** Get credits by day and key. `GET /usage/history` */
  readonly getUsageHistory = this.json<[query?: { period?: string }], api.UsageHistory>("GET /usage/history", "query");
  /** Get the account. `GET /account` */
  readonly getAccount = this.json<[], api.AccountReply>("GET /account");
  /** Change the account's settings. `PATCH /account` */
  readonly updateAccount = this.json<
    [
      body: {
        /** How replies and messages show the address of a monitor's page: its host alone; without user, fragment and the query's values; or whole. Every account starts with `host`. */
        addresses: api.Addresses;
      },
    ],
    api.AccountReply
  >("PATCH /account", "body");
  /** List API keys. `GET /account/keys` */
  readonly listApiKeys = this.json<[], api.KeyList>("GET /account/keys");
  /** Create an API key. `POST /account/keys` */
  readonly createApiKey = this.json<[body: api.KeyRequest], api.NewKeyReply>("POST /account/keys", "body");
  /** Get the API key of this call. `GET /account/keys/current` */
  readonly getCurrentApiKey = this.json<[], api.KeyReply>("GET /account/keys/current");
  /** Revoke an API key. `DELETE /account/keys/{id}` */
  readonly revokeApiKey = this.json<[id: string], api.KeyReply>("DELETE /account/keys/{id}");
  /** Log a browser in. `POST /sessions` */
  readonly createSession = this.json<
    [
      body: {
        apiKey?: string;
        /** The token of a log-in link. It works once, for 15 minutes. */
        loginToken?: string;
      },
    ],
    {
      success: true;
      session: api.Session;
    }
  >("POST /sessions", "body");
  /** List the account's sessions, newest first. `GET /sessions` */
  readonly listSessions = this.json<
    [query?: { limit?: number; cursor?: string }],
    {
      success: true;
      sessions: api.Session[];
      nextCursor: string | null;
    }
  >("GET /sessions", "query");
  /** Get the browser's session. `GET /sessions/current` */
  readonly getCurrentSession = this.json<[], api.CurrentSession>("GET /sessions/current");
  /** Log the browser out. `DELETE /sessions/current` */
  readonly endCurrentSession = this.raw<[]>("DELETE /sessions/current");
  /** End a session. `DELETE /sessions/{id}` */
  readonly endSession = this.raw<[id: string]>("DELETE /sessions/{id}");
  /** Check whether the process runs. `GET /health/live` */
  readonly getLiveness = this.json<
    [],
    {
      success: true;
      status: "live";
    }
  >("GET /health/live");
  /** Check whether the service accepts work. `GET /health/ready` */
  readonly getReadiness = this.json<
    [],
    {
      success: boolean;
      status: "ready" | "draining" | "away";
      parts: {
        mongodb: "up" | "away";
        temporal: "up" | "away";
        objects: "up" | "away";
      };
    }
  >("GET /health/ready");
  /** Get the API as an OpenAPI 3.1 document. `GET /openapi.json` */
  readonly getOpenApi = this.raw<[]>("GET /openapi.json");
}
