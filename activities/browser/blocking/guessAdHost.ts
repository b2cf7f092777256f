import type { Protocol } from "puppeteer";

/** Names given to hosts that do nothing but sell space or serve what was sold. */
const sells = /^(?:ads?|adserv(?:er|ice|ing)?|adsrv|adx|rtb|ssp|dsp|dmp|prebid|bidder)\d*$/u;

/** Names given to hosts that measure; some of them serve content as well. */
const measures =
  /^(?:pixels?|px|beacons?|usersync|cookie-?sync|usync|csync|sync|analytics|metrics|telemetry|track(?:er|ing)?|trk|rum|collector|counter)\d*$/u;

/** What a page can lack without showing it. */
const unseen: ReadonlySet<Protocol.Network.ResourceType> = new Set(["Script", "Image", "Ping", "CSPViolationReport"]);

/**
 * Whether a host that is on no list says by its name that it is of advertising or measuring: `ads.example.com`,
 * `pixel.example.net`. No list knows every one of them, and their owners name them alike. Only names below the registrable
 * domain count (a site called ads.com is a site), and those that measure only for what a page can lack unseen.
 */
export function guessAdHost(
  hostname: string,
  domain: string | null,
  resourceType: Protocol.Network.ResourceType,
): boolean {
  if (domain === null) return false;
  const names = hostname.slice(0, -domain.length).split(".");
  return names.some((name) => sells.test(name) || (unseen.has(resourceType) && measures.test(name)));
}
