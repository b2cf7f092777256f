import { getDomain } from "tldts";

/**
 * The registrable domain of a hostname; null for addresses and names without one (`localhost`). A suffix that strangers
 * share, such as `github.io`, is not a domain: each name below it is.
 */
export function registrableDomain(hostname: string): string | null {
  return getDomain(hostname, { allowPrivateDomains: true });
}

/** The site of a hostname: its registrable domain, or the whole name if it has none. */
export function siteOf(hostname: string): string {
  return registrableDomain(hostname) ?? hostname;
}

/** Seconds of a Retry-After header, a number or an HTTP date (RFC 9110, 10.2.3). Null if it is neither or has passed. */
export function secondsOf(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

/** Whether a reply of this status leads to the address in its `Location`. */
export function isRedirect(statusCode: number): boolean {
  return [301, 302, 303, 307, 308].includes(statusCode);
}
