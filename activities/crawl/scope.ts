import { getDomain } from "tldts";
import type { CrawlScope } from "#schemas/crawl.ts";

/** Whether an address lies where a crawl may go, given the addresses it started at. */
export function inScope(scope: CrawlScope, starts: readonly URL[], url: URL): boolean {
  return starts.some((start) => siteKeyOf[scope](start) === siteKeyOf[scope](url));
}

/** What two addresses must share to be in the same place. */
const siteKeyOf = {
  origin: (url) => url.origin,
  // With the port, unless it is the scheme's own: http and https of a site are one place, another server of the machine is not.
  host: (url) => url.host,
  // A suffix that strangers share (`github.io`) is no one's domain. Addresses without a domain go by host.
  domain: (url) => getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.host,
} satisfies Record<CrawlScope, (url: URL) => string>;
