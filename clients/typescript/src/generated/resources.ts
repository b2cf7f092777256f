// Generated from the API's routes by `npm run client:generate`. Do not edit.

import { List, type ListQuery } from "../list.ts";
import { part, partOf, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type { Operations } from "./operations.ts";
import type * as api from "./shapes.ts";

/** Renders of single pages. */
export class Renders extends Resource {
  /** Starts a render and returns at once. */
  create(request: api.RenderRequest, options?: CallOptions): Promise<api.JobReference> {
    return this.operations.submitRender(request, options);
  }
}

/** Accepted work: renders, pages of batches and crawls, comparisons. */
export class Jobs extends Resource {
  /** Get a job's status and result. */
  async get(id: string, options?: CallOptions): Promise<api.Job> {
    return (await this.operations.getStatus(id, {}, options)).job;
  }

  /** List jobs, newest first. */
  list(query: ListQuery<Operations["listJobs"]> = {}, options?: CallOptions): List<api.Job> {
    return List.of("jobs", (at) => this.operations.listJobs({ ...query, ...at }, options));
  }

  /** Cancel a job. */
  readonly cancel = part("job", this.operations.cancelJob);
  /** Runs a failed job again under its id. */
  readonly retry = this.operations.retryJob;

  /** Runs the newest failed jobs of the account again, at most `limit`. Default: as many as the API allows at once. */
  retryFailed(limit?: number, options?: CallOptions): Promise<api.RetriedJobs> {
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
  readonly create = this.operations.submitDiff;

  /** List comparisons, newest first. */
  list(query: ListQuery<Operations["listDiffs"]> = {}, options?: CallOptions): List<api.ListedDiff> {
    return List.of("diffs", (at) => this.operations.listDiffs({ ...query, ...at }, options));
  }

  /** Get a comparison and its result. */
  async get(id: string, options?: CallOptions): Promise<api.Diff> {
    return (await this.operations.getDiff(id, {}, options)).diff;
  }

  /** A comparison is a job, so the reply is its job. */
  readonly cancel = part("job", this.operations.cancelJob);
}

/** Many pages at once. */
export class Batches extends Resource {
  /** Submit a host-aware render batch. */
  readonly create = this.operations.submitBatch;

  /** List batches, newest first. */
  list(query: ListQuery<Operations["listBatches"]> = {}, options?: CallOptions): List<api.Batch> {
    return List.of("batches", (at) => this.operations.listBatches({ ...query, ...at }, options));
  }

  /** Get a batch, its figures and its pages. */
  async get(id: string, options?: CallOptions): Promise<api.Batch> {
    return (await this.operations.getBatch(id, { limit: 1 }, options)).batch;
  }

  /** The pages of a batch. */
  items(id: string, query: ListQuery<Operations["getBatch"], 1> = {}, options?: CallOptions): List<api.BatchItem> {
    return List.of("items", (at) => this.operations.getBatch(id, { ...query, ...at }, options));
  }

  /** Cancel a batch. */
  readonly cancel = part("batch", this.operations.cancelBatch);
}

/** Whole sites, page by page. */
export class Crawls extends Resource {
  /** Crawl a site. */
  readonly create = this.operations.submitCrawl;

  /** List crawls, newest first. */
  list(query: ListQuery<Operations["listCrawls"]> = {}, options?: CallOptions): List<api.Crawl> {
    return List.of("crawls", (at) => this.operations.listCrawls({ ...query, ...at }, options));
  }

  /** Get a crawl. */
  readonly get = part("crawl", this.operations.getCrawl);
  /** Cancel a crawl. */
  readonly cancel = part("crawl", this.operations.cancelCrawl);

  /** The pages of a crawl, also those that it skipped. */
  pages(
    id: string,
    query: ListQuery<Operations["listCrawlPages"], 1> = {},
    options?: CallOptions,
  ): List<api.CrawlPage> {
    return List.of("pages", (at) => this.operations.listCrawlPages(id, { ...query, ...at }, options));
  }
}

/** Renders at a later time, once or by cron. */
export class Schedules extends Resource {
  /** Schedule one render. */
  readonly createOnce = this.operations.scheduleRender;
  /** Create a recurring render. */
  readonly createRecurring = this.operations.scheduleRecurring;
  /** Get a scheduled render. */
  readonly get = this.operations.getSchedule;

  /** Pauses a schedule. */
  pause(id: string, options?: CallOptions): Promise<api.ScheduleReply> {
    return this.operations.changeSchedule(id, { status: "paused" }, options);
  }

  /** Resumes a schedule. */
  resume(id: string, options?: CallOptions): Promise<api.ScheduleReply> {
    return this.operations.changeSchedule(id, { status: "active" }, options);
  }

  /** Cancel a scheduled render. */
  readonly cancel = this.operations.cancelSchedule;
}

/** Options of renders under a name, for the field `preset` of a request. */
export class Presets extends Resource {
  /** Create a preset. */
  readonly create = part("preset", this.operations.createPreset);

  /** List presets by name. */
  list(query: ListQuery<Operations["listPresets"]> = {}, options?: CallOptions): List<api.Preset> {
    return List.of("presets", (at) => this.operations.listPresets({ ...query, ...at }, options));
  }

  /** Get a preset. */
  readonly get = part("preset", this.operations.getPreset);

  /** Sets the given options of the preset and removes those that are null. */
  async update(
    name: string,
    changes: NonNullable<api.PresetPatch["options"]>,
    options?: CallOptions,
  ): Promise<api.Preset> {
    return (await this.operations.updatePreset(name, { options: changes }, options)).preset;
  }

  /** Delete a preset. */
  readonly delete = part("preset", this.operations.deletePreset);
}

/** Values under a name, for `{{secret:name}}` in headers, cookies, `httpAuth` and steps. */
export class Secrets extends Resource {
  /** Store a secret. */
  readonly store = part("secret", this.operations.storeSecret);
  /** List secrets by name. */
  readonly list = part("secrets", this.operations.listSecrets);
  /** Delete a secret. */
  readonly delete = part("secret", this.operations.deleteSecret);
}

/** Log-ins that are kept fresh, for the field `signIn` of a request. */
export class SignIns extends Resource {
  /** Create a sign-in. */
  readonly create = part("signIn", this.operations.createSignIn);
  /** List sign-ins by name. */
  readonly list = part("signIns", this.operations.listSignIns);
  /** Get a sign-in. */
  readonly get = part("signIn", this.operations.getSignIn);
  /** Change a sign-in. */
  readonly update = part("signIn", this.operations.updateSignIn);
  /** Renew a sign-in. */
  readonly renew = part("signIn", this.operations.renewSignIn);
  /** Delete a sign-in. */
  readonly delete = part("signIn", this.operations.deleteSignIn);
}

/** Channels and recipients under a name that many monitors tell. */
export class AlertTargets extends Resource {
  /** Create an alert target. */
  readonly create = part("alertTarget", this.operations.createAlertTarget);
  /** List alert targets by name. */
  readonly list = part("alertTargets", this.operations.listAlertTargets);
  /** Get an alert target. */
  readonly get = part("alertTarget", this.operations.getAlertTarget);
  /** Change an alert target. */
  readonly update = part("alertTarget", this.operations.updateAlertTarget);
  /** Send a sample to a channel of an alert target. */
  readonly testChannel = part("delivery", this.operations.testAlertTarget);
  /** Preview a template of messages. */
  readonly preview = part("preview", this.operations.previewAlertTemplate);
  /** Delete an alert target. */
  readonly delete = part("alertTarget", this.operations.deleteAlertTarget);
}

/** Settings that all monitors of the account, or those with a tag, inherit. */
export class MonitorDefaults extends Resource {
  /** List the defaults of monitors. */
  readonly list = part("monitorDefaults", this.operations.listMonitorDefaults);
  /** Set defaults of all monitors. */
  readonly update = part("monitorDefaults", this.operations.updateMonitorDefaults);
  /** Remove the defaults of all monitors. */
  readonly delete = part("monitorDefaults", this.operations.deleteMonitorDefaults);
  /** Set defaults of the monitors with a tag. */
  readonly updateTag = part("monitorDefaults", this.operations.updateTagDefaults);
  /** Remove the defaults of the monitors with a tag. */
  readonly deleteTag = part("monitorDefaults", this.operations.deleteTagDefaults);
}

/** Proxies under a name, for the field `proxy` of a request. */
export class Proxies extends Resource {
  /** Create a proxy. */
  readonly create = part("proxy", this.operations.createProxy);
  /** List proxies by name. */
  readonly list = part("proxies", this.operations.listProxies);
  /** Get a proxy. */
  readonly get = part("proxy", this.operations.getProxy);
  /** Change a proxy. */
  readonly update = part("proxy", this.operations.updateProxy);

  /** Test a proxy. */
  async test(id: string, url: string, options?: CallOptions): Promise<api.Proxy> {
    return (await this.operations.testProxy(id, { url }, options)).proxy;
  }

  /** Delete a proxy. */
  readonly delete = part("proxy", this.operations.deleteProxy);
}

/** Pages that are watched for change. */
export class Monitors extends Resource {
  /** Create a monitor. */
  async create(request: api.MonitorRequest, options?: CallOptions): Promise<api.Monitor> {
    return (await this.operations.createMonitor(request, {}, options)).monitor;
  }

  /** Shows the monitor that `create` would make, and its price. Makes nothing. */
  plan(request: api.MonitorRequest, options?: CallOptions): Promise<api.NewMonitorReply> {
    return this.operations.createMonitor(request, { dryRun: true }, options);
  }

  /** Does up to 100 operations, one after the other. One that fails does not stop the others; its result says why. */
  bulk(
    operations: readonly NonNullable<api.BulkRequest["operations"]>[number][],
    options?: CallOptions,
  ): Promise<api.BulkReply> {
    return this.operations.changeMonitors({ operations: [...operations] }, options);
  }

  /** The monitors, newest first. `q` is a part of the name or of a tag, `sitemap` the id of a sitemap. */
  list(query: ListQuery<Operations["listMonitors"]> = {}, options?: CallOptions): List<api.Monitor> {
    return List.of("monitors", (at) => this.operations.listMonitors({ ...query, ...at }, options));
  }

  /** Get a monitor. */
  readonly get = part("monitor", this.operations.getMonitor);
  /** Update, pause or resume a monitor. */
  readonly update = part("monitor", this.operations.updateMonitor);

  /** Pauses a monitor. */
  async pause(id: string, options?: CallOptions): Promise<api.Monitor> {
    return (await this.operations.updateMonitor(id, { status: "paused" }, options)).monitor;
  }

  /** Resumes a monitor. */
  async resume(id: string, options?: CallOptions): Promise<api.Monitor> {
    return (await this.operations.updateMonitor(id, { status: "active" }, options)).monitor;
  }

  /** Sends messages about the monitor again. */
  async unmute(id: string, options?: CallOptions): Promise<api.Monitor> {
    return (await this.operations.updateMonitor(id, { mutedUntil: null }, options)).monitor;
  }

  /** Replaces the tags of a monitor. */
  async setTags(id: string, tags: readonly string[], options?: CallOptions): Promise<api.Monitor> {
    return (await this.operations.updateMonitor(id, { tags: [...tags] }, options)).monitor;
  }

  /** Delete a monitor. */
  readonly delete = part("monitor", this.operations.deleteMonitor);
  /** Marks the open incident as seen. */
  readonly acknowledge = part("monitor", this.operations.acknowledgeIncident);
  /** Withdraws the acknowledgement of the open incident. */
  readonly unacknowledge = part("monitor", this.operations.unacknowledgeIncident);
  /** Sends a sample to a channel. The delivery's tries say what the service answered. */
  readonly testChannel = part("delivery", this.operations.testChannel);
  /** List a monitor's incidents, newest first. */
  readonly incidents = part("incidents", this.operations.listMonitorIncidents);

  /** Makes a run the baseline. An open change then ends. */
  async accept(id: string, runId: string, options?: CallOptions): Promise<api.Monitor> {
    return (await this.operations.setBaseline(id, { runId }, options)).monitor;
  }

  /** List a monitor's baselines, newest first. */
  readonly baselines = part("baselines", this.operations.listMonitorBaselines);
  /** Queues a run now. */
  readonly run = part("run", this.operations.runMonitor);

  /** The values that a monitor's runs read, newest first. `name` picks one value. */
  values(
    id: string,
    query: ListQuery<Operations["listMonitorValues"], 1> = {},
    options?: CallOptions,
  ): List<api.RunValues> {
    return List.of("values", (at) => this.operations.listMonitorValues(id, { ...query, ...at }, options));
  }

  /** List a monitor's runs, newest first. */
  runs(
    id: string,
    query: ListQuery<Operations["listMonitorRuns"], 1> = {},
    options?: CallOptions,
  ): List<api.MonitorRun> {
    return List.of("runs", (at) => this.operations.listMonitorRuns(id, { ...query, ...at }, options));
  }

  /** Get a monitor run. */
  readonly getRun = part("run", this.operations.getMonitorRun);
}

/** Confirmed changes of watched pages, for people to review. A change has the id of its run. */
export class Changes extends Resource {
  /** List changes to review, newest first. */
  list(query: ListQuery<Operations["listChanges"]> = {}, options?: CallOptions): List<api.PageChange> {
    return List.of("changes", (at) => this.operations.listChanges({ ...query, ...at }, options));
  }

  /** Marks up to 200 changes as seen. */
  async manySeen(ids: readonly string[], options?: CallOptions): Promise<api.PageChange[]> {
    return (await this.operations.markChangesSeen({ ids: [...ids] }, options)).changes;
  }

  /** Takes the decisions about up to 200 changes back. */
  async manyUnseen(ids: readonly string[], options?: CallOptions): Promise<api.PageChange[]> {
    return (await this.operations.markChangesUnseen({ ids: [...ids] }, options)).changes;
  }

  /** Get a change. */
  readonly get = part("change", this.operations.getChange);

  /** Writes a note on a change; null removes it. */
  async note(id: string, note: string | null, options?: CallOptions): Promise<api.PageChange> {
    return (await this.operations.updateChange(id, { note }, options)).change;
  }

  /** Marks a change as seen. The baseline stays as it is. */
  readonly seen = part("change", this.operations.markChangeSeen);
  /** Takes a decision about a change back. */
  readonly unseen = part("change", this.operations.markChangeUnseen);

  /** Keeps the old baseline. The monitor needs a fixed one. The reason becomes the change's note. */
  async keep(id: string, reason?: string, options?: CallOptions): Promise<api.PageChange> {
    return (await this.operations.keepOldBaseline(id, { ...(reason !== undefined && { reason }) }, options)).change;
  }
}

/** Watched sitemaps. Each of their pages has a monitor. */
export class Sitemaps extends Resource {
  /** Makes a monitor for each page of a sitemap, and keeps them in step with it. The first sync starts at once. */
  async create(request: Omit<api.MonitorSitemapRequest, "dryRun">, options?: CallOptions): Promise<api.MonitorSitemap> {
    return partOf((await this.operations.createMonitorSitemap({ ...request, dryRun: false }, options)).sitemap);
  }

  /** Shows the changes that `create` would make. Makes nothing. */
  async plan(request: Omit<api.MonitorSitemapRequest, "dryRun">, options?: CallOptions): Promise<api.SyncPlan> {
    return partOf((await this.operations.createMonitorSitemap({ ...request, dryRun: true }, options)).plan);
  }

  /** List sitemaps, newest first. */
  list(query: ListQuery<Operations["listMonitorSitemaps"]> = {}, options?: CallOptions): List<api.MonitorSitemap> {
    return List.of("sitemaps", (at) => this.operations.listMonitorSitemaps({ ...query, ...at }, options));
  }

  /** Get a sitemap. */
  readonly get = part("sitemap", this.operations.getMonitorSitemap);
  /** Update, pause or resume a sitemap. */
  readonly update = part("sitemap", this.operations.updateMonitorSitemap);

  /** Stops the syncs. The monitors go on. */
  async pause(id: string, options?: CallOptions): Promise<api.MonitorSitemap> {
    return (await this.operations.updateMonitorSitemap(id, { status: "paused" }, options)).sitemap;
  }

  /** Starts the syncs again. */
  async resume(id: string, options?: CallOptions): Promise<api.MonitorSitemap> {
    return (await this.operations.updateMonitorSitemap(id, { status: "active" }, options)).sitemap;
  }

  /** Stops the syncs for good. The monitors stay as they are. */
  readonly delete = part("sitemap", this.operations.deleteMonitorSitemap);

  /** Starts a sync now. */
  async sync(id: string, options?: CallOptions): Promise<api.MonitorSitemap> {
    return partOf((await this.operations.syncMonitorSitemap(id, { dryRun: false }, options)).sitemap);
  }

  /** The plan of a sync at this moment. Changes nothing. */
  async planSync(id: string, options?: CallOptions): Promise<api.SyncPlan> {
    return partOf((await this.operations.syncMonitorSitemap(id, { dryRun: true }, options)).plan);
  }
}

/** Webhooks and mails that were sent, with every try. */
export class Deliveries extends Resource {
  /** List deliveries of webhooks, e-mails and channels, newest first. */
  list(query: ListQuery<Operations["listDeliveries"]> = {}, options?: CallOptions): List<api.Delivery> {
    return List.of("deliveries", (at) => this.operations.listDeliveries({ ...query, ...at }, options));
  }

  /** A delivery with its body. */
  readonly get = part("delivery", this.operations.getDelivery);
  /** Sends a webhook again, with the same id and body. */
  readonly replay = part("delivery", this.operations.replayDelivery);
}

/** Readers of alert mails. */
export class Recipients extends Resource {
  /** Adds an address, which gets a link to confirm. */
  async add(email: string, options?: CallOptions): Promise<api.Recipient> {
    return (await this.operations.addRecipient({ email }, options)).recipient;
  }

  /** List recipients, newest first. */
  readonly list = part("recipients", this.operations.listRecipients);
  /** Delete a recipient. */
  readonly delete = part("recipient", this.operations.deleteRecipient);
}

/** Atom feeds of changes. */
export class Feeds extends Resource {
  /** Creates a feed of all monitors, of those with a tag, or of one. */
  readonly create = part("feed", this.operations.createFeed);
  /** List Atom feeds. */
  readonly list = part("feeds", this.operations.listFeeds);
  /** Deletes a feed. Its address stops working. */
  readonly delete = part("feed", this.operations.deleteFeed);
}

/** API keys of the account. */
export class Keys extends Resource {
  /** List API keys. */
  readonly list = part("keys", this.operations.listApiKeys);
  /** The key of this client, with its scopes. */
  readonly current = part("key", this.operations.getCurrentApiKey);
  /** A new key. Only this reply has the key itself. */
  readonly create = this.operations.createApiKey;
  /** Revoke an API key. */
  readonly revoke = part("key", this.operations.revokeApiKey);
}

/** Browsers that are logged in to the console. Only a browser has a current session. */
export class Sessions extends Resource {
  /** Logs this browser in, with a key or with the token of a log-in link. */
  readonly create = part("session", this.operations.createSession);

  /** List the account's sessions, newest first. */
  list(query: ListQuery<Operations["listSessions"]> = {}, options?: CallOptions): List<api.Session> {
    return List.of("sessions", (at) => this.operations.listSessions({ ...query, ...at }, options));
  }

  /** This browser's session, with its account and key. */
  readonly current = this.operations.getCurrentSession;

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
  create(name: string, options?: CallOptions): Promise<api.NewSigningKeyReply> {
    return this.operations.createSigningKey({ name }, options);
  }

  /** List keys that sign image links. */
  readonly list = part("keys", this.operations.listSigningKeys);
  /** Deletes a key. Every link that it signed stops working. */
  readonly delete = part("key", this.operations.deleteSigningKey);
}
