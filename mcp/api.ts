import { ApiError, ConnectionError, type WatchframeError } from "#clients/typescript/src/errors.ts";
import { readBytes } from "#clients/typescript/src/bytes.ts";
import { type ApiRequest, createTransport, toBaseUrl } from "#clients/typescript/src/transport.ts";

/** The calls that tools make. Both reject with an error of the client. */
export type Api = {
  /** The JSON of a reply. The caller names the shape that the API documents. */
  json<Reply>(call: ApiRequest): Promise<Reply>;
  /** The bytes of a reply. */
  bytes(call: ApiRequest): Promise<{ bytes: Uint8Array; contentType: string }>;
};

export type ApiAccess = {
  /** The API's own door passes one that stays in the process. */
  fetch: typeof fetch;
  baseUrl: string;
  apiKey: string;
  /** Retries of a call after its first try. */
  maxRetries: number;
};

/** Milliseconds for each try. Calls wait for their work for at most 45 seconds. */
const timeoutMs = 90_000;

/** Calls the API with a key. `signal` aborts the calls. */
export function createApi({ fetch: send, baseUrl, apiKey, maxRetries }: ApiAccess, signal: AbortSignal): Api {
  const calls = createTransport({ baseUrl: toBaseUrl(baseUrl), apiKey, fetch: send, maxRetries, timeoutMs });
  return {
    json: (call) => calls.json(call, { signal }),
    bytes: async (call) => readBytes(await calls.raw(call, { signal })),
  };
}

/** Facts of an error of the client, as results of tools state them. `isOfPage`: the message may quote a page. */
export function failureFacts(error: WatchframeError) {
  if (error instanceof ApiError) {
    const { code, type, message, retryable, fields, retryAfterMs } = error;
    const isOfPage = type === "capture_error";
    return {
      error: code,
      message,
      isOfPage,
      retryable,
      fields,
      retryAfterSeconds: retryAfterMs && retryAfterMs / 1_000,
    };
  }
  const code = error instanceof ConnectionError ? "unreachable" : "timeout";
  return { error: code, message: error.message, isOfPage: false, retryable: true, fields: [], retryAfterSeconds: null };
}
