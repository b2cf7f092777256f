import { WatchframeError } from "./errors.ts";
import { Operations } from "./generated/operations.ts";
import type { UsageReply } from "./generated/shapes.ts";
import { Deliveries, Keys, Recipients } from "./resources/account.ts";
import { Batches, Crawls, Schedules } from "./resources/collections.ts";
import { Monitors } from "./resources/monitors.ts";
import { Comparisons, Jobs, Renders } from "./resources/renders.ts";
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
  readonly monitors: Monitors;
  readonly deliveries: Deliveries;
  readonly recipients: Recipients;
  readonly keys: Keys;
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
    this.monitors = new Monitors(this.operations);
    this.deliveries = new Deliveries(this.operations);
    this.recipients = new Recipients(this.operations);
    this.keys = new Keys(this.operations);
  }

  /** Credits used and left, and the limits of the plan. */
  usage(options?: CallOptions): Promise<UsageReply> {
    return this.operations.getUsage(options);
  }
}

/** Node's global beside a global that every host has. */
type HostGlobals = { process?: { env?: Record<string, string | undefined> }; fetch: typeof fetch };

/** A variable of the process; null where there is no process, as in a browser. */
function environment(name: string): string | null {
  const { process }: HostGlobals = globalThis;
  return process?.env?.[name] ?? null;
}
