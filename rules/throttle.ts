/**
 * Maximum milliseconds that a page or a robots.txt may hold back its host, by Retry-After or Crawl-delay. The host's throttle
 * is shared, so a longer wait would let one caller's page delay the pages of all others.
 */
export const maxHostDelayMs = 10 * 60_000;

/**
 * The key of an address in the throttle of hosts: its host, and its port unless that is the scheme's default. Two ports of
 * one host may belong to two owners. http and https of a site share their key.
 */
export function throttleKeyOf(url: string | URL): string {
  // `example.com.` is the same host as `example.com`.
  return new URL(url).host.replace(/\.(?=:|$)/u, "");
}
