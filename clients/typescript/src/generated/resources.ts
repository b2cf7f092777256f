// Generated from the API's routes by `npm run client:generate`. Do not edit.

import { List, type ListQuery } from "../list.ts";
import { partOf, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type { Operations } from "./operations.ts";
import type {
  MonitorDefaultSettings,
  MonitorDefaultsPatch,
  AlertTarget,
  AlertTargetPatch,
  AlertTargetRequest,
  RunValues,
  ApiKey,
  Baseline,
  Session,
  CurrentSession,
  Batch,
  BatchAccepted,
  BatchItem,
  BatchRequest,
  Crawl,
  CrawlPage,
  CrawlReference,
  CrawlRequest,
  DelayedRequest,
  Delivery,
  DeliveryReply,
  Diff,
  DiffRequest,
  Job,
  JobReference,
  KeyRequest,
  ListedDiff,
  Monitor,
  MonitorPatch,
  MonitorRequest,
  MonitorRun,
  MonitorSitemap,
  MonitorSitemapPatch,
  MonitorSitemapRequest,
  NewMonitorReply,
  SyncPlan,
  NewKeyReply,
  PageChange,
  PastIncident,
  BulkReply,
  BulkRequest,
  Feed,
  FeedRequest,
  NewSigningKeyReply,
  SigningKey,
  Secret,
  SecretRequest,
  Proxy,
  ProxyPatch,
  ProxyRequest,
  SignIn,
  SignInPatch,
  SignInRequest,
  Preset,
  PresetPatch,
  PresetRequest,
  Recipient,
  RecurringRequest,
  RenderRequest,
  RetriedJobs,
  ScheduleReply,
  TemplatePreview,
  TemplatePreviewRequest,
} from "./shapes.ts";

/** Renders of single pages. */
export class Renders extends Resource {
  /** Starts a render and returns at once. */
  create(request: RenderRequest, options?: CallOptions): Promise<JobReference> {
    return this.operations.submitRender(request, options);
  }
}

/** Accepted work: renders, pages of batches and crawls, comparisons. */
export class Jobs extends Resource {
  /** Get a job's status and result. */
  async get(id: string, options?: CallOptions): Promise<Job> {
    return (await this.operations.getStatus(id, {}, options)).job;
  }

  /** List jobs, newest first. */
  list(query: ListQuery<Operations["listJobs"]> = {}, options?: CallOptions): List<Job> {
    return List.of("jobs", (at) => this.operations.listJobs({ ...query, ...at }, options));
  }

  /** Cancel a job. */
  async cancel(id: string, options?: CallOptions): Promise<Job> {
    return (await this.operations.cancelJob(id, options)).job;
  }

  /** Runs a failed job again under its id. */
  retry(id: string, options?: CallOptions): Promise<JobReference> {
    return this.operations.retryJob(id, options);
  }

  /** Runs the newest failed jobs of the account again, at most `limit`. Default: as many as the API allows at once. */
  retryFailed(limit?: number, options?: CallOptions): Promise<RetriedJobs> {
    return this.operations.retryFailed({ ...(limit !== undefined && { limit }) }, options);
  }

  /** An output, to read piece by piece. `name` is `screenshot`, `markdown` or another output of the job. */
  stream(id: string, name: string, options?: CallOptions): Promise<Response> {
    return this.operations.getOutput(id, name, {}, options);
  }
}

/** Comparisons of two pages, jobs or files. */
export class Comparisons extends Resource {
  /** Starts a comparison and returns at once. */
  create(request: DiffRequest, options?: CallOptions): Promise<JobReference> {
    return this.operations.submitDiff(request, options);
  }

  /** List comparisons, newest first. */
  list(query: ListQuery<Operations["listDiffs"]> = {}, options?: CallOptions): List<ListedDiff> {
    return List.of("diffs", (at) => this.operations.listDiffs({ ...query, ...at }, options));
  }

  /** Get a comparison and its result. */
  async get(id: string, options?: CallOptions): Promise<Diff> {
    return (await this.operations.getDiff(id, {}, options)).diff;
  }

  /** A comparison is a job, so the reply is its job. */
  async cancel(id: string, options?: CallOptions): Promise<Job> {
    return (await this.operations.cancelJob(id, options)).job;
  }
}

/** Many pages at once. */
export class Batches extends Resource {
  /** Submit a host-aware render batch. */
  create(request: BatchRequest, options?: CallOptions): Promise<BatchAccepted> {
    return this.operations.submitBatch(request, options);
  }

  /** List batches, newest first. */
  list(query: ListQuery<Operations["listBatches"]> = {}, options?: CallOptions): List<Batch> {
    return List.of("batches", (at) => this.operations.listBatches({ ...query, ...at }, options));
  }

  /** Get a batch, its figures and its pages. */
  async get(id: string, options?: CallOptions): Promise<Batch> {
    return (await this.operations.getBatch(id, { limit: 1 }, options)).batch;
  }

  /** The pages of a batch. */
  items(id: string, query: ListQuery<Operations["getBatch"], 1> = {}, options?: CallOptions): List<BatchItem> {
    return List.of("items", (at) => this.operations.getBatch(id, { ...query, ...at }, options));
  }

  /** Cancel a batch. */
  async cancel(id: string, options?: CallOptions): Promise<Batch> {
    return (await this.operations.cancelBatch(id, options)).batch;
  }
}

/** Whole sites, page by page. */
export class Crawls extends Resource {
  /** Crawl a site. */
  create(request: CrawlRequest, options?: CallOptions): Promise<CrawlReference> {
    return this.operations.submitCrawl(request, options);
  }

  /** List crawls, newest first. */
  list(query: ListQuery<Operations["listCrawls"]> = {}, options?: CallOptions): List<Crawl> {
    return List.of("crawls", (at) => this.operations.listCrawls({ ...query, ...at }, options));
  }

  /** Get a crawl. */
  async get(id: string, options?: CallOptions): Promise<Crawl> {
    return (await this.operations.getCrawl(id, options)).crawl;
  }

  /** Cancel a crawl. */
  async cancel(id: string, options?: CallOptions): Promise<Crawl> {
    return (await this.operations.cancelCrawl(id, options)).crawl;
  }

  /** The pages of a crawl, also those that it skipped. */
  pages(id: string, query: ListQuery<Operations["listCrawlPages"], 1> = {}, options?: CallOptions): List<CrawlPage> {
    return List.of("pages", (at) => this.operations.listCrawlPages(id, { ...query, ...at }, options));
  }
}

/** Renders at a later time, once or by cron. */
export class Schedules extends Resource {
  /** Schedule one render. */
  createOnce(request: DelayedRequest, options?: CallOptions): Promise<ScheduleReply> {
    return this.operations.scheduleRender(request, options);
  }

  /** Create a recurring render. */
  createRecurring(request: RecurringRequest, options?: CallOptions): Promise<ScheduleReply> {
    return this.operations.scheduleRecurring(request, options);
  }

  /** Get a scheduled render. */
  get(id: string, options?: CallOptions): Promise<ScheduleReply> {
    return this.operations.getSchedule(id, options);
  }

  /** Pauses a schedule. */
  pause(id: string, options?: CallOptions): Promise<ScheduleReply> {
    return this.operations.changeSchedule(id, { status: "paused" }, options);
  }

  /** Resumes a schedule. */
  resume(id: string, options?: CallOptions): Promise<ScheduleReply> {
    return this.operations.changeSchedule(id, { status: "active" }, options);
  }

  /** Cancel a scheduled render. */
  cancel(id: string, options?: CallOptions): Promise<ScheduleReply> {
    return this.operations.cancelSchedule(id, options);
  }
}

/** Options of renders under a name, for the field `preset` of a request. */
export class Presets extends Resource {
  /** Create a preset. */
  async create(request: PresetRequest, options?: CallOptions): Promise<Preset> {
    return (await this.operations.createPreset(request, options)).preset;
  }

  /** List presets by name. */
  list(query: ListQuery<Operations["listPresets"]> = {}, options?: CallOptions): List<Preset> {
    return List.of("presets", (at) => this.operations.listPresets({ ...query, ...at }, options));
  }

  /** Get a preset. */
  async get(name: string, options?: CallOptions): Promise<Preset> {
    return (await this.operations.getPreset(name, options)).preset;
  }

  /** Sets the given options of the preset and removes those that are null. */
  async update(name: string, changes: NonNullable<PresetPatch["options"]>, options?: CallOptions): Promise<Preset> {
    return (await this.operations.updatePreset(name, { options: changes }, options)).preset;
  }

  /** Delete a preset. */
  async delete(name: string, options?: CallOptions): Promise<Preset> {
    return (await this.operations.deletePreset(name, options)).preset;
  }
}

/** Values under a name, for `{{secret:name}}` in headers, cookies, `httpAuth` and steps. */
export class Secrets extends Resource {
  /** Store a secret. */
  async store(request: SecretRequest, options?: CallOptions): Promise<Secret> {
    return (await this.operations.storeSecret(request, options)).secret;
  }

  /** List secrets by name. */
  async list(options?: CallOptions): Promise<Secret[]> {
    return (await this.operations.listSecrets(options)).secrets;
  }

  /** Delete a secret. */
  async delete(name: string, options?: CallOptions): Promise<Secret> {
    return (await this.operations.deleteSecret(name, options)).secret;
  }
}

/** Log-ins that are kept fresh, for the field `signIn` of a request. */
export class SignIns extends Resource {
  /** Create a sign-in. */
  async create(request: SignInRequest, options?: CallOptions): Promise<SignIn> {
    return (await this.operations.createSignIn(request, options)).signIn;
  }

  /** List sign-ins by name. */
  async list(options?: CallOptions): Promise<SignIn[]> {
    return (await this.operations.listSignIns(options)).signIns;
  }

  /** Get a sign-in. */
  async get(id: string, options?: CallOptions): Promise<SignIn> {
    return (await this.operations.getSignIn(id, options)).signIn;
  }

  /** Change a sign-in. */
  async update(id: string, request: SignInPatch, options?: CallOptions): Promise<SignIn> {
    return (await this.operations.updateSignIn(id, request, options)).signIn;
  }

  /** Renew a sign-in. */
  async renew(id: string, options?: CallOptions): Promise<SignIn> {
    return (await this.operations.renewSignIn(id, options)).signIn;
  }

  /** Delete a sign-in. */
  async delete(id: string, options?: CallOptions): Promise<SignIn> {
    return (await this.operations.deleteSignIn(id, options)).signIn;
  }
}

/** Channels and recipients under a name that many monitors tell. */
export class AlertTargets extends Resource {
  /** Create an alert target. */
  async create(request: AlertTargetRequest, options?: CallOptions): Promise<AlertTarget> {
    return (await this.operations.createAlertTarget(request, options)).alertTarget;
  }

  /** List alert targets by name. */
  async list(options?: CallOptions): Promise<AlertTarget[]> {
    return (await this.operations.listAlertTargets(options)).alertTargets;
  }

  /** Get an alert target. */
  async get(id: string, options?: CallOptions): Promise<AlertTarget> {
    return (await this.operations.getAlertTarget(id, options)).alertTarget;
  }

  /** Change an alert target. */
  async update(id: string, request: AlertTargetPatch, options?: CallOptions): Promise<AlertTarget> {
    return (await this.operations.updateAlertTarget(id, request, options)).alertTarget;
  }

  /** Send a sample to a channel of an alert target. */
  async testChannel(id: string, channel: string, options?: CallOptions): Promise<DeliveryReply["delivery"]> {
    return partOf((await this.operations.testAlertTarget(id, channel, options)).delivery);
  }

  /** Preview a template of messages. */
  async preview(request: TemplatePreviewRequest, options?: CallOptions): Promise<TemplatePreview> {
    return (await this.operations.previewAlertTemplate(request, options)).preview;
  }

  /** Delete an alert target. */
  async delete(id: string, options?: CallOptions): Promise<AlertTarget> {
    return (await this.operations.deleteAlertTarget(id, options)).alertTarget;
  }
}

/** Settings that all monitors of the account, or those with a tag, inherit. */
export class MonitorDefaults extends Resource {
  /** List the defaults of monitors. */
  async list(options?: CallOptions): Promise<MonitorDefaultSettings[]> {
    return (await this.operations.listMonitorDefaults(options)).monitorDefaults;
  }

  /** Set defaults of all monitors. */
  async update(request: MonitorDefaultsPatch, options?: CallOptions): Promise<MonitorDefaultSettings> {
    return (await this.operations.updateMonitorDefaults(request, options)).monitorDefaults;
  }

  /** Remove the defaults of all monitors. */
  async delete(options?: CallOptions): Promise<MonitorDefaultSettings> {
    return (await this.operations.deleteMonitorDefaults(options)).monitorDefaults;
  }

  /** Set defaults of the monitors with a tag. */
  async updateTag(tag: string, request: MonitorDefaultsPatch, options?: CallOptions): Promise<MonitorDefaultSettings> {
    return (await this.operations.updateTagDefaults(tag, request, options)).monitorDefaults;
  }

  /** Remove the defaults of the monitors with a tag. */
  async deleteTag(tag: string, options?: CallOptions): Promise<MonitorDefaultSettings> {
    return (await this.operations.deleteTagDefaults(tag, options)).monitorDefaults;
  }
}

/** Proxies under a name, for the field `proxy` of a request. */
export class Proxies extends Resource {
  /** Create a proxy. */
  async create(request: ProxyRequest, options?: CallOptions): Promise<Proxy> {
    return (await this.operations.createProxy(request, options)).proxy;
  }

  /** List proxies by name. */
  async list(options?: CallOptions): Promise<Proxy[]> {
    return (await this.operations.listProxies(options)).proxies;
  }

  /** Get a proxy. */
  async get(id: string, options?: CallOptions): Promise<Proxy> {
    return (await this.operations.getProxy(id, options)).proxy;
  }

  /** Change a proxy. */
  async update(id: string, request: ProxyPatch, options?: CallOptions): Promise<Proxy> {
    return (await this.operations.updateProxy(id, request, options)).proxy;
  }

  /** Test a proxy. */
  async test(id: string, url: string, options?: CallOptions): Promise<Proxy> {
    return (await this.operations.testProxy(id, { url }, options)).proxy;
  }

  /** Delete a proxy. */
  async delete(id: string, options?: CallOptions): Promise<Proxy> {
    return (await this.operations.deleteProxy(id, options)).proxy;
  }
}

/** Pages that are watched for change. */
export class Monitors extends Resource {
  /** Create a monitor. */
  async create(request: MonitorRequest, options?: CallOptions): Promise<Monitor> {
    return (await this.operations.createMonitor(request, {}, options)).monitor;
  }

  /** Shows the monitor that `create` would make, and its price. Makes nothing. */
  plan(request: MonitorRequest, options?: CallOptions): Promise<NewMonitorReply> {
    return this.operations.createMonitor(request, { dryRun: true }, options);
  }

  /** Does up to 100 operations, one after the other. One that fails does not stop the others; its result says why. */
  bulk(
    operations: readonly NonNullable<BulkRequest["operations"]>[number][],
    options?: CallOptions,
  ): Promise<BulkReply> {
    return this.operations.changeMonitors({ operations: [...operations] }, options);
  }

  /** The monitors, newest first. `q` is a part of the name or of a tag, `sitemap` the id of a sitemap. */
  list(query: ListQuery<Operations["listMonitors"]> = {}, options?: CallOptions): List<Monitor> {
    return List.of("monitors", (at) => this.operations.listMonitors({ ...query, ...at }, options));
  }

  /** Get a monitor. */
  async get(id: string, options?: CallOptions): Promise<Monitor> {
    return (await this.operations.getMonitor(id, options)).monitor;
  }

  /** Update, pause or resume a monitor. */
  async update(id: string, request: MonitorPatch, options?: CallOptions): Promise<Monitor> {
    return (await this.operations.updateMonitor(id, request, options)).monitor;
  }

  /** Pauses a monitor. */
  async pause(id: string, options?: CallOptions): Promise<Monitor> {
    return (await this.operations.updateMonitor(id, { status: "paused" }, options)).monitor;
  }

  /** Resumes a monitor. */
  async resume(id: string, options?: CallOptions): Promise<Monitor> {
    return (await this.operations.updateMonitor(id, { status: "active" }, options)).monitor;
  }

  /** Sends messages about the monitor again. */
  async unmute(id: string, options?: CallOptions): Promise<Monitor> {
    return (await this.operations.updateMonitor(id, { mutedUntil: null }, options)).monitor;
  }

  /** Replaces the tags of a monitor. */
  async setTags(id: string, tags: readonly string[], options?: CallOptions): Promise<Monitor> {
    return (await this.operations.updateMonitor(id, { tags: [...tags] }, options)).monitor;
  }

  /** Delete a monitor. */
  async delete(id: string, options?: CallOptions): Promise<Monitor> {
    return (await this.operations.deleteMonitor(id, options)).monitor;
  }

  /** Marks the open incident as seen. */
  async acknowledge(id: string, options?: CallOptions): Promise<Monitor> {
    return (await this.operations.acknowledgeIncident(id, options)).monitor;
  }

  /** Withdraws the acknowledgement of the open incident. */
  async unacknowledge(id: string, options?: CallOptions): Promise<Monitor> {
    return (await this.operations.unacknowledgeIncident(id, options)).monitor;
  }

  /** Sends a sample to a channel. The delivery's tries say what the service answered. */
  async testChannel(id: string, channel: string, options?: CallOptions): Promise<DeliveryReply["delivery"]> {
    return partOf((await this.operations.testChannel(id, channel, options)).delivery);
  }

  /** List a monitor's incidents, newest first. */
  async incidents(id: string, options?: CallOptions): Promise<PastIncident[]> {
    return (await this.operations.listMonitorIncidents(id, options)).incidents;
  }

  /** Makes a run the baseline. An open change then ends. */
  async accept(id: string, runId: string, options?: CallOptions): Promise<Monitor> {
    return (await this.operations.setBaseline(id, { runId }, options)).monitor;
  }

  /** List a monitor's baselines, newest first. */
  async baselines(id: string, options?: CallOptions): Promise<Baseline[]> {
    return (await this.operations.listMonitorBaselines(id, options)).baselines;
  }

  /** Queues a run now. */
  async run(id: string, options?: CallOptions): Promise<MonitorRun> {
    return (await this.operations.runMonitor(id, options)).run;
  }

  /** The values that a monitor's runs read, newest first. `name` picks one value. */
  values(
    id: string,
    query: ListQuery<Operations["listMonitorValues"], 1> = {},
    options?: CallOptions,
  ): List<RunValues> {
    return List.of("values", (at) => this.operations.listMonitorValues(id, { ...query, ...at }, options));
  }

  /** List a monitor's runs, newest first. */
  runs(id: string, query: ListQuery<Operations["listMonitorRuns"], 1> = {}, options?: CallOptions): List<MonitorRun> {
    return List.of("runs", (at) => this.operations.listMonitorRuns(id, { ...query, ...at }, options));
  }

  /** Get a monitor run. */
  async getRun(id: string, runId: string, options?: CallOptions): Promise<MonitorRun> {
    return (await this.operations.getMonitorRun(id, runId, options)).run;
  }
}

/** Confirmed changes of watched pages, for people to review. A change has the id of its run. */
export class Changes extends Resource {
  /** List changes to review, newest first. */
  list(query: ListQuery<Operations["listChanges"]> = {}, options?: CallOptions): List<PageChange> {
    return List.of("changes", (at) => this.operations.listChanges({ ...query, ...at }, options));
  }

  /** Marks up to 200 changes as seen. */
  async manySeen(ids: readonly string[], options?: CallOptions): Promise<PageChange[]> {
    return (await this.operations.markChangesSeen({ ids: [...ids] }, options)).changes;
  }

  /** Takes the decisions about up to 200 changes back. */
  async manyUnseen(ids: readonly string[], options?: CallOptions): Promise<PageChange[]> {
    return (await this.operations.markChangesUnseen({ ids: [...ids] }, options)).changes;
  }

  /** Get a change. */
  async get(id: string, options?: CallOptions): Promise<PageChange> {
    return (await this.operations.getChange(id, options)).change;
  }

  /** Writes a note on a change; null removes it. */
  async note(id: string, note: string | null, options?: CallOptions): Promise<PageChange> {
    return (await this.operations.updateChange(id, { note }, options)).change;
  }

  /** Marks a change as seen. The baseline stays as it is. */
  async seen(id: string, options?: CallOptions): Promise<PageChange> {
    return (await this.operations.markChangeSeen(id, options)).change;
  }

  /** Takes a decision about a change back. */
  async unseen(id: string, options?: CallOptions): Promise<PageChange> {
    return (await this.operations.markChangeUnseen(id, options)).change;
  }

  /** Keeps the old baseline. The monitor needs a fixed one. The reason becomes the change's note. */
  async keep(id: string, reason?: string, options?: CallOptions): Promise<PageChange> {
    return (await this.operations.keepOldBaseline(id, { ...(reason !== undefined && { reason }) }, options)).change;
  }
}

/** Watched sitemaps. Each of their pages has a monitor. */
export class Sitemaps extends Resource {
  /** Makes a monitor for each page of a sitemap, and keeps them in step with it. The first sync starts at once. */
  async create(request: Omit<MonitorSitemapRequest, "dryRun">, options?: CallOptions): Promise<MonitorSitemap> {
    return partOf((await this.operations.createMonitorSitemap({ ...request, dryRun: false }, options)).sitemap);
  }

  /** Shows the changes that `create` would make. Makes nothing. */
  async plan(request: Omit<MonitorSitemapRequest, "dryRun">, options?: CallOptions): Promise<SyncPlan> {
    return partOf((await this.operations.createMonitorSitemap({ ...request, dryRun: true }, options)).plan);
  }

  /** List sitemaps, newest first. */
  list(query: ListQuery<Operations["listMonitorSitemaps"]> = {}, options?: CallOptions): List<MonitorSitemap> {
    return List.of("sitemaps", (at) => this.operations.listMonitorSitemaps({ ...query, ...at }, options));
  }

  /** Get a sitemap. */
  async get(id: string, options?: CallOptions): Promise<MonitorSitemap> {
    return (await this.operations.getMonitorSitemap(id, options)).sitemap;
  }

  /** Update, pause or resume a sitemap. */
  async update(id: string, request: MonitorSitemapPatch, options?: CallOptions): Promise<MonitorSitemap> {
    return (await this.operations.updateMonitorSitemap(id, request, options)).sitemap;
  }

  /** Stops the syncs. The monitors go on. */
  async pause(id: string, options?: CallOptions): Promise<MonitorSitemap> {
    return (await this.operations.updateMonitorSitemap(id, { status: "paused" }, options)).sitemap;
  }

  /** Starts the syncs again. */
  async resume(id: string, options?: CallOptions): Promise<MonitorSitemap> {
    return (await this.operations.updateMonitorSitemap(id, { status: "active" }, options)).sitemap;
  }

  /** Stops the syncs for good. The monitors stay as they are. */
  async delete(id: string, options?: CallOptions): Promise<MonitorSitemap> {
    return (await this.operations.deleteMonitorSitemap(id, options)).sitemap;
  }

  /** Starts a sync now. */
  async sync(id: string, options?: CallOptions): Promise<MonitorSitemap> {
    return partOf((await this.operations.syncMonitorSitemap(id, { dryRun: false }, options)).sitemap);
  }

  /** The plan of a sync at this moment. Changes nothing. */
  async planSync(id: string, options?: CallOptions): Promise<SyncPlan> {
    return partOf((await this.operations.syncMonitorSitemap(id, { dryRun: true }, options)).plan);
  }
}

/** Webhooks and mails that were sent, with every try. */
export class Deliveries extends Resource {
  /** List deliveries of webhooks, e-mails and channels, newest first. */
  list(query: ListQuery<Operations["listDeliveries"]> = {}, options?: CallOptions): List<Delivery> {
    return List.of("deliveries", (at) => this.operations.listDeliveries({ ...query, ...at }, options));
  }

  /** A delivery with its body. */
  async get(id: string, options?: CallOptions): Promise<DeliveryReply["delivery"]> {
    return partOf((await this.operations.getDelivery(id, options)).delivery);
  }

  /** Sends a webhook again, with the same id and body. */
  async replay(id: string, options?: CallOptions): Promise<DeliveryReply["delivery"]> {
    return partOf((await this.operations.replayDelivery(id, options)).delivery);
  }
}

/** Readers of alert mails. */
export class Recipients extends Resource {
  /** Adds an address, which gets a link to confirm. */
  async add(email: string, options?: CallOptions): Promise<Recipient> {
    return (await this.operations.addRecipient({ email }, options)).recipient;
  }

  /** List recipients, newest first. */
  async list(options?: CallOptions): Promise<Recipient[]> {
    return (await this.operations.listRecipients(options)).recipients;
  }

  /** Delete a recipient. */
  async delete(id: string, options?: CallOptions): Promise<Recipient> {
    return (await this.operations.deleteRecipient(id, options)).recipient;
  }
}

/** Atom feeds of changes. */
export class Feeds extends Resource {
  /** Creates a feed of all monitors, of those with a tag, or of one. */
  async create(request: FeedRequest = {}, options?: CallOptions): Promise<Feed> {
    return (await this.operations.createFeed(request, options)).feed;
  }

  /** List Atom feeds. */
  async list(options?: CallOptions): Promise<Feed[]> {
    return (await this.operations.listFeeds(options)).feeds;
  }

  /** Deletes a feed. Its address stops working. */
  async delete(id: string, options?: CallOptions): Promise<Feed> {
    return (await this.operations.deleteFeed(id, options)).feed;
  }
}

/** API keys of the account. */
export class Keys extends Resource {
  /** List API keys. */
  async list(options?: CallOptions): Promise<ApiKey[]> {
    return (await this.operations.listApiKeys(options)).keys;
  }

  /** The key of this client, with its scopes. */
  async current(options?: CallOptions): Promise<ApiKey> {
    return (await this.operations.getCurrentApiKey(options)).key;
  }

  /** A new key. Only this reply has the key itself. */
  create(request: KeyRequest, options?: CallOptions): Promise<NewKeyReply> {
    return this.operations.createApiKey(request, options);
  }

  /** Revoke an API key. */
  async revoke(id: string, options?: CallOptions): Promise<ApiKey> {
    return (await this.operations.revokeApiKey(id, options)).key;
  }
}

/** Browsers that are logged in to the console. Only a browser has a current session. */
export class Sessions extends Resource {
  /** Logs this browser in, with a key or with the token of a log-in link. */
  async create(request: Parameters<Operations["createSession"]>[0], options?: CallOptions): Promise<Session> {
    return (await this.operations.createSession(request, options)).session;
  }

  /** List the account's sessions, newest first. */
  list(query: ListQuery<Operations["listSessions"]> = {}, options?: CallOptions): List<Session> {
    return List.of("sessions", (at) => this.operations.listSessions({ ...query, ...at }, options));
  }

  /** This browser's session, with its account and key. */
  current(options?: CallOptions): Promise<CurrentSession> {
    return this.operations.getCurrentSession(options);
  }

  /** Logs this browser out. */
  async endCurrent(options?: CallOptions): Promise<void> {
    await this.operations.endCurrentSession(options);
  }

  /** Ends a session. That browser is then logged out. */
  async end(id: string, options?: CallOptions): Promise<void> {
    await this.operations.endSession(id, options);
  }
}

/** Keys that sign image links; see `signImageUrl`. */
export class SigningKeys extends Resource {
  /** Creates a key. Its secret is shown only here. */
  create(name: string, options?: CallOptions): Promise<NewSigningKeyReply> {
    return this.operations.createSigningKey({ name }, options);
  }

  /** List keys that sign image links. */
  async list(options?: CallOptions): Promise<SigningKey[]> {
    return (await this.operations.listSigningKeys(options)).keys;
  }

  /** Deletes a key. Every link that it signed stops working. */
  async delete(id: string, options?: CallOptions): Promise<SigningKey> {
    return (await this.operations.deleteSigningKey(id, options)).key;
  }
}
