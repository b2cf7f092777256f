import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, zstdDecompress } from "node:zlib";
import type { IncomingHttpHeaders } from "node:http";
import { FetchTimedOut, type GuardedFetch } from "#egress/fetch.ts";
import { EgressRefused, errorNameOf, NameNotResolved, ProxyFailed } from "#egress/errors.ts";
import type { UpstreamProxy } from "#egress/upstream.ts";
import { throttleKeyOf } from "#rules/throttle.ts";
import type { Redirect } from "#schemas/outputs.ts";
import { navigationFailure } from "../browser/watch/navigationErrors.ts";
import { maxDocumentBytes } from "../documents/readDocument.ts";
import { RenderFailure } from "../failures.ts";
import { isRedirect, secondsOf } from "../httpHosts.ts";
import type { HostObserver } from "../ports.ts";

/** Redirects that are followed, as many as a browser follows. */
const maxRedirects = 20;

/** A document to fetch. `headersFor` are those of one address on the way. */
export type DocumentRequest = {
  url: string;
  headersFor(url: URL): Record<string, string>;
  proxy: UpstreamProxy | undefined;
  /** Milliseconds for all requests together. */
  timeoutMs: number;
  signal: AbortSignal;
  /** Missing for a host without throttling. */
  host: HostObserver | undefined;
};

/** The last reply with its bytes as the server means them, and the redirects before it. */
export type DocumentReply = {
  url: string;
  statusCode: number;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer;
  redirects: Redirect[];
};

/**
 * Fetches a document and follows its redirects. The egress policy checks each address.
 * @throws RenderFailure with the codes of a browser's navigation, or the signal's reason.
 */
export async function fetchDocument(fetch: GuardedFetch, request: DocumentRequest): Promise<DocumentReply> {
  const { proxy, timeoutMs, signal, host } = request;
  const until = performance.now() + timeoutMs;
  const redirects: Redirect[] = [];
  let url = new URL(request.url);
  for (;;) {
    host?.requested();
    const left = Math.max(1, Math.ceil(until - performance.now()));
    const options = {
      headers: request.headersFor(url),
      timeoutMs: left,
      maxBodyBytes: maxDocumentBytes,
      signal,
      proxy,
    };
    const reply = await fetch(url, options).catch((error: unknown) => {
      throw failureOf(error, signal);
    });
    const headers = plainHeaders(reply.headers);
    const { statusCode } = reply;
    const retryAfter = secondsOf(headers["retry-after"], new Date()) ?? undefined;
    host?.answered(throttleKeyOf(url.href), { statusCode, retryAfter });
    const target = targetOf(statusCode, headers, url);
    if (target === null) {
      if (reply.truncated) throw new RenderFailure("page_too_large");
      const bytes = await decompressed(reply.body, headers["content-encoding"] ?? "");
      return { url: url.href, statusCode, headers, bytes, redirects };
    }
    redirects.push({ url: url.href, statusCode });
    if (redirects.length > maxRedirects) throw new RenderFailure("too_many_redirects");
    url = target;
  }
}

/** The address that a reply redirects to; null for other replies. The fragment of the old address stays. */
function targetOf(statusCode: number, { location }: Readonly<Record<string, string>>, from: URL): URL | null {
  if (!isRedirect(statusCode) || location === undefined) return null;
  const target = URL.parse(location, from.href);
  if (target === null) throw new RenderFailure("unsupported_content", "It redirects to an address that is not valid.");
  if (!/^https?:$/u.test(target.protocol)) throw new RenderFailure("target_forbidden");
  if (target.hash === "") target.hash = from.hash;
  // A site may put a user and a password into the address. The policy refuses both.
  [target.username, target.password] = ["", ""];
  return target;
}

/** Headers by name, of several with one name the first. */
function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const text = Array.isArray(value) ? value[0] : value;
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

const decoders: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** `Accept-Encoding` of the encodings that are known here. */
export const acceptEncoding = "gzip, deflate, br, zstd";

/** The bytes without their encodings, at most `maxDocumentBytes`. */
async function decompressed(body: Buffer, encoding: string): Promise<Buffer> {
  const names = encoding.split(",").map((name) => name.trim().toLowerCase());
  let bytes = body;
  for (const name of names.toReversed()) {
    if (name === "" || name === "identity" || bytes.length === 0) continue;
    const decode = decoders[name];
    if (decode === undefined) throw new RenderFailure("unsupported_content", "Its encoding is unknown.");
    try {
      bytes = await decode(bytes, { maxOutputLength: maxDocumentBytes });
    } catch (error) {
      if (error instanceof RangeError) throw new RenderFailure("page_too_large", undefined, { cause: error });
      throw new RenderFailure("unsupported_content", "It is not encoded as it says.", { cause: error });
    }
  }
  return bytes;
}

/** The failure that a browser has for the same problem. */
function failureOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return error;
  if (error instanceof FetchTimedOut) return new RenderFailure("navigation_timeout");
  const response = { status: 0, contentType: "", disposition: "" };
  const refused = { errorText: "", proxyError: null, response };
  if (error instanceof EgressRefused) return navigationFailure({ ...refused, verdict: "refused" });
  if (error instanceof NameNotResolved) return navigationFailure({ ...refused, verdict: "unresolved" });
  if (error instanceof ProxyFailed)
    return navigationFailure({ ...refused, verdict: "proxy", proxyError: error.message });
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const name = errorNameOf(error) ?? errorNameOf(cause) ?? "ERR_CONNECTION_FAILED";
  return navigationFailure({ errorText: `net::${name}`, verdict: null, proxyError: null, response });
}
