// Generated from the API's routes by `npm run client:generate`. Do not edit.

import type { CallOptions, Send } from "../transport.ts";
import type {
  ChangeKind,
  CrawlPageStatus,
  CrawlStatus,
  DeliveryChannel,
  DeliveryStatus,
  DeliveryType,
  ImageFormat,
  JobKind,
  JobStatus,
  Media,
  MonitorDefaultsList,
  MonitorDefaultsPatch,
  MonitorDefaultsReply,
  Priority,
  ScheduleStatus,
  Theme,
  WaitUntil,
  AlertTargetList,
  AlertTargetPatch,
  AlertTargetReply,
  AlertTargetRequest,
  RunValuesList,
  BaselineList,
  Session,
  CurrentSession,
  BatchAccepted,
  BatchList,
  BatchReply,
  BatchRequest,
  BatchWithItems,
  CrawlList,
  CrawlPageList,
  CrawlReference,
  CrawlReply,
  CrawlRequest,
  DelayedRequest,
  DeliveryList,
  DeliveryReply,
  DeviceName,
  DiffList,
  DiffReply,
  DiffRequest,
  IncidentList,
  JobList,
  JobReference,
  JobReply,
  KeyList,
  KeyReply,
  KeyRequest,
  MonitorList,
  MonitorPatch,
  MonitorReply,
  MonitorRequest,
  MonitorSitemapList,
  MonitorSitemapPatch,
  MonitorSitemapOrPlanReply,
  MonitorSitemapReply,
  MonitorSitemapRequest,
  NewMonitorReply,
  SyncRequest,
  NewKeyReply,
  PageChangeList,
  PageChangePatch,
  PageChangeReply,
  PageChangesReply,
  BulkReply,
  BulkRequest,
  FeedList,
  FeedReply,
  FeedRequest,
  NewSigningKeyReply,
  SigningKeyList,
  SigningKeyReply,
  SigningKeyRequest,
  SecretList,
  SecretReply,
  SecretRequest,
  ProxyList,
  ProxyPatch,
  ProxyReply,
  ProxyRequest,
  ProxyTestRequest,
  SignInList,
  SignInReply,
  SignInPatch,
  SignInRequest,
  PresetList,
  PresetPatch,
  PresetReply,
  PresetRequest,
  RecipientList,
  RecipientReply,
  RecipientRequest,
  RecurringRequest,
  RenderRequest,
  RetriedJobs,
  RunList,
  RunReply,
  ScheduleChange,
  ScheduleList,
  ScheduleReply,
  ScreenshotRequest,
  StatusReply,
  TemplatePreviewReply,
  TemplatePreviewRequest,
  UsageHistory,
  UsageReply,
} from "./shapes.ts";

/** Every operation of the API as one call. The resources of `Watchframe` build on them. */
export class Operations {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Submit an asynchronous render. `POST /render` */
  submitRender(body: RenderRequest, options: CallOptions = {}): Promise<JobReference> {
    return this.#send.json({ method: "POST", path: "/render", body, idempotent: true }, options);
  }

  /** Take a screenshot and wait for it. `POST /render/screenshot` */
  takeScreenshot(body: ScreenshotRequest, options: CallOptions = {}): Promise<Response> {
    return this.#send.raw({ method: "POST", path: "/render/screenshot", body, idempotent: true }, options);
  }

  /** Take a screenshot by query and wait for it. `GET /render/screenshot` */
  takeScreenshotByQuery(
    query: {
      url: string;
      device?: DeviceName;
      width?: number;
      height?: number;
      deviceScaleFactor?: number;
      theme?: Theme;
      format?: ImageFormat;
      quality?: number;
      fullPage?: boolean;
      maxHeight?: number;
      omitBackground?: boolean;
      selector?: string;
      timeout?: number;
      waitUntil?: WaitUntil;
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
      blockResources?: ("image" | "media" | "font" | "stylesheet" | "script" | "xhr" | "other")[];
      javascript?: boolean;
      locale?: string;
      timezone?: string;
      userAgent?: string;
      media?: Media;
      reducedMotion?: boolean;
      priority?: Priority;
      cache?: boolean;
      cacheTtl?: number;
      cacheKey?: string;
    },
    options: CallOptions = {},
  ): Promise<Response> {
    return this.#send.raw({ method: "GET", path: "/render/screenshot", query }, options);
  }

  /** Get a page's picture by a signed link. `GET /image/{key}/{signature}` */
  getSignedImage(
    key: string,
    signature: string,
    query: {
      url: string;
      device?: DeviceName;
      width?: number;
      height?: number;
      deviceScaleFactor?: number;
      theme?: Theme;
      format?: ImageFormat;
      quality?: number;
      fullPage?: boolean;
      maxHeight?: number;
      omitBackground?: boolean;
      selector?: string;
      timeout?: number;
      waitUntil?: WaitUntil;
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
      blockResources?: ("image" | "media" | "font" | "stylesheet" | "script" | "xhr" | "other")[];
      javascript?: boolean;
      locale?: string;
      timezone?: string;
      userAgent?: string;
      media?: Media;
      reducedMotion?: boolean;
      preset?: string;
      ttl?: number;
      expires?: number;
    },
    options: CallOptions = {},
  ): Promise<Response> {
    return this.#send.raw(
      { method: "GET", path: `/image/${encodeURIComponent(key)}/${encodeURIComponent(signature)}`, query },
      options,
    );
  }

  /** Create a key that signs image links. `POST /account/signing-keys` */
  createSigningKey(body: SigningKeyRequest, options: CallOptions = {}): Promise<NewSigningKeyReply> {
    return this.#send.json({ method: "POST", path: "/account/signing-keys", body, idempotent: true }, options);
  }

  /** List keys that sign image links. `GET /account/signing-keys` */
  listSigningKeys(options: CallOptions = {}): Promise<SigningKeyList> {
    return this.#send.json({ method: "GET", path: "/account/signing-keys" }, options);
  }

  /** Delete a key that signs image links. `DELETE /account/signing-keys/{id}` */
  deleteSigningKey(id: string, options: CallOptions = {}): Promise<SigningKeyReply> {
    return this.#send.json({ method: "DELETE", path: `/account/signing-keys/${encodeURIComponent(id)}` }, options);
  }

  /** Create a preset. `POST /presets` */
  createPreset(body: PresetRequest, options: CallOptions = {}): Promise<PresetReply> {
    return this.#send.json({ method: "POST", path: "/presets", body, idempotent: true }, options);
  }

  /** List presets by name. `GET /presets` */
  listPresets(query: { limit?: number; cursor?: string } = {}, options: CallOptions = {}): Promise<PresetList> {
    return this.#send.json({ method: "GET", path: "/presets", query }, options);
  }

  /** Get a preset. `GET /presets/{name}` */
  getPreset(name: string, options: CallOptions = {}): Promise<PresetReply> {
    return this.#send.json({ method: "GET", path: `/presets/${encodeURIComponent(name)}` }, options);
  }

  /** Change a preset. `PATCH /presets/{name}` */
  updatePreset(name: string, body: PresetPatch, options: CallOptions = {}): Promise<PresetReply> {
    return this.#send.json({ method: "PATCH", path: `/presets/${encodeURIComponent(name)}`, body }, options);
  }

  /** Delete a preset. `DELETE /presets/{name}` */
  deletePreset(name: string, options: CallOptions = {}): Promise<PresetReply> {
    return this.#send.json({ method: "DELETE", path: `/presets/${encodeURIComponent(name)}` }, options);
  }

  /** Store a secret. `POST /secrets` */
  storeSecret(body: SecretRequest, options: CallOptions = {}): Promise<SecretReply> {
    return this.#send.json({ method: "POST", path: "/secrets", body }, options);
  }

  /** List secrets by name. `GET /secrets` */
  listSecrets(options: CallOptions = {}): Promise<SecretList> {
    return this.#send.json({ method: "GET", path: "/secrets" }, options);
  }

  /** Delete a secret. `DELETE /secrets/{name}` */
  deleteSecret(name: string, options: CallOptions = {}): Promise<SecretReply> {
    return this.#send.json({ method: "DELETE", path: `/secrets/${encodeURIComponent(name)}` }, options);
  }

  /** Create an alert target. `POST /alert-targets` */
  createAlertTarget(body: AlertTargetRequest, options: CallOptions = {}): Promise<AlertTargetReply> {
    return this.#send.json({ method: "POST", path: "/alert-targets", body, idempotent: true }, options);
  }

  /** List alert targets by name. `GET /alert-targets` */
  listAlertTargets(options: CallOptions = {}): Promise<AlertTargetList> {
    return this.#send.json({ method: "GET", path: "/alert-targets" }, options);
  }

  /** Get an alert target. `GET /alert-targets/{id}` */
  getAlertTarget(id: string, options: CallOptions = {}): Promise<AlertTargetReply> {
    return this.#send.json({ method: "GET", path: `/alert-targets/${encodeURIComponent(id)}` }, options);
  }

  /** Change an alert target. `PATCH /alert-targets/{id}` */
  updateAlertTarget(id: string, body: AlertTargetPatch, options: CallOptions = {}): Promise<AlertTargetReply> {
    return this.#send.json({ method: "PATCH", path: `/alert-targets/${encodeURIComponent(id)}`, body }, options);
  }

  /** Delete an alert target. `DELETE /alert-targets/{id}` */
  deleteAlertTarget(id: string, options: CallOptions = {}): Promise<AlertTargetReply> {
    return this.#send.json({ method: "DELETE", path: `/alert-targets/${encodeURIComponent(id)}` }, options);
  }

  /** Send a sample to a channel of an alert target. `POST /alert-targets/{id}/channels/{channel}/test` */
  testAlertTarget(id: string, channel: string, options: CallOptions = {}): Promise<DeliveryReply> {
    return this.#send.json(
      {
        method: "POST",
        path: `/alert-targets/${encodeURIComponent(id)}/channels/${encodeURIComponent(channel)}/test`,
        idempotent: true,
      },
      options,
    );
  }

  /** Preview a template of messages. `POST /alert-targets/preview` */
  previewAlertTemplate(body: TemplatePreviewRequest, options: CallOptions = {}): Promise<TemplatePreviewReply> {
    return this.#send.json({ method: "POST", path: "/alert-targets/preview", body }, options);
  }

  /** List the defaults of monitors. `GET /monitor-defaults` */
  listMonitorDefaults(options: CallOptions = {}): Promise<MonitorDefaultsList> {
    return this.#send.json({ method: "GET", path: "/monitor-defaults" }, options);
  }

  /** Set defaults of all monitors. `PATCH /monitor-defaults` */
  updateMonitorDefaults(body: MonitorDefaultsPatch, options: CallOptions = {}): Promise<MonitorDefaultsReply> {
    return this.#send.json({ method: "PATCH", path: "/monitor-defaults", body }, options);
  }

  /** Remove the defaults of all monitors. `DELETE /monitor-defaults` */
  deleteMonitorDefaults(options: CallOptions = {}): Promise<MonitorDefaultsReply> {
    return this.#send.json({ method: "DELETE", path: "/monitor-defaults" }, options);
  }

  /** Set defaults of the monitors with a tag. `PATCH /monitor-defaults/{tag}` */
  updateTagDefaults(tag: string, body: MonitorDefaultsPatch, options: CallOptions = {}): Promise<MonitorDefaultsReply> {
    return this.#send.json({ method: "PATCH", path: `/monitor-defaults/${encodeURIComponent(tag)}`, body }, options);
  }

  /** Remove the defaults of the monitors with a tag. `DELETE /monitor-defaults/{tag}` */
  deleteTagDefaults(tag: string, options: CallOptions = {}): Promise<MonitorDefaultsReply> {
    return this.#send.json({ method: "DELETE", path: `/monitor-defaults/${encodeURIComponent(tag)}` }, options);
  }

  /** Create a proxy. `POST /proxies` */
  createProxy(body: ProxyRequest, options: CallOptions = {}): Promise<ProxyReply> {
    return this.#send.json({ method: "POST", path: "/proxies", body, idempotent: true }, options);
  }

  /** List proxies by name. `GET /proxies` */
  listProxies(options: CallOptions = {}): Promise<ProxyList> {
    return this.#send.json({ method: "GET", path: "/proxies" }, options);
  }

  /** Get a proxy. `GET /proxies/{id}` */
  getProxy(id: string, options: CallOptions = {}): Promise<ProxyReply> {
    return this.#send.json({ method: "GET", path: `/proxies/${encodeURIComponent(id)}` }, options);
  }

  /** Change a proxy. `PATCH /proxies/{id}` */
  updateProxy(id: string, body: ProxyPatch, options: CallOptions = {}): Promise<ProxyReply> {
    return this.#send.json({ method: "PATCH", path: `/proxies/${encodeURIComponent(id)}`, body }, options);
  }

  /** Delete a proxy. `DELETE /proxies/{id}` */
  deleteProxy(id: string, options: CallOptions = {}): Promise<ProxyReply> {
    return this.#send.json({ method: "DELETE", path: `/proxies/${encodeURIComponent(id)}` }, options);
  }

  /** Test a proxy. `POST /proxies/{id}/test` */
  testProxy(id: string, body: ProxyTestRequest, options: CallOptions = {}): Promise<ProxyReply> {
    return this.#send.json({ method: "POST", path: `/proxies/${encodeURIComponent(id)}/test`, body }, options);
  }

  /** Create a sign-in. `POST /sign-ins` */
  createSignIn(body: SignInRequest, options: CallOptions = {}): Promise<SignInReply> {
    return this.#send.json({ method: "POST", path: "/sign-ins", body, idempotent: true }, options);
  }

  /** List sign-ins by name. `GET /sign-ins` */
  listSignIns(options: CallOptions = {}): Promise<SignInList> {
    return this.#send.json({ method: "GET", path: "/sign-ins" }, options);
  }

  /** Get a sign-in. `GET /sign-ins/{id}` */
  getSignIn(id: string, options: CallOptions = {}): Promise<SignInReply> {
    return this.#send.json({ method: "GET", path: `/sign-ins/${encodeURIComponent(id)}` }, options);
  }

  /** Change a sign-in. `PATCH /sign-ins/{id}` */
  updateSignIn(id: string, body: SignInPatch, options: CallOptions = {}): Promise<SignInReply> {
    return this.#send.json({ method: "PATCH", path: `/sign-ins/${encodeURIComponent(id)}`, body }, options);
  }

  /** Delete a sign-in. `DELETE /sign-ins/{id}` */
  deleteSignIn(id: string, options: CallOptions = {}): Promise<SignInReply> {
    return this.#send.json({ method: "DELETE", path: `/sign-ins/${encodeURIComponent(id)}` }, options);
  }

  /** Get the picture of the last try. `GET /sign-ins/{id}/picture` */
  getSignInPicture(
    id: string,
    query: { expires?: number; signature?: string } = {},
    options: CallOptions = {},
  ): Promise<Response> {
    return this.#send.raw({ method: "GET", path: `/sign-ins/${encodeURIComponent(id)}/picture`, query }, options);
  }

  /** Renew a sign-in. `POST /sign-ins/{id}/renew` */
  renewSignIn(id: string, options: CallOptions = {}): Promise<SignInReply> {
    return this.#send.json({ method: "POST", path: `/sign-ins/${encodeURIComponent(id)}/renew` }, options);
  }

  /** Schedule one render. `POST /render/scheduled` */
  scheduleRender(body: DelayedRequest, options: CallOptions = {}): Promise<ScheduleReply> {
    return this.#send.json({ method: "POST", path: "/render/scheduled", body, idempotent: true }, options);
  }

  /** List scheduled renders, the soonest first. `GET /render/scheduled` */
  listSchedules(
    query: { type?: "delayed" | "repeatable"; status?: ScheduleStatus; limit?: number; offset?: number } = {},
    options: CallOptions = {},
  ): Promise<ScheduleList> {
    return this.#send.json({ method: "GET", path: "/render/scheduled", query }, options);
  }

  /** Create a recurring render. `POST /render/schedule-recurring` */
  scheduleRecurring(body: RecurringRequest, options: CallOptions = {}): Promise<ScheduleReply> {
    return this.#send.json({ method: "POST", path: "/render/schedule-recurring", body, idempotent: true }, options);
  }

  /** Get a scheduled render. `GET /render/scheduled/{id}` */
  getSchedule(id: string, options: CallOptions = {}): Promise<ScheduleReply> {
    return this.#send.json({ method: "GET", path: `/render/scheduled/${encodeURIComponent(id)}` }, options);
  }

  /** Pause or resume a scheduled render. `PATCH /render/scheduled/{id}` */
  changeSchedule(id: string, body: ScheduleChange, options: CallOptions = {}): Promise<ScheduleReply> {
    return this.#send.json({ method: "PATCH", path: `/render/scheduled/${encodeURIComponent(id)}`, body }, options);
  }

  /** Cancel a scheduled render. `DELETE /render/scheduled/{id}` */
  cancelSchedule(id: string, options: CallOptions = {}): Promise<ScheduleReply> {
    return this.#send.json({ method: "DELETE", path: `/render/scheduled/${encodeURIComponent(id)}` }, options);
  }

  /** Crawl a site. `POST /crawl` */
  submitCrawl(body: CrawlRequest, options: CallOptions = {}): Promise<CrawlReference> {
    return this.#send.json({ method: "POST", path: "/crawl", body, idempotent: true }, options);
  }

  /** List crawls, newest first. `GET /crawls` */
  listCrawls(
    query: { status?: CrawlStatus; limit?: number; cursor?: string } = {},
    options: CallOptions = {},
  ): Promise<CrawlList> {
    return this.#send.json({ method: "GET", path: "/crawls", query }, options);
  }

  /** Get a crawl. `GET /crawl/{id}` */
  getCrawl(id: string, options: CallOptions = {}): Promise<CrawlReply> {
    return this.#send.json({ method: "GET", path: `/crawl/${encodeURIComponent(id)}` }, options);
  }

  /** Cancel a crawl. `DELETE /crawl/{id}` */
  cancelCrawl(id: string, options: CallOptions = {}): Promise<CrawlReply> {
    return this.#send.json({ method: "DELETE", path: `/crawl/${encodeURIComponent(id)}` }, options);
  }

  /** Download a crawl as a zip. `GET /crawl/{id}/archive` */
  getCrawlArchive(id: string, options: CallOptions = {}): Promise<Response> {
    return this.#send.raw({ method: "GET", path: `/crawl/${encodeURIComponent(id)}/archive` }, options);
  }

  /** List the pages of a crawl. `GET /crawl/{crawlId}/pages` */
  listCrawlPages(
    crawlId: string,
    query: { status?: CrawlPageStatus; limit?: number; cursor?: string } = {},
    options: CallOptions = {},
  ): Promise<CrawlPageList> {
    return this.#send.json({ method: "GET", path: `/crawl/${encodeURIComponent(crawlId)}/pages`, query }, options);
  }

  /** Create a monitor. `POST /render/monitors` */
  createMonitor(
    body: MonitorRequest,
    query: { dryRun?: boolean } = {},
    options: CallOptions = {},
  ): Promise<NewMonitorReply> {
    return this.#send.json({ method: "POST", path: "/render/monitors", body, query, idempotent: true }, options);
  }

  /** List monitors, newest first. `GET /render/monitors` */
  listMonitors(
    query: {
      status?: "active" | "paused" | "paused_plan_limit" | "deleted";
      tag?: string;
      q?: string;
      incident?: "open" | "change" | "failure" | "expectation";
      sitemap?: string;
      limit?: number;
      cursor?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<MonitorList> {
    return this.#send.json({ method: "GET", path: "/render/monitors", query }, options);
  }

  /** Create, change, pause, resume or delete many monitors. `POST /render/monitors/bulk` */
  changeMonitors(body: BulkRequest, options: CallOptions = {}): Promise<BulkReply> {
    return this.#send.json({ method: "POST", path: "/render/monitors/bulk", body, idempotent: true }, options);
  }

  /** Get a monitor. `GET /render/monitors/{id}` */
  getMonitor(id: string, options: CallOptions = {}): Promise<MonitorReply> {
    return this.#send.json({ method: "GET", path: `/render/monitors/${encodeURIComponent(id)}` }, options);
  }

  /** Update, pause or resume a monitor. `PATCH /render/monitors/{id}` */
  updateMonitor(id: string, body: MonitorPatch, options: CallOptions = {}): Promise<MonitorReply> {
    return this.#send.json({ method: "PATCH", path: `/render/monitors/${encodeURIComponent(id)}`, body }, options);
  }

  /** Delete a monitor. `DELETE /render/monitors/{id}` */
  deleteMonitor(id: string, options: CallOptions = {}): Promise<MonitorReply> {
    return this.#send.json({ method: "DELETE", path: `/render/monitors/${encodeURIComponent(id)}` }, options);
  }

  /** Create monitors from a sitemap. `POST /render/monitors/from-sitemap` */
  createMonitorSitemap(body: MonitorSitemapRequest, options: CallOptions = {}): Promise<MonitorSitemapOrPlanReply> {
    return this.#send.json({ method: "POST", path: "/render/monitors/from-sitemap", body, idempotent: true }, options);
  }

  /** List sitemaps, newest first. `GET /render/monitor-sitemaps` */
  listMonitorSitemaps(
    query: { limit?: number; cursor?: string } = {},
    options: CallOptions = {},
  ): Promise<MonitorSitemapList> {
    return this.#send.json({ method: "GET", path: "/render/monitor-sitemaps", query }, options);
  }

  /** Get a sitemap. `GET /render/monitor-sitemaps/{id}` */
  getMonitorSitemap(id: string, options: CallOptions = {}): Promise<MonitorSitemapReply> {
    return this.#send.json({ method: "GET", path: `/render/monitor-sitemaps/${encodeURIComponent(id)}` }, options);
  }

  /** Update, pause or resume a sitemap. `PATCH /render/monitor-sitemaps/{id}` */
  updateMonitorSitemap(id: string, body: MonitorSitemapPatch, options: CallOptions = {}): Promise<MonitorSitemapReply> {
    return this.#send.json(
      { method: "PATCH", path: `/render/monitor-sitemaps/${encodeURIComponent(id)}`, body },
      options,
    );
  }

  /** Delete a sitemap. `DELETE /render/monitor-sitemaps/{id}` */
  deleteMonitorSitemap(id: string, options: CallOptions = {}): Promise<MonitorSitemapReply> {
    return this.#send.json({ method: "DELETE", path: `/render/monitor-sitemaps/${encodeURIComponent(id)}` }, options);
  }

  /** Sync a sitemap now. `POST /render/monitor-sitemaps/{id}/sync` */
  syncMonitorSitemap(
    id: string,
    body: SyncRequest = {},
    options: CallOptions = {},
  ): Promise<MonitorSitemapOrPlanReply> {
    return this.#send.json(
      { method: "POST", path: `/render/monitor-sitemaps/${encodeURIComponent(id)}/sync`, body, idempotent: true },
      options,
    );
  }

  /** List changes to review, newest first. `GET /changes` */
  listChanges(
    query: { state?: "unseen" | "seen"; monitorId?: string; tag?: string; limit?: number; cursor?: string } = {},
    options: CallOptions = {},
  ): Promise<PageChangeList> {
    return this.#send.json({ method: "GET", path: "/changes", query }, options);
  }

  /** Mark many changes as seen. `POST /changes/seen` */
  markChangesSeen(
    body: {
      ids: string[];
    },
    options: CallOptions = {},
  ): Promise<PageChangesReply> {
    return this.#send.json({ method: "POST", path: "/changes/seen", body }, options);
  }

  /** Mark many changes as unseen again. `POST /changes/unseen` */
  markChangesUnseen(
    body: {
      ids: string[];
    },
    options: CallOptions = {},
  ): Promise<PageChangesReply> {
    return this.#send.json({ method: "POST", path: "/changes/unseen", body }, options);
  }

  /** Get a change. `GET /changes/{id}` */
  getChange(id: string, options: CallOptions = {}): Promise<PageChangeReply> {
    return this.#send.json({ method: "GET", path: `/changes/${encodeURIComponent(id)}` }, options);
  }

  /** Write a note on a change. `PATCH /changes/{id}` */
  updateChange(id: string, body: PageChangePatch, options: CallOptions = {}): Promise<PageChangeReply> {
    return this.#send.json({ method: "PATCH", path: `/changes/${encodeURIComponent(id)}`, body }, options);
  }

  /** Mark a change as seen. `POST /changes/{id}/seen` */
  markChangeSeen(id: string, options: CallOptions = {}): Promise<PageChangeReply> {
    return this.#send.json({ method: "POST", path: `/changes/${encodeURIComponent(id)}/seen` }, options);
  }

  /** Mark a change as unseen again. `POST /changes/{id}/unseen` */
  markChangeUnseen(id: string, options: CallOptions = {}): Promise<PageChangeReply> {
    return this.#send.json({ method: "POST", path: `/changes/${encodeURIComponent(id)}/unseen` }, options);
  }

  /** Keep the old baseline of a change. `POST /changes/{id}/keep` */
  keepOldBaseline(
    id: string,
    body: {
      /** Becomes the note of the change. */
      reason?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<PageChangeReply> {
    return this.#send.json({ method: "POST", path: `/changes/${encodeURIComponent(id)}/keep`, body }, options);
  }

  /** Acknowledge the open incident. `POST /render/monitors/{id}/acknowledge` */
  acknowledgeIncident(id: string, options: CallOptions = {}): Promise<MonitorReply> {
    return this.#send.json({ method: "POST", path: `/render/monitors/${encodeURIComponent(id)}/acknowledge` }, options);
  }

  /** Withdraw the acknowledgement of the open incident. `DELETE /render/monitors/{id}/acknowledge` */
  unacknowledgeIncident(id: string, options: CallOptions = {}): Promise<MonitorReply> {
    return this.#send.json(
      { method: "DELETE", path: `/render/monitors/${encodeURIComponent(id)}/acknowledge` },
      options,
    );
  }

  /** Send a sample to a channel. `POST /render/monitors/{id}/channels/{channel}/test` */
  testChannel(id: string, channel: string, options: CallOptions = {}): Promise<DeliveryReply> {
    return this.#send.json(
      {
        method: "POST",
        path: `/render/monitors/${encodeURIComponent(id)}/channels/${encodeURIComponent(channel)}/test`,
        idempotent: true,
      },
      options,
    );
  }

  /** Create an Atom feed of changes. `POST /feeds` */
  createFeed(body: FeedRequest = {}, options: CallOptions = {}): Promise<FeedReply> {
    return this.#send.json({ method: "POST", path: "/feeds", body, idempotent: true }, options);
  }

  /** List Atom feeds. `GET /feeds` */
  listFeeds(options: CallOptions = {}): Promise<FeedList> {
    return this.#send.json({ method: "GET", path: "/feeds" }, options);
  }

  /** Delete an Atom feed. `DELETE /feeds/{id}` */
  deleteFeed(id: string, options: CallOptions = {}): Promise<FeedReply> {
    return this.#send.json({ method: "DELETE", path: `/feeds/${encodeURIComponent(id)}` }, options);
  }

  /** Read an Atom feed. `GET /feeds/{id}/{file}` */
  readFeed(id: string, file: string, options: CallOptions = {}): Promise<Response> {
    return this.#send.raw(
      { method: "GET", path: `/feeds/${encodeURIComponent(id)}/${encodeURIComponent(file)}` },
      options,
    );
  }

  /** List a monitor's incidents, newest first. `GET /render/monitors/{id}/incidents` */
  listMonitorIncidents(id: string, options: CallOptions = {}): Promise<IncidentList> {
    return this.#send.json({ method: "GET", path: `/render/monitors/${encodeURIComponent(id)}/incidents` }, options);
  }

  /** Make a run the baseline. `POST /render/monitors/{id}/baseline` */
  setBaseline(
    id: string,
    body: {
      runId: string;
    },
    options: CallOptions = {},
  ): Promise<MonitorReply> {
    return this.#send.json(
      { method: "POST", path: `/render/monitors/${encodeURIComponent(id)}/baseline`, body },
      options,
    );
  }

  /** List a monitor's baselines, newest first. `GET /render/monitors/{id}/baselines` */
  listMonitorBaselines(id: string, options: CallOptions = {}): Promise<BaselineList> {
    return this.#send.json({ method: "GET", path: `/render/monitors/${encodeURIComponent(id)}/baselines` }, options);
  }

  /** Queue a manual monitor run. `POST /render/monitors/{id}/run` */
  runMonitor(id: string, options: CallOptions = {}): Promise<RunReply> {
    return this.#send.json(
      { method: "POST", path: `/render/monitors/${encodeURIComponent(id)}/run`, idempotent: true },
      options,
    );
  }

  /** List the values of a monitor's runs, newest first. `GET /render/monitors/{id}/values` */
  listMonitorValues(
    id: string,
    query: { name?: string; from?: string; to?: string; limit?: number; cursor?: string } = {},
    options: CallOptions = {},
  ): Promise<RunValuesList> {
    return this.#send.json(
      { method: "GET", path: `/render/monitors/${encodeURIComponent(id)}/values`, query },
      options,
    );
  }

  /** Get the values of a monitor's runs as CSV. `GET /render/monitors/{id}/values.csv` */
  getMonitorValuesFile(
    id: string,
    query: { name?: string; from?: string; to?: string } = {},
    options: CallOptions = {},
  ): Promise<Response> {
    return this.#send.raw(
      { method: "GET", path: `/render/monitors/${encodeURIComponent(id)}/values.csv`, query },
      options,
    );
  }

  /** List a monitor's runs, newest first. `GET /render/monitors/{id}/runs` */
  listMonitorRuns(
    id: string,
    query: { limit?: number; cursor?: string } = {},
    options: CallOptions = {},
  ): Promise<RunList> {
    return this.#send.json({ method: "GET", path: `/render/monitors/${encodeURIComponent(id)}/runs`, query }, options);
  }

  /** Get a monitor run. `GET /render/monitors/{id}/runs/{runId}` */
  getMonitorRun(id: string, runId: string, options: CallOptions = {}): Promise<RunReply> {
    return this.#send.json(
      { method: "GET", path: `/render/monitors/${encodeURIComponent(id)}/runs/${encodeURIComponent(runId)}` },
      options,
    );
  }

  /** Get the bytes of one output of a run. `GET /render/monitors/{id}/runs/{runId}/outputs/{name}` */
  getRunOutput(
    id: string,
    runId: string,
    name: string,
    query: {
      expires?: number;
      signature?: string;
      width?: number;
      height?: number;
      fit?: "contain" | "cover" | "pad";
      position?: "center" | "top" | "bottom" | "left" | "right";
      as?: "webp" | "avif" | "jpg" | "png";
      slice?: number;
      rows?: 768 | 1536 | 2048;
    } = {},
    options: CallOptions = {},
  ): Promise<Response> {
    return this.#send.raw(
      {
        method: "GET",
        path: `/render/monitors/${encodeURIComponent(id)}/runs/${encodeURIComponent(runId)}/outputs/${encodeURIComponent(name)}`,
        query,
      },
      options,
    );
  }

  /** Create a recipient or send its verification again. `POST /render/monitor-recipients` */
  addRecipient(body: RecipientRequest, options: CallOptions = {}): Promise<RecipientReply> {
    return this.#send.json({ method: "POST", path: "/render/monitor-recipients", body, idempotent: true }, options);
  }

  /** List recipients, newest first. `GET /render/monitor-recipients` */
  listRecipients(options: CallOptions = {}): Promise<RecipientList> {
    return this.#send.json({ method: "GET", path: "/render/monitor-recipients" }, options);
  }

  /** Delete a recipient. `DELETE /render/monitor-recipients/{id}` */
  deleteRecipient(id: string, options: CallOptions = {}): Promise<RecipientReply> {
    return this.#send.json({ method: "DELETE", path: `/render/monitor-recipients/${encodeURIComponent(id)}` }, options);
  }

  /** Submit a host-aware render batch. `POST /render/smart-batch` */
  submitBatch(body: BatchRequest, options: CallOptions = {}): Promise<BatchAccepted> {
    return this.#send.json({ method: "POST", path: "/render/smart-batch", body, idempotent: true }, options);
  }

  /** List batches, newest first. `GET /render/batches` */
  listBatches(query: { limit?: number; cursor?: string } = {}, options: CallOptions = {}): Promise<BatchList> {
    return this.#send.json({ method: "GET", path: "/render/batches", query }, options);
  }

  /** Get a batch, its figures and its pages. `GET /render/batches/{id}` */
  getBatch(
    id: string,
    query: { status?: JobStatus; limit?: number; cursor?: string } = {},
    options: CallOptions = {},
  ): Promise<BatchWithItems> {
    return this.#send.json({ method: "GET", path: `/render/batches/${encodeURIComponent(id)}`, query }, options);
  }

  /** Cancel a batch. `DELETE /render/batches/{id}` */
  cancelBatch(id: string, options: CallOptions = {}): Promise<BatchReply> {
    return this.#send.json({ method: "DELETE", path: `/render/batches/${encodeURIComponent(id)}` }, options);
  }

  /** Download a batch as a zip. `GET /render/batches/{id}/archive` */
  getBatchArchive(id: string, options: CallOptions = {}): Promise<Response> {
    return this.#send.raw({ method: "GET", path: `/render/batches/${encodeURIComponent(id)}/archive` }, options);
  }

  /** Compare two pages or pictures. `POST /render/diff` */
  submitDiff(body: DiffRequest, options: CallOptions = {}): Promise<JobReference> {
    return this.#send.json({ method: "POST", path: "/render/diff", body, idempotent: true }, options);
  }

  /** List comparisons, newest first. `GET /render/diff` */
  listDiffs(
    query: { status?: JobStatus; limit?: number; cursor?: string } = {},
    options: CallOptions = {},
  ): Promise<DiffList> {
    return this.#send.json({ method: "GET", path: "/render/diff", query }, options);
  }

  /** Get a comparison and its result. `GET /render/diff/{id}` */
  getDiff(id: string, query: { wait?: number } = {}, options: CallOptions = {}): Promise<DiffReply> {
    return this.#send.json({ method: "GET", path: `/render/diff/${encodeURIComponent(id)}`, query }, options);
  }

  /** Get a job's status and result. `GET /status/{id}` */
  getStatus(
    id: string,
    query: {
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
    } = {},
    options: CallOptions = {},
  ): Promise<StatusReply> {
    return this.#send.json({ method: "GET", path: `/status/${encodeURIComponent(id)}`, query }, options);
  }

  /** List jobs, newest first. `GET /jobs` */
  listJobs(
    query: {
      status?: JobStatus;
      kind?: JobKind;
      batchId?: string;
      scheduleId?: string;
      crawlId?: string;
      host?: string;
      createdAfter?: string;
      createdBefore?: string;
      limit?: number;
      cursor?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<JobList> {
    return this.#send.json({ method: "GET", path: "/jobs", query }, options);
  }

  /** Cancel a job. `DELETE /jobs/{id}` */
  cancelJob(id: string, options: CallOptions = {}): Promise<JobReply> {
    return this.#send.json({ method: "DELETE", path: `/jobs/${encodeURIComponent(id)}` }, options);
  }

  /** Retry a failed job. `POST /retry/{id}` */
  retryJob(id: string, options: CallOptions = {}): Promise<JobReference> {
    return this.#send.json({ method: "POST", path: `/retry/${encodeURIComponent(id)}`, idempotent: true }, options);
  }

  /** Retry failed jobs. `POST /retry-failed` */
  retryFailed(
    body: {
      /** Maximum number of jobs to retry. */
      limit?: number;
    } = {},
    options: CallOptions = {},
  ): Promise<RetriedJobs> {
    return this.#send.json({ method: "POST", path: "/retry-failed", body, idempotent: true }, options);
  }

  /** Get the bytes of one output. `GET /jobs/{id}/outputs/{name}` */
  getOutput(
    id: string,
    name: string,
    query: {
      expires?: number;
      signature?: string;
      width?: number;
      height?: number;
      fit?: "contain" | "cover" | "pad";
      position?: "center" | "top" | "bottom" | "left" | "right";
      as?: "webp" | "avif" | "jpg" | "png";
      slice?: number;
      rows?: 768 | 1536 | 2048;
    } = {},
    options: CallOptions = {},
  ): Promise<Response> {
    return this.#send.raw(
      { method: "GET", path: `/jobs/${encodeURIComponent(id)}/outputs/${encodeURIComponent(name)}`, query },
      options,
    );
  }

  /** List deliveries of webhooks, e-mails and channels, newest first. `GET /webhook-deliveries` */
  listDeliveries(
    query: {
      channel?: DeliveryChannel;
      type?: DeliveryType;
      status?: DeliveryStatus;
      resourceId?: string;
      runId?: string;
      limit?: number;
      cursor?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<DeliveryList> {
    return this.#send.json({ method: "GET", path: "/webhook-deliveries", query }, options);
  }

  /** Get one delivery with its content. `GET /webhook-deliveries/{id}` */
  getDelivery(id: string, options: CallOptions = {}): Promise<DeliveryReply> {
    return this.#send.json({ method: "GET", path: `/webhook-deliveries/${encodeURIComponent(id)}` }, options);
  }

  /** Deliver a webhook or a channel's message again. `POST /webhook-deliveries/{id}/replay` */
  replayDelivery(id: string, options: CallOptions = {}): Promise<DeliveryReply> {
    return this.#send.json(
      { method: "POST", path: `/webhook-deliveries/${encodeURIComponent(id)}/replay`, idempotent: true },
      options,
    );
  }

  /** Follow the account's changes. `GET /events` */
  streamEvents(query: { kinds?: ChangeKind[] } = {}, options: CallOptions = {}): Promise<Response> {
    return this.#send.raw({ method: "GET", path: "/events", query }, options);
  }

  /** Get the account's usage in this period. `GET /usage` */
  getUsage(options: CallOptions = {}): Promise<UsageReply> {
    return this.#send.json({ method: "GET", path: "/usage" }, options);
  }

  /** Get credits by day and key. `GET /usage/history` */
  getUsageHistory(query: { period?: string } = {}, options: CallOptions = {}): Promise<UsageHistory> {
    return this.#send.json({ method: "GET", path: "/usage/history", query }, options);
  }

  /** Get the account. `GET /account` */
  getAccount(options: CallOptions = {}): Promise<{
    success: true;
    account: {
      id: string;
      plan: "free" | "starter" | "pro" | "business" | "unlimited";
      timeZone: string;
      addresses: "host" | "masked" | "full";
    };
  }> {
    return this.#send.json({ method: "GET", path: "/account" }, options);
  }

  /** Change the account's settings. `PATCH /account` */
  updateAccount(
    body: {
      /** How replies and messages show the address of a monitor's page: its host alone; without user, fragment and the query's values; or whole. Every account starts with `host`. */
      addresses: "host" | "masked" | "full";
    },
    options: CallOptions = {},
  ): Promise<{
    success: true;
    account: {
      id: string;
      plan: "free" | "starter" | "pro" | "business" | "unlimited";
      timeZone: string;
      addresses: "host" | "masked" | "full";
    };
  }> {
    return this.#send.json({ method: "PATCH", path: "/account", body }, options);
  }

  /** List API keys. `GET /account/keys` */
  listApiKeys(options: CallOptions = {}): Promise<KeyList> {
    return this.#send.json({ method: "GET", path: "/account/keys" }, options);
  }

  /** Create an API key. `POST /account/keys` */
  createApiKey(body: KeyRequest, options: CallOptions = {}): Promise<NewKeyReply> {
    return this.#send.json({ method: "POST", path: "/account/keys", body }, options);
  }

  /** Get the API key of this call. `GET /account/keys/current` */
  getCurrentApiKey(options: CallOptions = {}): Promise<KeyReply> {
    return this.#send.json({ method: "GET", path: "/account/keys/current" }, options);
  }

  /** Revoke an API key. `DELETE /account/keys/{id}` */
  revokeApiKey(id: string, options: CallOptions = {}): Promise<KeyReply> {
    return this.#send.json({ method: "DELETE", path: `/account/keys/${encodeURIComponent(id)}` }, options);
  }

  /** Log a browser in. `POST /sessions` */
  createSession(
    body: {
      apiKey?: string;
      /** The token of a log-in link. It works once, for 15 minutes. */
      loginToken?: string;
    },
    options: CallOptions = {},
  ): Promise<{
    success: true;
    session: Session;
  }> {
    return this.#send.json({ method: "POST", path: "/sessions", body }, options);
  }

  /** List the account's sessions, newest first. `GET /sessions` */
  listSessions(
    query: { limit?: number; cursor?: string } = {},
    options: CallOptions = {},
  ): Promise<{
    success: true;
    sessions: Session[];
    nextCursor: string | null;
  }> {
    return this.#send.json({ method: "GET", path: "/sessions", query }, options);
  }

  /** Get the browser's session. `GET /sessions/current` */
  getCurrentSession(options: CallOptions = {}): Promise<CurrentSession> {
    return this.#send.json({ method: "GET", path: "/sessions/current" }, options);
  }

  /** Log the browser out. `DELETE /sessions/current` */
  endCurrentSession(options: CallOptions = {}): Promise<Response> {
    return this.#send.raw({ method: "DELETE", path: "/sessions/current" }, options);
  }

  /** End a session. `DELETE /sessions/{id}` */
  endSession(id: string, options: CallOptions = {}): Promise<Response> {
    return this.#send.raw({ method: "DELETE", path: `/sessions/${encodeURIComponent(id)}` }, options);
  }

  /** Check whether the process runs. `GET /health/live` */
  getLiveness(options: CallOptions = {}): Promise<{
    success: true;
    status: "live";
  }> {
    return this.#send.json({ method: "GET", path: "/health/live" }, options);
  }

  /** Check whether the service accepts work. `GET /health/ready` */
  getReadiness(options: CallOptions = {}): Promise<{
    success: boolean;
    status: "ready" | "draining" | "away";
    parts: {
      mongodb: "up" | "away";
      temporal: "up" | "away";
      objects: "up" | "away";
    };
  }> {
    return this.#send.json({ method: "GET", path: "/health/ready" }, options);
  }

  /** Get the API as an OpenAPI 3.1 document. `GET /openapi.json` */
  getOpenApi(options: CallOptions = {}): Promise<Response> {
    return this.#send.raw({ method: "GET", path: "/openapi.json" }, options);
  }
}
