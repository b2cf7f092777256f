import { ApiError, ConnectionError, readError, TimeoutError, WatchframeError } from "./errors.ts";

/** One call of the API. */
type ApiRequest = {
  method: string;
  path: string;
  body?: unknown;
  query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
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
};

/** Sends calls with retries. Both reject with ApiError, ConnectionError, TimeoutError or the signal's reason. */
export type Send = {
  json<Reply>(request: ApiRequest, options: CallOptions): Promise<Reply>;
  /** The reply itself, for bytes and streams. */
  raw(request: ApiRequest, options: CallOptions): Promise<Response>;
};

export type TransportOptions = {
  baseUrl: URL;
  /** Null for a browser's session. */
  apiKey: string | null;
  /** How a browser sends its cookies. Default: not at all. */
  credentials?: RequestCredentials;
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
  const raw = (request: ApiRequest, call: CallOptions) => sendWithRetries(options, request, call);
  return {
    raw,
    async json<Reply>(request: ApiRequest, call: CallOptions): Promise<Reply> {
      const response = await raw(request, call);
      // The API checks each reply against the schema of the generated type in its tests.
      return response.status === 204 ? JSON.parse("null") : await response.json();
    },
  };
}

async function sendWithRetries(options: TransportOptions, request: ApiRequest, call: CallOptions): Promise<Response> {
  const headers = headersOf(options, request, call);
  const maxRetries = call.maxRetries ?? options.maxRetries;
  for (let tries = 1; ; tries += 1) {
    const outcome = await tryOnce(options, { request, headers }, call);
    if (outcome instanceof Response) return outcome;
    const pauseMs = tries > maxRetries ? null : pauseBefore(outcome, request, tries);
    if (pauseMs === null) throw outcome;
    await pause(pauseMs, call.signal);
  }
}

function headersOf({ apiKey }: TransportOptions, { body, idempotent }: ApiRequest, call: CallOptions): Headers {
  const headers = new Headers({ Accept: "application/json, */*;q=0.5" });
  if (apiKey !== null) headers.set("Authorization", `Bearer ${apiKey}`);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (idempotent === true) headers.set("Idempotency-Key", call.idempotencyKey ?? crypto.randomUUID());
  return headers;
}

type Prepared = { request: ApiRequest; headers: Headers };

/** One try: the successful reply, or the error. @throws the signal's reason. */
async function tryOnce(
  options: TransportOptions,
  { request, headers }: Prepared,
  { signal, timeoutMs = options.timeoutMs }: CallOptions,
): Promise<Response | ApiError | ConnectionError | TimeoutError> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await options.fetch(addressOf(options.baseUrl, request), {
      method: request.method,
      headers,
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      credentials: options.credentials ?? "omit",
      // The API redirects nowhere, so the key can't follow a redirect to another origin.
      redirect: "error",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    return response.ok ? response : await readError(response);
  } catch (cause) {
    signal?.throwIfAborted();
    if (timeout.aborted) return new TimeoutError(`The API did not reply within ${timeoutMs} ms.`, { cause });
    return new ConnectionError(`The API at ${options.baseUrl.origin} can't be reached.`, { cause });
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
  if (code === "idempotency_in_progress") return retryAfterMs ?? jittered;
  if (!retriedStatuses.has(status) || !(isRepeatable || status === 429)) return null;
  if (retryAfterMs === null) return jittered;
  return retryAfterMs <= maxRetryAfterMs ? retryAfterMs : null;
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
