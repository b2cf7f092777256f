import { WatchframeError } from "./errors.ts";
import { Operations } from "./generated/operations.ts";
import type { UsageHistory, UsageReply } from "./generated/shapes.ts";
import { type AccountEvent, type EventOptions, followEvents } from "./events/followEvents.ts";
import { Deliveries, Feeds, Keys, Recipients, Sessions, SigningKeys } from "./resources/account.ts";
import { Batches, Crawls, Schedules } from "./resources/collections.ts";
import { Monitors } from "./resources/monitors.ts";
import { Changes } from "./resources/changes.ts";
import { Comparisons } from "./resources/comparisons.ts";
import { Jobs } from "./resources/jobs.ts";
import { Presets } from "./resources/presets.ts";
import { Renders } from "./resources/renders.ts";
import { Sitemaps } from "./resources/sitemaps.ts";
import { type CallOptions, createTransport, toBaseUrl } from "./transport.ts";

export type WatchframeOptions = {
  /** Default: WATCHFRAME_API_KEY. Not needed with `credentials`. */
  apiKey?: string;
  /** Address of the API. Default: WATCHFRAME_URL, else http://127.0.0.1:3000. */
  baseUrl?: string;
  /** Sends a browser's session in place of a key. */
  credentials?: "include" | "same-origin";
  fetch?: typeof fetch;
  /** Retries of a call after its first try. Default: 2. */
  maxRetries?: number;
  /** Milliseconds for each try. Default: 100,000, as calls may wait for their work. */
  timeoutMs?: number;
};

const defaultUrl = "http://127.0.0.1:3000";

/** A client of one Watchframe with one key. The key goes to `baseUrl` alone. */
export class Watchframe {
  readonly renders: Renders;
  readonly jobs: Jobs;
  readonly comparisons: Comparisons;
  readonly batches: Batches;
  readonly crawls: Crawls;
  readonly schedules: Schedules;
  readonly presets: Presets;
  readonly monitors: Monitors;
  readonly changes: Changes;
  readonly sitemaps: Sitemaps;
  readonly deliveries: Deliveries;
  readonly recipients: Recipients;
  readonly feeds: Feeds;
  readonly keys: Keys;
  readonly sessions: Sessions;
  readonly signingKeys: SigningKeys;
  /** Every operation of the API by its name, also those without a method of their own here. */
  readonly operations: Operations;

  /** @throws WatchframeError without a key, or if the address is no URL. */
  constructor(options: WatchframeOptions = {}) {
    const { credentials, maxRetries = 2, timeoutMs = 100_000 } = options;
    const apiKey = options.apiKey ?? (credentials === undefined ? environment("WATCHFRAME_API_KEY") : null);
    if (apiKey === null && credentials === undefined) {
      throw new WatchframeError("There is no API key. Pass apiKey, or set WATCHFRAME_API_KEY.");
    }
    this.operations = new Operations(
      createTransport({
        baseUrl: toBaseUrl(options.baseUrl ?? environment("WATCHFRAME_URL") ?? defaultUrl),
        apiKey,
        ...(credentials !== undefined && { credentials }),
        // A browser's fetch must be called on its window.
        fetch: options.fetch ?? ((input, init) => fetch(input, init)),
        maxRetries,
        timeoutMs,
      }),
    );
    this.jobs = new Jobs(this.operations);
    this.renders = new Renders(this.operations, this.jobs);
    this.comparisons = new Comparisons(this.operations);
    this.batches = new Batches(this.operations);
    this.crawls = new Crawls(this.operations);
    this.schedules = new Schedules(this.operations);
    this.presets = new Presets(this.operations);
    this.monitors = new Monitors(this.operations);
    this.changes = new Changes(this.operations);
    this.sitemaps = new Sitemaps(this.operations);
    this.deliveries = new Deliveries(this.operations);
    this.recipients = new Recipients(this.operations);
    this.feeds = new Feeds(this.operations);
    this.keys = new Keys(this.operations);
    this.sessions = new Sessions(this.operations);
    this.signingKeys = new SigningKeys(this.operations);
  }

  /** Credits used and left, and the limits of the plan. */
  usage(options?: CallOptions): Promise<UsageReply> {
    return this.operations.getUsage(options);
  }

  /** Credits by day and key. `period` is a month, such as `2026-11`. Default: this month. */
  async usageHistory(query: { period?: string } = {}, options?: CallOptions): Promise<UsageHistory["days"]> {
    return (await this.operations.getUsageHistory(query, options)).days;
  }

  /**
   * The changes of the account, as they happen. A broken stream is opened again and goes on after its last event. The
   * loop ends by `break`, and throws the signal's reason, or the ApiError of a refusal such as a revoked key.
   */
  events(options: EventOptions = {}): AsyncGenerator<AccountEvent, void, undefined> {
    return followEvents((call, kinds) => this.operations.streamEvents({ ...(kinds && { kinds }) }, call), options);
  }
}

/** Node's global beside a global that every host has. */
type HostGlobals = { process?: { env?: Record<string, string | undefined> }; fetch: typeof fetch };

/** A variable of the process; null where there is no process, as in a browser. */
function environment(name: string): string | null {
  const { process }: HostGlobals = globalThis;
  return process?.env?.[name] ?? null;
}
