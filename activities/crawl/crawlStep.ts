import { createHash } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { CrawlRecord, CrawlScope, SkipReason } from "#schemas/crawl.ts";
import { registrableDomain } from "../httpHosts.ts";
import type { ActivityPorts } from "../ports.ts";
import { proxiedFetch } from "../proxies/openProxy.ts";
import type { Frontier } from "../projections/crawls.ts";
import { matchesGlob } from "./globs.ts";
import { normalizePercentEncoding, pageKey, pathOf, reachedUrl } from "./pageUrl.ts";
import { createRobotsCache, type RobotsCache } from "./robotsFiles.ts";
import { isEndless } from "./traps.ts";

/** The connections, rules and pages that one step of a crawl uses. */
export type CrawlStep = {
  ports: ActivityPorts;
  frontier: Frontier;
  rules: CrawlRules;
  robots: RobotsCache;
  /** Aborts when the step's activity was cancelled or timed out. */
  signal: AbortSignal;
};

/** The decisions that follow from a crawl's record. */
export type CrawlRules = {
  /** A hash that is equal for two addresses of the same page. */
  keyOf(url: URL): string;
  /** Whether a page may be part of the crawl; robots.txt is not considered. */
  belongs(url: URL): boolean;
  /** Whether a page is in the crawl's scope. */
  isInside(url: URL): boolean;
};

/** Creates a step. Its requests go through the crawl's proxy. */
export async function crawlStep(given: ActivityPorts, frontier: Frontier, signal: AbortSignal): Promise<CrawlStep> {
  const { record } = frontier;
  const ports = { ...given, fetch: await proxiedFetch(given, record.accountId, record.spec.proxy) };
  const robots = createRobotsCache(ports, { crawlId: record._id, signal });
  return { ports, frontier, rules: crawlRules(record), robots, signal };
}

/** The rules of a crawl in its present state. */
export function crawlRules({ bounds, anchors, sessionParameters }: CrawlRecord): CrawlRules {
  const sessions = new Set(sessionParameters);
  const starts = anchors.flatMap((anchor) => reachedUrl(anchor) ?? []);
  const isIncluded = bounds.includePaths.length === 0 ? () => true : pathGlobs(bounds.includePaths);
  const isExcluded = pathGlobs(bounds.excludePaths);
  const isInside = (url: URL): boolean => inScope(bounds.scope, starts, url);
  return {
    keyOf: (url) => createHash("sha256").update(pageKey(url, sessions)).digest("base64url").slice(0, 22),
    isInside,
    belongs: (url) => isInside(url) && isIncluded(pathOf(url)) && !isExcluded(pathOf(url)) && !isEndless(url),
  };
}

/** Why robots.txt prevents a request for a page; null if it does not. */
export async function robotsRefusal({ frontier, robots }: CrawlStep, url: URL): Promise<SkipReason | null> {
  if (!frontier.record.bounds.respectRobots) return null;
  const file = await robots(url.origin);
  if (!file.reachable) return "robots_unreachable";
  return file.allows(url) ? null : "robots_disallowed";
}

/** Whether an address is in the scope around the addresses at which the crawl started. */
export function inScope(scope: CrawlScope, starts: readonly URL[], url: URL): boolean {
  return starts.some((start) => siteKeyOf[scope](start) === siteKeyOf[scope](url));
}

/** The part of an address that is equal for all addresses of one scope. */
const siteKeyOf = {
  origin: (url) => url.origin,
  // `host` has the port unless it is the scheme's default. So http and https of a site are one host, another port is not.
  host: (url) => url.host,
  // Addresses without a domain use their host with its port.
  domain: (url) => registrableDomain(url.hostname) ?? url.host,
} satisfies Record<CrawlScope, (url: URL) => string>;

/**
 * A test for paths that match any of the globs. `*` matches any characters but a slash, `?` one character but a slash, and
 * `**` as a whole segment matches any number of segments. A glob that does not begin with a slash matches at any depth.
 */
export function pathGlobs(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.map((glob) => segmentsOf(glob.startsWith("/") ? glob : `/**/${glob}`));
  return (path) => {
    const segments = segmentsOf(path);
    return patterns.some((pattern) => matchesGlob(pattern, segments));
  };
}

/** The segments of a path or glob, percent-encoded as in URLs, so that a glob may use any script. A final slash is ignored. */
function segmentsOf(path: string): string[] {
  const segments = path.replace(/\/$/, "").split("/").slice(1);
  return segments.map((segment) =>
    normalizePercentEncoding(encodeURI(segment.toWellFormed()).replaceAll(/%25(?=[0-9a-f]{2})/gi, "%")),
  );
}

/** Milliseconds of work after which the event loop runs other work. */
const maxTurnMs = 10;

/**
 * Iterates over a list of any length and yields to the event loop every 10 ms, so that heartbeats and other crawls go on.
 * @throws The signal's reason when it has aborted.
 */
export async function* yieldingIterator<Item>(items: Iterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began > maxTurnMs) {
      await yieldToEventLoop();
      began = performance.now();
    }
    signal.throwIfAborted();
    yield item;
  }
}
