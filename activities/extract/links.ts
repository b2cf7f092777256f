import { getDomain } from "tldts";
import type { Link } from "#schemas/outputs.ts";
import { defineExtractor, whatWasCut } from "./extractor.ts";
import {
  isInline,
  linkAddress,
  linkRegion,
  linkText,
  parentAcross,
  readLinks,
  shownText,
  surroundings,
} from "./page/readLinks.ts";
import { absoluteUrl, attribute, baseAddress, openRoots, ownGetter, plainText } from "./page/safeDom.ts";

/** `links`: every address the page links to, once. */
export const links = defineExtractor({
  contentType: "application/json",
  read: readLinks,
  uses: [
    isInline,
    shownText,
    surroundings,
    linkAddress,
    linkRegion,
    linkText,
    parentAcross,
    absoluteUrl,
    attribute,
    baseAddress,
    openRoots,
    ownGetter,
    plainText,
  ],
  finish(read, page) {
    const isInternal = internalTo(page.finalUrl);
    const value = read.links.map(({ href, text, rel, region }): Link => ({
      href,
      text,
      rel,
      internal: isInternal(href),
      nofollow: rel.includes("nofollow"),
      region,
    }));
    return { bytes: Buffer.from(JSON.stringify(value)), ...whatWasCut(read.cut ? ["links"] : []) };
  },
});

/**
 * Whether an address is of the same site as the page: the same registrable domain, where a host under a suffix that
 * is shared by strangers (`github.io`) is a domain of its own. Addresses without one (IPs, `localhost`) go by host.
 */
export function internalTo(pageUrl: string): (href: string) => boolean {
  const page = URL.parse(pageUrl);
  const pageSite = page === null ? null : siteOf(page.hostname);
  const known = new Map<string, boolean>();
  return (href) => {
    const target = URL.parse(href);
    if (target === null || !/^https?:$/u.test(target.protocol)) return false;
    const answer = known.get(target.hostname) ?? siteOf(target.hostname) === pageSite;
    known.set(target.hostname, answer);
    return answer;
  };
}

function siteOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
