import { ApiError } from "./errors.ts";

/** A request, and the headers by which a browser says which page made it. */
export type BrowserRequest = {
  method: string;
  /** Whether the call changes or charges something. */
  hasEffect: boolean;
  /** `Sec-Fetch-Site`, `-Mode` and `-Dest`. Browsers send them to https and loopback addresses only. */
  site: string | undefined;
  mode: string | undefined;
  destination: string | undefined;
  origin: string | undefined;
};

/**
 * Refuses a request that the page of another site may have made with this browser's session (CSRF).
 *
 * | `Sec-Fetch-Site` | reads | calls with an effect |
 * | --- | --- | --- |
 * | `same-origin` | allowed | allowed |
 * | `none`: a person typed the address | allowed | GET allowed, others refused |
 * | `same-site`, `cross-site` | a link that opens a page is allowed | refused |
 * | missing | allowed | allowed if `Origin` is that of `publicUrl` |
 *
 * Reads without the header rely on SameSite=Lax, by which browsers send the cookie only with links. Sources: W3C Fetch
 * Metadata Request Headers, and the OWASP Cross-Site Request Forgery Prevention Cheat Sheet.
 * @throws ApiError `cross_site_request`.
 */
export function refuseCrossSite(request: BrowserRequest, publicUrl: string): void {
  const { method, hasEffect, site, mode, destination, origin } = request;
  const opensPage = mode === "navigate" && destination === "document";
  if (site === undefined) {
    if (hasEffect && !isOwnOrigin(origin, publicUrl)) throw foreignOrigin(origin, publicUrl);
    return;
  }
  if (site === "same-origin" || (site === "none" && (!hasEffect || method === "GET"))) return;
  if (hasEffect || !opensPage) throw new ApiError("cross_site_request");
}

/** The error names both origins, because a person may have opened the console at another name of the same host. */
function foreignOrigin(origin: string | undefined, publicUrl: string): ApiError {
  const own = new URL(publicUrl).origin;
  return new ApiError("cross_site_request", {
    message: `The Origin of this request is ${origin ?? "missing"}, and must be ${own}. Open the console there, or use an API key.`,
  });
}

function isOwnOrigin(origin: string | undefined, publicUrl: string): boolean {
  return origin !== undefined && URL.canParse(origin) && hasOriginOf(new URL(origin), new URL(publicUrl));
}

function hasOriginOf(a: URL, b: URL): boolean {
  return a.protocol === b.protocol && a.port === b.port && hostOf(a) === hostOf(b);
}

/** The host's name. The names of the loopback interface count as one. */
function hostOf({ hostname }: URL): string {
  return ["127.0.0.1", "[::1]"].includes(hostname) ? "localhost" : hostname;
}
