import { type ProxyVerdict, verdictHeader } from "#egress/jobProxy.ts";
import type { RenderErrorCode } from "#schemas/renders/errors.ts";
import { RenderFailure } from "../../failures.ts";

/** Maps Chromium's network errors to error codes. The first matching pattern counts. */
const networkErrors: ReadonlyArray<readonly [pattern: RegExp, code: RenderErrorCode]> = [
  [/ERR_(NAME_|DNS_|ICANN_)/u, "name_not_resolved"],
  [/ERR_TOO_MANY_REDIRECTS/u, "too_many_redirects"],
  [/ERR_(CERT_|SSL_|BAD_SSL_|CERTIFICATE_|ECH_)/u, "tls_error"],
  [
    /ERR_(BLOCKED_BY_(?!RESPONSE)|UNSAFE_PORT|UNSAFE_REDIRECT|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME|INVALID_URL|ACCESS_DENIED)/u,
    "target_forbidden",
  ],
  [/ERR_(INSUFFICIENT_RESOURCES|OUT_OF_MEMORY|FILE_TOO_BIG|RESPONSE_HEADERS_TOO_BIG|MSG_TOO_BIG)/u, "page_too_large"],
  [/ERR_(UNKNOWN_CONTENT_TYPE|BLOCKED_BY_RESPONSE|INVALID_REDIRECT|CONTENT_DECODING)/u, "unsupported_content"],
  [/ERR_/u, "connection_failed"],
];

const verdictCodes = {
  refused: "target_forbidden",
  unresolved: "name_not_resolved",
  unreachable: "connection_failed",
  proxy: "proxy_failed",
  budget: "page_too_large",
} as const satisfies Record<ProxyVerdict, RenderErrorCode>;

/** Details of a document that did not arrive or can't be displayed. */
export type BrokenNavigation = {
  /** `net::ERR_…`, perhaps followed by an address, which must not be passed on. */
  errorText: string;
  /** Why the job's proxy refused or could not reach the host; null when it did not. */
  verdict: ProxyVerdict | null;
  /** The browser's name for what the proxy met instead of the host, such as ERR_CONNECTION_REFUSED, or an upstream's failure. */
  proxyError: string | null;
  /** Response of the document. The status is 0 when none arrived. */
  response: { status: number; contentType: string; disposition: string };
};

/** Maps a failed navigation to the failure for the caller. */
export function navigationFailure({ errorText, verdict, proxyError, response }: BrokenNavigation): RenderFailure {
  if (verdict !== null) {
    const detail = verdict === "proxy" ? (proxyError ?? undefined) : named(proxyError);
    return new RenderFailure(verdictCodes[verdict], detail);
  }
  const name = /ERR_[A-Z0-9_]+/u.exec(errorText)?.[0] ?? "";
  // Chromium aborts a navigation to a download.
  if (name === "ERR_ABORTED" && response.status > 0) return undisplayable(response);
  const code = networkErrors.find(([pattern]) => pattern.test(name))?.[1] ?? "connection_failed";
  return new RenderFailure(code, named(name === "" ? null : name));
}

/** The browser's own name for an error, as users find it in its documentation, after what may mend it. */
function named(name: string | null): string | undefined {
  if (name === null) return undefined;
  const remedy = remedies[name];
  return [...(remedy === undefined ? [] : [remedy]), `(net::${name})`].join(" ");
}

/** Remedies of errors, by the browser's names for them. */
const remedies: Readonly<Record<string, string>> = {
  // A server that speaks plain HTTP answers a TLS handshake with bytes that are none.
  ERR_SSL_PROTOCOL_ERROR: "If the page has no https, try http://…",
  ERR_CERT_AUTHORITY_INVALID:
    "If a company's own authority signed it, the operator can name it with WATCHFRAME_EXTRA_CA.",
};

/** Parses the verdict header of the proxy's own replies; null for any other value. */
export function parseVerdict(header: string | undefined): ProxyVerdict | null {
  return header !== undefined && isVerdict(header) ? header : null;
}

/** The code of a request that the service's own proxy answered; null for the reply of a host. */
export function codeOfReply(headers: Readonly<Record<string, string>>): RenderErrorCode | null {
  const verdict = parseVerdict(headers[verdictHeader]);
  return verdict === null ? null : verdictCodes[verdict];
}

function isVerdict(header: string): header is ProxyVerdict {
  return Object.hasOwn(verdictCodes, header);
}

/** Statuses whose replies have no content, so that a browser stays where it is. */
const statusesWithoutContent: ReadonlySet<number> = new Set([204, 205, 304]);

function undisplayable({ status, contentType, disposition }: BrokenNavigation["response"]): RenderFailure {
  if (/^\s*attachment/iu.test(disposition)) return new RenderFailure("download_blocked");
  if (statusesWithoutContent.has(status))
    return new RenderFailure("unsupported_content", `It answered ${status} without content.`);
  const type = /^[\w.+-]+\/[\w.+-]+/u.exec(contentType)?.[0];
  return new RenderFailure(
    "unsupported_content",
    type === undefined ? undefined : `Its type is ${type.slice(0, 100)}.`,
  );
}
