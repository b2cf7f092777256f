import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { getDomain } from "tldts";
import type { CrawlRecord, CrawlScope, SkipReason } from "#schemas/crawl.ts";
import type { ActivityPorts } from "../ports.ts";
import type { Frontier } from "../projections/crawls.ts";
import { globTest } from "./globs.ts";
import { normalizePercentEncoding, pageKey, reachedUrl } from "./pageUrl.ts";
import { createRobotsCache, type RobotsCache } from "./robotsFiles.ts";
import { isEndless } from "./traps.ts";

/** What one step of a crawl works with. */
export type CrawlStep = {
  ports: ActivityPorts;
  frontier: Frontier;
  rules: CrawlRules;
  robots: RobotsCache;
  /** Aborted where nobody waits for the step any more. */
  signal: AbortSignal;
};

/** The decisions that follow from a crawl's record. */
export type CrawlRules = {
  /** What makes two addresses the same page, hashed. */
  keyOf(url: URL): string;
  /** Whether a page may be part of the crawl, robots.txt aside. */
  belongs(url: URL): boolean;
  /** Whether a page lies where the crawl may go. */
  isInside(url: URL): boolean;
};

/** Puts a step together. */
export function crawlStep(ports: ActivityPorts, frontier: Frontier, signal: AbortSignal): CrawlStep {
  const { record } = frontier;
  const robots = createRobotsCache(ports, { crawlId: record._id, signal });
  return { ports, frontier, rules: crawlRules(record), robots, signal };
}

/** The rules of a crawl as its record stands. */
export function crawlRules({ bounds, anchors, sessionParameters }: CrawlRecord): CrawlRules {
  const sessions = new Set(sessionParameters);
  const starts = anchors.flatMap((anchor) => reachedUrl(anchor) ?? []);
  const isIncluded = bounds.includePaths.length === 0 ? () => true : pathGlobs(bounds.includePaths);
  const isExcluded = pathGlobs(bounds.excludePaths);
  const isInside = (url: URL): boolean => inScope(bounds.scope, starts, url);
  return {
    keyOf: (url) => createHash("sha256").update(pageKey(url, sessions)).digest("base64url").slice(0, 22),
    isInside,
    belongs: (url) => isInside(url) && isIncluded(url.pathname) && !isExcluded(url.pathname) && !isEndless(url),
  };
}

/** Why robots.txt keeps a page from being asked for; null where it does not. */
export async function robotsRefusal({ frontier, robots }: CrawlStep, url: URL): Promise<SkipReason | null> {
  if (!frontier.record.bounds.respectRobots) return null;
  const file = await robots(url.origin);
  if (!file.reachable) return "robots_unreachable";
  return file.allows(url) ? null : "robots_disallowed";
}

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

/** Whether a path matches a glob. */
export type PathTest = (path: string) => boolean;

/**
 * A test for paths that match any of the globs: `*` stands for anything but a slash, `?` for one character but a slash, `**` as a
 * whole segment for any number of segments, none included. A glob that does not begin with a slash matches at any depth.
 * Takes a thirty-second of the product of the lengths at most, whatever glob and path: globs are callers' and paths are strangers'.
 */
export function pathGlobs(globs: readonly string[]): PathTest {
  const tests = globs.map((glob) => globTest(segmentsOf(glob.startsWith("/") ? glob : `/**/${glob}`)));
  return (path) => {
    const text = segmentsOf(path)
      .map((segment) => `${segment}/`)
      .join("");
    return tests.some((test) => test(text));
  };
}

/** Segments in the spelling of URLs, so that a glob may be written in any script. A slash at the end makes no difference. */
function segmentsOf(path: string): string[] {
  const segments = path.replace(/\/$/, "").split("/").slice(1);
  return segments.map((segment) =>
    normalizePercentEncoding(encodeURI(segment.toWellFormed()).replaceAll(/%25(?=[0-9a-f]{2})/gi, "%")),
  );
}

/** Milliseconds of work after which others have their turn. */
const turn = 10;

/**
 * Goes through a list of a stranger's length and lets whatever else the process has to do come in between: heartbeats, other crawls.
 * Rejects with the signal's reason once nobody waits for it any more.
 */
export async function* yieldingIterator<Item>(items: Iterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began > turn) {
      await nextTurn();
      began = performance.now();
    }
    signal.throwIfAborted();
    yield item;
  }
}
