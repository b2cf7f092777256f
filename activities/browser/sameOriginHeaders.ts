import type { Protocol } from "puppeteer";
import type { PausedRequest } from "./interceptRequests.ts";

/**
 * The headers a request must have for the caller's to go to the page's own origin and to no other, or null where it has
 * them already. Puppeteer's extra headers would go to every third party on the page and along redirects to other origins.
 */
export function sameOriginHeaders(
  request: PausedRequest,
  origin: string,
  added: Record<string, string>,
): Protocol.Fetch.HeaderEntry[] | null {
  const names = new Set(Object.keys(added).map((name) => name.toLowerCase()));
  if (names.size === 0) return null;
  const own = Object.entries(request.request.headers).map(([name, value]) => ({ name, value }));
  const rest = own.filter(({ name }) => !names.has(name.toLowerCase()));
  if (URL.parse(request.request.url)?.origin === origin) {
    return [...rest, ...Object.entries(added).map(([name, value]) => ({ name, value }))];
  }
  // A redirect inherits what was added to the request before it.
  return request.redirectedRequestId !== undefined && rest.length < own.length ? rest : null;
}
