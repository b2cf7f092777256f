import { getDomain } from "tldts";

/** What makes two hosts one site: their registrable domain, or the whole name where there is none (an address, localhost). */
export function siteOf(hostname: string): string {
  // A suffix that strangers share (`github.io`) is no one's domain.
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

/** Seconds of a Retry-After header, which is a number or an HTTP date (RFC 9110, 10.2.3); null where it is neither or over. */
export function secondsOf(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}
