import type { Link } from "#schemas/extracts/extracts.ts";
import { siteOf } from "../httpHosts.ts";
import { defineExtractor, truncation } from "./extractor.ts";
import { linkDependencies, readLinks } from "./page/readLinks.ts";

/** `links`: every address that the page links to, once. */
export const links = defineExtractor({
  contentType: "application/json",
  read: readLinks,
  dependencies: linkDependencies,
  finish(reading, { finalUrl }) {
    const isInternal = internalTo(finalUrl);
    const value = reading.links.map(({ href, text, rel, region }): Link => ({
      href,
      text,
      rel,
      internal: isInternal(href),
      nofollow: rel.includes("nofollow"),
      region,
    }));
    return { bytes: Buffer.from(JSON.stringify(value)), ...truncation(reading.cut ? ["links"] : []) };
  },
});

/** Returns a test for addresses of the page's own site. Only http and https addresses can be internal. */
export function internalTo(pageUrl: string): (href: string) => boolean {
  const page = URL.parse(pageUrl);
  const pageSite = page === null ? null : siteOf(page.hostname);
  const answerByHost = new Map<string, boolean>();
  return (href) => {
    const target = URL.parse(href);
    if (target === null || !/^https?:$/u.test(target.protocol)) return false;
    const isSameSite = answerByHost.get(target.hostname) ?? siteOf(target.hostname) === pageSite;
    answerByHost.set(target.hostname, isSameSite);
    return isSameSite;
  };
}
