import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { Agent, type Dispatcher, request } from "undici";
import { raceAbort } from "#async/raceAbort.ts";
import { defaultConnectTimeoutMs } from "./dial.ts";
import { dialHost, dialTls } from "./dialHost.ts";
import { ConnectFailed, EgressRefused, NameNotResolved, ProxyFailed } from "./errors.ts";
import { type EgressPolicy, policyThrough } from "./policy.ts";
import type { UpstreamProxy } from "./upstream.ts";

/** No complete response within the timeout. */
export class FetchTimedOut extends Error {
  override readonly name = "FetchTimedOut";

  constructor(timeoutMs: number) {
    super(`The host did not answer within ${timeoutMs} ms.`);
  }
}

/** The connection was made but gave no response: it was reset, not HTTP, or its head was too large. `cause` says which. */
export class FetchFailed extends Error {
  override readonly name = "FetchFailed";

  constructor(options?: ErrorOptions) {
    super("The host closed the connection or did not answer in HTTP.", options);
  }
}

/** A request that the service itself makes. */
export type GuardedRequest = {
  /** Default GET. */
  method?: Dispatcher.HttpMethod;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Milliseconds from the call to the end of the (limited) body. Default 15,000. */
  timeoutMs?: number;
  /** Bytes of the body to read. Default 8,192. */
  maxBodyBytes?: number;
  /** The proxy to go through. Its connections are not kept. Default: that of the policy, if it has one. */
  proxy?: UpstreamProxy | undefined;
  /** Cancels the request; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
};

/** A response. Redirects are responses, too, as they are never followed. `body` is not decompressed. */
export type GuardedResponse = {
  statusCode: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether the body was longer than `maxBodyBytes`. */
  truncated: boolean;
};

/**
 * Fetches by the policy, over HTTP/1.1, without cookies, proxy variables or redirects. `close` ends kept-alive connections.
 * @throws EgressRefused, NameNotResolved, ConnectFailed (also for TLS), ProxyFailed, FetchTimedOut or FetchFailed; none names an address.
 */
export type GuardedFetch = ((url: string | URL, options?: GuardedRequest) => Promise<GuardedResponse>) & {
  close(): Promise<void>;
};

/** Creates the fetch for the service's own requests, such as webhooks. */
export function createGuardedFetch(policy: EgressPolicy): GuardedFetch {
  const open = (proxy?: UpstreamProxy) => openDispatcher(proxy === undefined ? policy : policyThrough(policy, proxy));
  const sharedDispatcher = open();
  const fetch = async (input: string | URL, options: GuardedRequest = {}): Promise<GuardedResponse> => {
    const verdict = policy.checkUrl(input);
    if (!verdict.allowed) throw new EgressRefused(verdict.reason);
    const timeoutMs = options.timeoutMs ?? 15_000;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
    const dispatcher = options.proxy === undefined ? sharedDispatcher : open(options.proxy);
    try {
      signal.throwIfAborted();
      // undici looks at the signal only after it has a connection, so the wait for that is bounded here.
      return await raceAbort(exchange(dispatcher, verdict.url, { ...options, signal }), { signal });
    } catch (error) {
      throw failureOf(error, { timeout, timeoutMs, signal: options.signal });
    } finally {
      if (dispatcher !== sharedDispatcher) void dispatcher.destroy();
    }
  };
  return Object.assign(fetch, { close: () => sharedDispatcher.destroy() });
}

/** The same fetch through a proxy; without one, the fetch itself. */
export function fetchThrough(fetch: GuardedFetch, proxy: UpstreamProxy | undefined): GuardedFetch {
  if (proxy === undefined) return fetch;
  const through = (url: string | URL, options: GuardedRequest = {}) => fetch(url, { ...options, proxy });
  return Object.assign(through, { close: () => fetch.close() });
}

/**
 * Opens connections by the policy, for undici and for Node's own `fetch`. Without limits of time: the signal of a request
 * limits head and body together, and undici's own timers would add a second, coarser limit.
 */
export function openDispatcher(policy: EgressPolicy): Agent {
  return new Agent({ connect: connector(policy), allowH2: false, headersTimeout: 0, bodyTimeout: 0 });
}

async function exchange(dispatcher: Dispatcher, url: URL, options: GuardedRequest): Promise<GuardedResponse> {
  const { method = "GET", headers = {}, body = null, signal = null } = options;
  const response = await request(url, { dispatcher, method, headers, body, signal });
  const read = await readUpTo(response.body, options.maxBodyBytes ?? 8_192);
  return { statusCode: response.statusCode, headers: response.headers, ...read };
}

async function readUpTo(body: AsyncIterable<Buffer>, maxBytes: number): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop early destroys the stream and its connection, so that nothing more is received.
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return { body: Buffer.concat(chunks, Math.min(length, maxBytes)), truncated: length > maxBytes };
}

function failureOf(
  error: unknown,
  limits: { timeout: AbortSignal; timeoutMs: number; signal: AbortSignal | undefined },
): unknown {
  if (limits.signal?.aborted === true) return limits.signal.reason;
  if (limits.timeout.aborted) return new FetchTimedOut(limits.timeoutMs);
  const known = [EgressRefused, NameNotResolved, ConnectFailed, ProxyFailed].some((kind) => error instanceof kind);
  return known ? error : new FetchFailed({ cause: error });
}

type Connect = (options: { hostname: string; protocol: string; port: string }, done: Done) => void;
type Done = (...result: [null, Socket] | [Error, null]) => void;

/** undici's hook for new connections. Unlike its `lookup` hook, it is called for IP literals, too. */
function connector(policy: EgressPolicy): Connect {
  const options = { timeoutMs: defaultConnectTimeoutMs };
  return ({ hostname, protocol, port }, done) => {
    const secure = protocol === "https:";
    const target = { host: hostname, port: port === "" ? (secure ? 443 : 80) : Number(port) };
    const dialled: Promise<Socket> = (secure ? dialTls : dialHost)(policy, target, options);
    dialled.then(
      (socket) => done(null, socket),
      (error: Error) => done(error, null),
    );
  };
}
