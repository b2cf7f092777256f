import { ApiError, ConnectionError, readError, TimeoutError, WatchframeError } from "./errors.ts";

/** One call of the API. */
export type ApiRequest = {
  method: string;
  path: string;
  body?: unknown;
  query?: Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;
  /** Whether an Idempotency-Key makes a repeat safe. */
  idempotent?: boolean;
};

export type CallOptions = {
  /** Aborts the call, its retries and its pauses. Accepted work goes on. */
  signal?: AbortSignal;
  /** Milliseconds for each try. Default: that of the client. */
  timeoutMs?: number;
  /** Retries after the first try. Default: that of the client. */
  maxRetries?: number;
  /** Makes a POST that creates or charges happen once. Default: a random key, kept over the retries of this call. */
  idempotencyKey?: string;
  /** More headers of the request. Those that the client sets itself stay. */
  headers?: Readonly<Record<string, string>>;
};

/** Sends calls with retries. Both reject with ApiError, ConnectionError, TimeoutError or the signal's reason. */
export type Send = {
  json<Reply>(request: ApiRequest, options: CallOptions): Promise<Reply>;
  /** The reply itself, for bytes and streams. The timeout ends when its headers are there. */
  raw(request: ApiRequest, options: CallOptions): Promise<Response>;
};

export type TransportOptions = {
  baseUrl: URL;
  /** Null for a browser's session. */
  apiKey: string | null;
  /** How a browser sends its cookies. Default: not at all. */
  credentials?: "include" | "same-origin";
  fetch: typeof fetch;
  maxRetries: number;
  timeoutMs: number;
};

const retriedStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
/** First and largest pause between two tries, without a Retry-After. */
const firstPauseMs = 500;
const maxPauseMs = 8_000;
/** Largest Retry-After that is waited for; a longer one is the caller's to decide. */
const maxRetryAfterMs = 60_000;

/** Sends calls to one origin with one key. */
export function createTransport(options: TransportOptions): Send {
  return {
    raw: (request, call) => sendWithRetries(options, { request, read: (response) => response }, call),
    // The API checks each reply against the schema of the generated type in its tests.
    json: (request, call) =>
      sendWithRetries(
        options,
        { request, read: (response) => (response.status === 204 ? JSON.parse("null") : response.json()) },
        call,
      ),
  };
}

/** The address of an API, with a slash at its end. @throws WatchframeError if it is none. */
export function toBaseUrl(address: string): URL {
  if (!URL.canParse(address)) throw new WatchframeError(`baseUrl ${JSON.stringify(address)} is no address.`);
  return new URL(address.endsWith("/") ? address : `${address}/`);
}

/** A call, and how its reply is read. A reply that breaks off while it is read is a broken connection. */
type Exchange<Result> = { request: ApiRequest; read: (response: Response) => Result | Promise<Result> };

async function sendWithRetries<Result>(
  options: TransportOptions,
  exchange: Exchange<Result>,
  call: CallOptions,
): Promise<Result> {
  const headers = headersOf(options, exchange.request, call);
  const maxRetries = call.maxRetries ?? options.maxRetries;
  for (let tries = 1; ; tries += 1) {
    const outcome = await tryOnce(options, { ...exchange, headers }, call);
    if (outcome.ok) return outcome.result;
    const pauseMs = tries > maxRetries ? null : pauseBefore(outcome.error, exchange.request, tries);
    if (pauseMs === null) throw outcome.error;
    await pause(pauseMs, call.signal);
  }
}

function headersOf({ apiKey }: TransportOptions, { body, idempotent }: ApiRequest, call: CallOptions): Headers {
  const headers = new Headers(call.headers);
  headers.set("Accept", "application/json, */*;q=0.5");
  if (apiKey !== null) headers.set("Authorization", `Bearer ${apiKey}`);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (idempotent === true) headers.set("Idempotency-Key", call.idempotencyKey ?? crypto.randomUUID());
  return headers;
}

type Outcome<Result> = { ok: true; result: Result } | { ok: false; error: WatchframeError };

/** One try: what was read of a successful reply, or the error. @throws the signal's reason. */
async function tryOnce<Result>(
  options: TransportOptions,
  { request, headers, read }: Exchange<Result> & { headers: Headers },
  { signal, timeoutMs = options.timeoutMs }: CallOptions,
): Promise<Outcome<Result>> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const response = await options.fetch(addressOf(options.baseUrl, request), {
      method: request.method,
      headers,
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      credentials: options.credentials ?? "omit",
      // The API redirects nowhere, so the key can't follow a redirect to another origin.
      redirect: "error",
      signal: signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]),
    });
    return response.ok ? { ok: true, result: await read(response) } : { ok: false, error: await readError(response) };
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof WatchframeError) throw cause;
    const error = timeout.signal.aborted
      ? new TimeoutError(`The API did not reply within ${timeoutMs} ms.`, { cause })
      : new ConnectionError(`The API at ${options.baseUrl.origin} can't be reached.`, { cause });
    return { ok: false, error };
  } finally {
    clearTimeout(timer);
  }
}

function addressOf(baseUrl: URL, { path, query = {} }: ApiRequest): URL {
  const address = new URL(`.${path}`, baseUrl);
  // An absolute path could name another origin; the key is for this one.
  if (address.origin !== baseUrl.origin) throw new WatchframeError(`${path} is not a path of the API.`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  return address;
}

/** Milliseconds to wait before the next try; null if there must be none. */
function pauseBefore(error: WatchframeError, { method, idempotent }: ApiRequest, tries: number): number | null {
  const jittered = Math.random() * Math.min(maxPauseMs, firstPauseMs * 2 ** tries);
  // A call that may have been done already is repeated only if a repeat changes nothing.
  const isRepeatable = method !== "POST" || idempotent === true;
  if (!(error instanceof ApiError)) return isRepeatable ? jittered : null;
  const { status, code, retryAfterMs } = error;
  const pauseMs = retryAfterMs === null ? jittered : spread(retryAfterMs);
  if (code === "idempotency_in_progress") return pauseMs;
  if (!retriedStatuses.has(status) || !(isRepeatable || status === 429)) return null;
  return (retryAfterMs ?? 0) <= maxRetryAfterMs ? pauseMs : null;
}

/** A pause of at least the milliseconds that the API asks for. Clients that got the same pause come back one by one. */
export function spread(atLeastMs: number): number {
  return atLeastMs + Math.random() * Math.min(atLeastMs, maxPauseMs);
}

/** Waits. @throws the signal's reason. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      signal?.removeEventListener("abort", abort);
      resolve();
    }
    function abort(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    signal?.addEventListener("abort", abort, { once: true });
  });
}
