import { getDomain } from "tldts";

/** What makes two hosts one site: their registrable domain, or the whole name where there is none (an address, localhost). */
export function siteOf(hostname: string): string {
  // A suffix that strangers share (`github.io`) is no one's domain.
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}
