/** The headers by which a browser says which page made a request. */
export type RequestOrigin = {
  method: string;
  /** `Sec-Fetch-Site` and `Sec-Fetch-Dest`. Browsers send them to https and loopback addresses only. */
  site: string | undefined;
  destination: string | undefined;
  origin: string | undefined;
};

/**
 * Whether a request with a session cookie may come from a foreign page (CSRF). A foreign page may link to ours, so a
 * top-level GET is allowed. Without `Sec-Fetch-Site`, a write needs our own `Origin`, and a read relies on SameSite=Lax,
 * by which the browser sends no cookie with it. Sources: W3C Fetch Metadata Request Headers, and the OWASP Cross-Site
 * Request Forgery Prevention Cheat Sheet.
 */
export function isCrossSite({ method, site, destination, origin }: RequestOrigin, publicUrl: string): boolean {
  const reads = method === "GET" || method === "HEAD";
  if (site === undefined) return !reads && !isOwnOrigin(origin, publicUrl);
  if (site === "same-origin") return false;
  if (!reads) return true;
  return site !== "none" && destination !== "document";
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
