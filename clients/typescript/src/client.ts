import { WatchframeError } from "./errors.ts";
import { type AccountEvent, type EventOptions, followEvents } from "./events/followEvents.ts";
import { Resources } from "./generated/client.ts";
import { Operations } from "./generated/operations.ts";
import { createTransport, toBaseUrl } from "./transport.ts";

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
export class Watchframe extends Resources {
  /** Every operation of the API by its name, also those without a method of their own here. */
  declare readonly operations: Operations;

  /** @throws WatchframeError without a key, or if the address is no URL. */
  constructor(options: WatchframeOptions = {}) {
    const { credentials, maxRetries = 2, timeoutMs = 100_000 } = options;
    const apiKey = options.apiKey ?? (credentials === undefined ? environment("WATCHFRAME_API_KEY") : null);
    if (apiKey === null && credentials === undefined) {
      throw new WatchframeError("There is no API key. Pass apiKey, or set WATCHFRAME_API_KEY.");
    }
    const transport = createTransport({
      baseUrl: toBaseUrl(options.baseUrl ?? environment("WATCHFRAME_URL") ?? defaultUrl),
      apiKey,
      ...(credentials !== undefined && { credentials }),
      // A browser's fetch must be called on its window.
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      maxRetries,
      timeoutMs,
    });
    super(new Operations(transport));
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
